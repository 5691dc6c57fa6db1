"""The lists of ``languages``, one file a language, and how their terms may stand in texts.

A file has sections: words for a person, words of texts that are about nobody, numbers for ``{n}``, and the terms of
each type. ``*`` stands for any ending, ``+`` for a word or two, ``{parts}``, ``{places}`` and ``{subjects}`` for each
word of the section so called. Where there are words that stand before a job, a job counts only behind one of them, or
between two commas or brackets beside a name. The last two sections are examples, which tests try. ``medicines.txt`` has
names of medicines that are alike in all languages with Latin letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Final
from unicodedata import normalize

from gateway.detection.sre_codes import Expression, compiled

FOLDER: Final = Path(__file__).with_name("languages")
LANGUAGES: Final = tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))
LATIN: Final = frozenset({"de", "en", "es", "fr", "it", "nl", "pl", "pt", "tr"})
UNSPACED: Final = frozenset({"ja", "ko", "th", "zh"})
# The scripts of languages whose words begin otherwise than their terms, or have no spaces between them.
SCRIPTS: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {
        language: re.compile(f"[{letters}]")
        for language, letters in {
            "ar": "\u0600-\u06ff",
            "bn": "\u0980-\u09ff",
            "he": "\u0590-\u05ff",
            "hi": "\u0900-\u097f",
            "ja": "\u3040-\u30ff\u4e00-\u9fff",
            "ko": "\uac00-\ud7af",
            "th": "\u0e00-\u0e7f",
            "zh": "\u4e00-\u9fff",
        }.items()
    }
)

_SECTION: Final = re.compile(r"^\[(\w+)\]\n([^\[]*)", re.MULTILINE)
_SLOTS: Final[Mapping[str, str]] = MappingProxyType(
    {"{n}": "numbers", "{parts}": "parts", "{places}": "places", "{subjects}": "subjects"}
)
_LETTER: Final = "(?:[^\\W_]|[\u0900-\u0963\u0981-\u09e3])"  # ``re`` takes vowel signs for no part of a word
_WORD_OR_TWO: Final = "[^\\W\\d_]{2,24}(?: [^\\W\\d_]{4,24})?"
_LATIN_LETTER: Final = "[A-Za-z]"
# Prefixes that are written together with the word: and, in, to, like, from, the.
_PREFIXES: Final[Mapping[str, str]] = MappingProxyType(
    {"ar": "[وف]?(?:[بك]?ـ?ال|لل|[بلك]ـ?)?", "he": "ו?(?:כש|ש)?[בהלכמ]?"}
)
_YA: Final = "(?:\u09df|\u09af\u09bc)"
# Endings that nearly every word may have: of an accusative, of articles and cases, "too".
_ENDINGS: Final[Mapping[str, str]] = MappingProxyType(
    {"ar": "(?:ًا|اً|ا|[ًٌٍ])?", "bn": f"(?:টি|টা)?(?:{_YA}?(?:েরা?|ে)|রা?|দের|কে|তে|{_YA})?[ওই]?"}
)
# A letter with its dot in one character, by the two that mean the same.
_DOTTED: Final = {normalize("NFD", each): each for each in map(chr, (*range(0x958, 0x960), 0x9DC, 0x9DD, 0x9DF))}
_DOT: Final = "\u093c"  # under letters of Hindi, where many leave it out


@cache
def sections(language: str, folder: Path = FOLDER) -> Mapping[str, str]:
    """Returns the sections of a language's file, by their names.

    >>> "asylum seeker" in sections("en")["DEMOGRAPHIC_ATTRIBUTE"]
    True
    """
    return MappingProxyType(dict(_SECTION.findall((folder / f"{language}.txt").read_text(encoding="utf-8"))))


def terms(listed: Mapping[str, str], name: str) -> tuple[str, ...]:
    """Returns the terms of a section, each number in its turn for ``{n}``.

    >>> terms({"KIN": "mother of {n},\\naunt*", "numbers": "two, three"}, "KIN")
    ('mother of two', 'mother of three', 'aunt*')
    """
    return tuple(dict.fromkeys(term for each in _split(listed[name]) for term in _filled(each, listed)))


def expression(listed: Iterable[str], language: str) -> re.Pattern[str]:
    """Returns an expression for terms of a language as whole words in any case, longer ones first.

    In a language without spaces a term of Latin letters stands between other ones.

    >>> found = expression(("asthma*", "mother of two"), "en").findall("Asthmatic, a Mother of two, grandmother of two")
    >>> found, expression(("hiv",), "ja").findall("彼はHIV, dGhpdg")
    (['Asthmatic', 'Mother of two'], ['HIV'])
    """
    return compiled(*as_expression(listed, language))


def as_expression(listed: Iterable[str], language: str) -> Expression:
    """Returns the same before it is compiled."""
    ordered = sorted((normalize("NFC", term) for term in listed), key=lambda term: (_initial(term), -len(term), term))
    by_initial = [(initial, [*same]) for initial, same in groupby(ordered, key=_initial)]
    if language in UNSPACED:
        return Expression("|".join(_beginning(initial, same) for initial, same in by_initial))
    written = "|".join(f"(?:{'|'.join(map(_written, same))})" for _, same in by_initial)
    prefix, ending = _PREFIXES.get(language, ""), _ENDINGS.get(language, "")
    return Expression(f"(?<!{_LETTER}){prefix}(?:{written}){ending}(?!{_LETTER})", re.IGNORECASE)


def lowered(text: str) -> str:
    """Returns a text in lower case, of the same length; both letters for s of Greek are one.

    >>> lowered("İŞ, ΓΙΑΤΡΟΣ"), lowered("γιατρός")
    ('iş, γιατροσ', 'γιατρόσ')
    """
    return text.replace("İ", "i").lower().replace("ς", "σ")


def _split(body: str) -> list[str]:
    return [*filter(None, (term.strip() for line in body.splitlines() for term in line.split(",")))]


def _filled(term: str, listed: Mapping[str, str]) -> list[str]:
    slot = next((each for each in _SLOTS if each in term), "")
    return [term.replace(slot, each) for each in _split(listed[_SLOTS[slot]])] if slot else [term]


def _initial(term: str) -> str:
    return term[0].lower()


def _written(term: str) -> str:
    written = re.escape(term).replace("'", "['’]").replace("\\*", f"{_LETTER}{{0,12}}").replace("\\+", _WORD_OR_TWO)
    for apart, together in _DOTTED.items():
        written = written.replace(apart, f"(?:{apart}|{together})")
    return written.replace(_DOT, f"{_DOT}?")


def _beginning(initial: str, same: Iterable[str]) -> str:
    """Returns an expression for the terms of a language without spaces that begin alike.

    Each of its branches begins with a letter as it is: so a search skips to the letters that begin a term.
    """
    before, behind = (f"(?<!{_LATIN_LETTER}.)", f"(?!{_LATIN_LETTER})") if initial.isascii() else ("", "")
    rests = "|".join(_written(term[1:]) for term in same)
    letters = sorted({initial, initial.upper()})
    return "|".join(f"{re.escape(letter)}{before}(?i:{rests}){behind}" for letter in letters)


MEDICINES: Final = terms({"all": FOLDER.with_name("medicines.txt").read_text(encoding="utf-8")}, "all")
