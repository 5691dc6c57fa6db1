"""Names of people and of their accounts, and how they are reached."""

from __future__ import annotations

import re
from typing import Final

from gateway.detection.structure.field import Written
from gateway.detection.structure.looks.forms import (
    CODE,
    DIGITS,
    EASTERN,
    LETTERS,
    NO_NAMES,
    TWO_CAPITALS,
    WORDS_OF_CODE,
    without_signs,
)

_PARTICLES: Final = frozenset(  # and titles: words of names that many people do not capitalise
    {
        "van", "von", "der", "de", "den", "del", "della", "di", "da", "dos", "das", "la", "le", "el", "al", "bin",
        "ibn", "ter", "ten", "zu", "und", "y", "e", "of", "du", "des", "zum", "zur", "af", "av", "te", "vom", "het",
        "ould", "ap", "do", "en", "pani", "pan", "señora", "señor", "signora", "signor", "senhora", "senhor", "mevrouw",
        "meneer", "herr", "frau", "monsieur", "madame", "mr", "mrs", "ms", "dr", "bay", "bayan", "cô", "bà", "ông",
        "anh", "chị",
    }
)  # fmt: skip
_PERSON: Final = re.compile(r"[^\W\d_][^\W\d_'’.-]*+(?:[ ,'’.\"״·・\u3000-]+[^\W\d_'’.,-]++){0,6}\.?")
_EASTERN_PERSON: Final = re.compile(
    "[\u4e00-\u9fff々]{1,5}(?:[ \u3000][\u4e00-\u9fff々ぁ-ゖァ-ヺー]{1,4})?"
    "|[\u4e00-\u9fff々]{1,4}[ぁ-ゖァ-ヺー]{1,4}|[가-힣]{1,5}(?: [가-힣]{1,4})?"
    "|[ァ-ヺー]{1,8}(?:[・ \u3000=][ァ-ヺー]{1,8}){0,3}"
    "|[\u4e00-\u9fff]{1,6}(?:[·・][\u4e00-\u9fff]{1,6}){1,3}|[ぁ-ゖ]{2,5}"
)
_PARTICIPANT: Final = re.compile(r"[A-Z][a-z]{1,20}(?:[_-]?[A-Z][a-z]{0,20}){0,3}[_-]?\d{0,4}")
# An e-mail address in letters that an API allows.
_HANDLE_SIGN: Final = re.compile("[0-9A-Za-z@_]")
_MAIL: Final = re.compile(
    r"[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+){2,6}[_-](?i:com|org|net|edu|gov|io|ai|co|eu|uk|us|de|fr|es|it|nl|pl|ch|at"
    r"|example)"
)
# A whole word of a name that is written as one, so that "Kaplan" and "Chatterjee" are nobody's role.
_ROLES: Final = re.compile(
    r"(?:^|[_-]|(?<=[a-z])(?=[A-Z]))"
    r"(?i:user|assist(?:ant)?|system|agent|bot|tool|plan(?:ner|ning)?|cod(?:er|ing)|critic|review(?:er)?|manag(?:er"
    r"|ement)"
    r"|research(?:er)?|writ(?:er|ing)|admin(?:istrator)?|prox(?:y|ies)|exec(?:utor|utive)?|human|model|expert|engineer"
    r"|analy(?:st|sis|zer|ser|tics)|dev(?:eloper|ops)?|team|service|support|customer|client|teacher|student|doctor"
    r"|patient|narrat(?:or|ion)|speaker|moderat(?:or|ion)|judge|editor|search(?:er)?|data|router|supervis(?:or|ion)"
    r"|test(?:er|ing)?|example|evaluat(?:or|ion)|operator|chat|gpt|claude|gemini)"
    r"(?:s|ing)?(?=$|[A-Z0-9_-])"
)
_SENTENCES: Final = re.compile(r"\w{4,}\. ")
_MEMBER: Final = re.compile(r"(?:\w+\.){2,}\w+|\w*[a-z][A-Z]\w*\.\w+|\w+\.\w*[a-z][A-Z]\w*")


def name(value: str, written: Written) -> bool:
    """Returns whether it may be a person's name, whatever its case."""
    value = without_signs(value.replace("+", " "))
    if EASTERN.match(value) and not _EASTERN_PERSON.fullmatch(value):
        return False
    if len(value) > 60 or value.casefold() in NO_NAMES or not _PERSON.fullmatch(value) or _SENTENCES.search(value):
        return False
    if not value.isascii():
        return True
    lower = [word for word in value.split() if word[0].islower() and word not in _PARTICLES]
    return written is not Written.BARE and len(value.split()) < 4 if len(lower) == len(value.split()) else not lower


def is_participant(value: str) -> bool:
    """Returns whether the name of a participant, in letters that an API allows, is a person's and no role.

    >>> [is_participant(each) for each in ("Nadia_Kowalczyk", "Hope", "PlannerAgent", "example_user", "get_weather")]
    [True, True, False, False, False]
    >>> [is_participant(each) for each in ("alex_patel_example_com", "Rosa_Kaplan-Nakamura", "ChatBot2", "Data-Team")]
    [True, True, False, False]
    """
    if _MAIL.fullmatch(value):
        return True
    return _PARTICIPANT.fullmatch(value) is not None and _ROLES.search(value) is None


def person(value: str, written: Written) -> bool:
    """Returns whether it is written as a name is: two words with capitals, or another script."""
    if not name(value, written):
        return False
    value = without_signs(value)
    return bool(TWO_CAPITALS.fullmatch(value)) or not (value.isascii() or value.upper() != value.lower())


def account(value: str, written: Written) -> bool:
    """Returns whether it may be a user's name at a service."""
    value = without_signs(value)
    if value.casefold() in NO_NAMES or not 2 < len(value) <= 60 or "/" in value[1:-1] or value.count(" ") > 3:
        return False
    if EASTERN.match(value) and not _HANDLE_SIGN.search(value):
        return False
    if written is Written.BARE and (CODE.match(value) or WORDS_OF_CODE.fullmatch(value)):
        return False
    if " " in value:
        return person(value, written)
    if written is not Written.QUOTED and _MEMBER.fullmatch(value):
        return False
    return bool(LETTERS.search(value)) and (
        bool(DIGITS.search(value)) or name(value, Written.PLAIN) or _is_handle(value)
    )


def _is_handle(value: str) -> bool:
    return re.fullmatch(r"(?:@|live:)?[\w.+-]{3,40}", value) is not None


def email(value: str, written: Written) -> bool:
    """Returns whether it has an at sign."""
    return "@" in value[1:-1]


def phone(value: str, written: Written) -> bool:
    """Returns whether it has six digits or more and few letters."""
    return len(value) <= 40 and len(DIGITS.findall(value)) >= 6 and len(LETTERS.findall(value)) <= 6
