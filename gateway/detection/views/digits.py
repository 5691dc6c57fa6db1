"""Numbers spelled in words or one digit at a time: ``four one five, five five five …``, ``4 1 5 - 5 5 5 …``.

The most frequent gap in such a number is removed, other gaps become dashes, so groups stay groups.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from gateway.detection.characters import DASHES, SPACES
from gateway.detection.views.view import Edit, View, edited
from gateway.detection.views.words import any_of

# English, German, French, Spanish, Italian, Portuguese, Dutch.
_DIGITS: Final = {
    word: str(digit)
    for digit, words in enumerate(
        (
            "zero oh nought naught null zéro cero nul",
            "one eins un uno um een",
            "two zwei zwo deux dos due dois duas twee",
            "three drei trois tres tre três drie",
            "four vier quatre cuatro quattro quatro",
            "five fünf fuenf cinq cinco cinque vijf",
            "six sechs seis sei zes",
            "seven sieben sept siete sette sete zeven",
            "eight acht huit ocho otto oito",
            "nine neun neuf nueve nove negen",
        )
    )
    for word in words.split()
}
_TIMES: Final = {"double": 2, "doppel": 2, "doble": 2, "triple": 3}

_WORD: Final = rf"(?:{any_of(_TIMES)} ?)?{any_of(_DIGITS)}(?!\w)"
_TWO_WORDS: Final = re.compile(f" {any_of([*_DIGITS, *_TIMES])} {{1,3}}{any_of([*_DIGITS, *_TIMES])}(?!\\w)")
_GAP: Final = f"[{SPACES}.,/(){DASHES}]{{1,3}}+"
_ITEM: Final = rf"(?:{_WORD}|[0-9]{{1,4}}+(?!\w))"
_SPELLED: Final = re.compile(
    rf"(?<!\w)(?:(?P<plus>plus)[{SPACES},]{{1,2}})?(?P<number>{_ITEM}(?:{_GAP}{_ITEM}){{2,}}+)", re.IGNORECASE
)
_SPELLED_ITEM: Final = re.compile(rf"(?:(?P<times>{any_of(_TIMES)}) ?)?(?P<word>[^\W\d_]+)|[0-9]+", re.IGNORECASE)
_FEWEST_WORDS: Final = 3

_TWO_DIGITS: Final = re.compile(f"[0-9][{SPACES}_{DASHES}][0-9][{SPACES}_{DASHES}]")
_NARROW: Final = f"[{SPACES}/()_{DASHES}]{{1,3}}+"
_SPACED: Final = re.compile(rf"(?<![^\W_])[0-9](?:{_NARROW}[0-9](?![^\W_])){{6,}}+")
_FEWEST_DIGITS: Final = 7
_FEWEST_DIFFERENT: Final = 4
_FEWEST_DIGITS_OF_A_CARD: Final = 12


def spelled(text: str) -> View | None:
    """Returns the text with numbers of at least seven spelled digits written in digits; None if it has none.

    >>> spelled("ring plus one, four one five, double five five, oh one two three").text
    'ring +1-415-555-0123'
    """
    if not _TWO_WORDS.search(f" {text.lower().replace(',', ' ').replace('-', ' ').replace('.', ' ')}"):
        return None
    return edited(text, (edit for run in _SPELLED.finditer(text) for edit in _spelled_number(text, run)))


def spaced(text: str) -> View | None:
    """Returns the text with rows of at least seven separated digits joined to one number; None if it has none.

    Rows that count up or down are lists, and rows too short for a card with few different digits are tables.

    >>> spaced("4 1 5 - 5 5 5 - 0 1 2 3").text
    '415-555-0123'
    >>> spaced("1 2 3 4 5 6 7 8 9") is None
    True
    """
    if not _TWO_DIGITS.search(text):
        return None
    return edited(text, (edit for run in _SPACED.finditer(text) for edit in _spaced_number(text, run)))


def _spelled_number(text: str, run: re.Match[str]) -> Iterator[Edit]:
    items = list(_SPELLED_ITEM.finditer(text, *run.span("number")))
    if sum(item["word"] is not None for item in items) < _FEWEST_WORDS:
        return
    digits = [Edit(*item.span(), _said(item)) for item in items]
    if sum(len(edit.said) for edit in digits) < _FEWEST_DIGITS:
        return
    if run["plus"]:
        yield Edit(run.start(), run.start("number"), "+")
    yield from _joined(text, digits)


def _said(item: re.Match[str]) -> str:
    if item["word"] is None:
        return item[0]
    times = _TIMES.get((item["times"] or "").lower(), 1)
    return _DIGITS.get(item["word"].lower(), "") * times


def _spaced_number(text: str, run: re.Match[str]) -> Iterator[Edit]:
    digits = [Edit(at, at + 1, text[at]) for at in range(*run.span()) if text[at].isdigit()]
    values = [int(digit.said) for digit in digits]
    steps = {after - before for before, after in pairwise(values)}
    is_table = len(values) < _FEWEST_DIGITS_OF_A_CARD and len(set(values)) < _FEWEST_DIFFERENT
    if is_table or steps in ({1}, {-1}):
        return
    yield from _joined(text, digits)


def _joined(text: str, digits: list[Edit]) -> Iterator[Edit]:
    gaps = [Edit(before.end, after.start, "-") for before, after in pairwise(digits)]
    narrow = Counter(text[gap.start : gap.end] for gap in gaps).most_common(1)[0][0]
    yield digits[0]
    for gap, digit in zip(gaps, digits[1:], strict=True):
        yield gap._replace(said="") if text[gap.start : gap.end] == narrow else gap
        yield digit
