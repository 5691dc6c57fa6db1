"""What is said of somebody: a few words, an age, a gender, a grade."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from gateway.detection.structure.field import Written
from gateway.detection.structure.looks.forms import CODE, LETTERS, NO_NAMES, UNIT, WORDS_OF_CODE
from gateway.detection.words import listed_in

_NO_PHRASE: Final = frozenset({"how", "if", "it", "is", "see", "to", "what", "when", "where", "who", "why", "you"})
_UNIT_OF_AGE: Final = (
    "y|yo|yrs?|years?|m|mo|mths?|months?|w|wks?|weeks?|days?|jahre?|j\\.|monate?|mon\\.|wochen?|tage?|ans?"
    "|mois|jours|semaines?"
    "|años?|meses|mes|semanas?|días|anni|anno|mesi|anos?|jaar|jr\\.?|maanden|lat|lata|roku|l\\.|yaş|ay|aylık"
    "|лет|полных лет|года?|г\\.?"
    "|р|років|роки|мес|έτη|ετών|χρ\\.|χρονών|μήνες|μηνών|岁|周岁|歲|歳|세|살|個月|个月|か月|ヶ月|개월|代|대"
    "|ปี|เดือน|ขวบ|वर्ष|साल|माह|महीने"
    "|বছর|মাস|سنة|سنوات|عام|عاما|عامًا|أشهر|שנים|חודשים"
)
_AGE: Final = re.compile(
    rf"[~<>≈約约만満]? ?\d{{1,3}}(?:[.,]\d)?(?: ?(?i:{_UNIT_OF_AGE})(?!\w).{{0,12}}|[岁歲歳세살].{{0,6}})?"
    rf"|(?:בן|בת) \d{{1,3}}"
    "|[一二三四五六七八九十]{1,4}[岁歲歳]"
)
_OPENING: Final = re.compile(r"[^ /,(（.]+(?: [^\W\d_]+)?")
_MOST_BEHIND_GENDER: Final = 20  # characters
_PRONOUNS: Final = re.compile(r"s?he/\w+|they/\w+", re.IGNORECASE)
_GRADE: Final = re.compile(
    r"[A-FU][+*-]?|A\*{1,2}|[A-F][1-9]|[A-FD][A-FZ]|[0-9]{1,3}(?:[.,][0-9]{1,2}|½)?[+=-]?"
    r"(?: ?%| ?/ ?[0-9]{1,3}| ?(?:点|點|分|점|級|级|등급|คะแนน|pts?|points?|Punkte|P\.|NP|valores|e lode"
    r"|L))?(?: ?\(.{1,14}\))?"
    r"|[12][:.][12]"
)


def phrase(value: str, written: Written) -> bool:
    """Returns whether it may describe somebody: words, few of them."""
    if len(value) > 160 or value.casefold() in NO_NAMES or UNIT.fullmatch(value):
        return False
    if written is Written.BARE and (CODE.match(value) or WORDS_OF_CODE.fullmatch(value)):
        return False
    return len(value) > 1 and bool(LETTERS.search(value)) and value.partition(" ")[0].casefold() not in _NO_PHRASE


def age(value: str, written: Written) -> bool:
    """Returns whether it may be an age."""
    return len(value) <= 20 and _AGE.fullmatch(value) is not None


@cache
def gender_words() -> frozenset[str]:
    """Returns the words for genders that forms have in many languages, in lower case.

    >>> "nonbinary" in gender_words(), "weiblich" in gender_words()
    (True, True)
    """
    return listed_in(Path(__file__).with_name("gender_words.txt"))


@cache
def grade_words() -> frozenset[str]:
    """Returns the grades that are words in many languages, in lower case.

    >>> "distinction" in grade_words(), "sehr gut" in grade_words()
    (True, True)
    """
    return listed_in(Path(__file__).with_name("grade_words.txt"))


def gender(value: str, written: Written) -> bool:
    """Returns whether it names a gender."""
    opening = _OPENING.match(value)
    said = opening[0].casefold() if opening else ""
    words = gender_words()
    is_told = said in words or said.split(" ")[0] in words or _PRONOUNS.match(value) is not None
    return is_told and len(value) <= len(said) + _MOST_BEHIND_GENDER


def grade(value: str, written: Written) -> bool:
    """Returns whether it may be a grade: a letter, a number of points, "pass"."""
    return len(value) <= 24 and (_GRADE.fullmatch(value) is not None or value.casefold().rstrip(".") in grade_words())
