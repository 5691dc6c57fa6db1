"""Finds whole organisations by the word for what they are: "شركة المدار الأزرق", "תיכון האלון", "गंगा ट्रांसपोर्ट"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from gateway.detection.caseless.affixes import readings
from gateway.detection.caseless.letters import folded
from gateway.detection.caseless.ordinary import ARABIC, BENGALI, DEVANAGARI, HEBREW, folded_words, is_ordinary
from gateway.detection.words import by_initials, listed_in

_HERE: Final = Path(__file__)
HEADS: Final = _HERE.with_name("companies.txt")
TAILS: Final = _HERE.with_name("companies_behind.txt")
GENERIC: Final = _HERE.with_name("generic.txt")

_ADJECTIVE: Final = (
    "(?:כחול|לבנ|ירוק|אדומ|שחור|צהוב|ורוד|סגול|כתומ|אפור|פתוח|שלמ|חמ|טוב|חדש|יפ|קטנ|גדול|מתוק|ראשונ|שמח"
    "|חכמ|קסומ|נקי|בריא)"
    "(?:ים|ות|ה|ת)?|לבן|אדום|כתום|שלם|חם|קטן|ראשון|חכם|קסום"
)
_ACTIVITY: Final = 'מדיה|תקשורת|שיווק|ייעוץ|הובלות|בע"מ|בע״מ|ושות\'|פתרונות|טכנולוגיות|אחזקות|נדל"ן'
_KINDS: Final = "עורכי הדין|עורכי דין|רואי חשבון|הנסיעות|הצעצועים|הביטוח|הפרסום|התיווך|הספרים|הבגדים|הפרחים"
_CAUSING: Final = "(?!ה[א-ת]{2}י[א-ת]|ה[א-ת]{2,4}(?:ה|תי|נו|ו)(?![א-ת]))"  # verbs that begin like an article
_LONGEST: Final = 3  # words of a name before the word for what it is
_REACH: Final = 26  # characters of a word
_AHEAD: Final = re.compile(rf"[{DEVANAGARI}{BENGALI}]{{2,24}} $")
_ENDINGS: Final = "(?:ে|ের|এ|র|য়|য়|তে|কে)?"


def organisations(text: str, found: Collection[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yields half-open offsets of organisations.

    One whose words could also be a description counts only where ``found`` has a part of it.
    """
    for match in _before_name().finditer(text):
        name = match["arabic"] or match["hebrew"]
        first = name.split()[0]
        if _is_generic(first) or is_ordinary(first) or first.startswith("لل"):
            continue
        begins, end = match.end("head"), match.end("whole")
        if _is_called(match["head"], name) or _touches(begins, end, found):
            yield match.start("whole"), end
    for match in _behind_name().finditer(text):
        end = match.start("tail")
        start = _start_of_name(text, end)
        if not is_description(text[start:end]):
            yield start, match.end("tail")


def is_description(words: str) -> bool:
    """Returns whether words say only what an organisation is, not what it is called.

    >>> is_description("شركة توصيل"), is_description("شركة المدار")
    (True, False)
    """
    return all(_says_what(word) for word in words.split())


def _says_what(word: str) -> bool:
    forms = {folded(word), *(each.word for each in readings(word))}
    return is_ordinary(word) or not forms.isdisjoint(_words_of_kinds())


@cache
def _words_of_kinds() -> frozenset[str]:
    terms = folded_words(HEADS) | folded_words(TAILS) | folded_words(GENERIC)
    return frozenset(word for term in terms for word in term.split())


def _touches(start: int, end: int, found: Iterable[tuple[int, int]]) -> bool:
    return any(first < end and start < last for first, last in found)


def _is_called(head: str, name: str) -> bool:
    """Returns whether the words behind "company" can only be its name: with an article, or after "חברת"."""
    is_construct = head.endswith("ת") and head not in ("רשת", "סוכנות")
    return is_construct or " " in name or name.startswith(("ال", "أبو", "ה"))


def _start_of_name(text: str, end: int) -> int:
    start = end
    for _ in range(_LONGEST):
        match = _AHEAD.search(text, max(0, start - _REACH), start)
        if not match or _is_generic(match[0].strip()) or is_ordinary(match[0].strip()):
            break
        start = match.start()
    return start


def _is_generic(word: str) -> bool:
    return folded(word) in folded_words(GENERIC)


def _either(words: Iterable[str]) -> str:
    return by_initials("|".join(map(re.escape, sorted(words, key=len, reverse=True))))


@cache
def _before_name() -> re.Pattern[str]:
    heads = listed_in(HEADS)
    arabic = _either(each for each in heads if each >= "\u0600")
    hebrew = _either(each for each in heads if each < "\u0600")
    a, h = f"[{ARABIC}]", f"[{HEBREW}]"
    return re.compile(
        rf"(?<![{ARABIC}{HEBREW}])(?:[وفبكل]{{1,2}}|[ובלמהשכ]{{1,2}}-?)?(?P<whole>(?P<head>{arabic}|{hebrew}) "
        rf"(?:(?P<arabic>(?:(?:أبو|ابو|أم|عبد|آل) )?{a}{{2,16}}(?: ال{a}{{2,14}}){{0,2}}(?: و?لل{a}{{2,14}})?)"
        rf"|(?:(?:{_KINDS}) )?(?P<hebrew>{h}{{2,14}}(?: (?:{_ADJECTIVE}|{_ACTIVITY}"
        rf"|{_CAUSING}ה{h}{{2,10}})(?!{h}))?"
        rf"(?: ו{h}{{2,8}}(?!{h}))?)))(?![{ARABIC}{HEBREW}])"
    )


@cache
def _behind_name() -> re.Pattern[str]:
    tails = _either(each for each in listed_in(TAILS) if each >= "\u0900")
    return re.compile(rf"(?<=[{DEVANAGARI}{BENGALI}] )(?P<tail>(?:{tails}){_ENDINGS})(?![{DEVANAGARI}{BENGALI}])")
