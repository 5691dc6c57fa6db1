"""Splits a text into words, signs and line breaks, as vectors of words know them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.eastern.units import has_eastern

# Vowel signs and the like belong to their word; to Python they are no letters.
_MARKS: Final = (
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    "\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09d7\u09e2\u09e3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u200c\u200d"
)
_MARKED: Final = re.compile(f"[{_MARKS}]")
# "can't" is "can" and "'t". Several line breaks are one, and so is all space at the end.
_BREAKS: Final = r"\n(?:[^\S\n]*\n)+|\n\s*\Z"
_BREAK: Final = re.compile(_BREAKS)
_REST: Final = rf"|\d+|['’](?:s|t|re|ve|m|d|ll)\b|{_BREAKS}|\n|[^\w\s]|_)"
# What stands first spares the rest to be tried between words, and at most of them; it changes no word.
_WORD: Final = re.compile(rf"((?! )(?:[A-Za-z]++(?=[ ,.\n])|[^\W\d_]+{_REST})")
_WORD_WITH_MARKS: Final = re.compile(rf"((?:[^\W\d_][{_MARKS}]*)+{_REST}")

_LONGEST: Final = 64
_DIGIT: Final = "0"
_DIGITS: Final = 4  # it does not matter which: a number is as long as it is


@dataclass(frozen=True, slots=True, repr=False)
class ParagraphWords:
    """The words of a text with their half-open offsets and the numbers of their paragraphs.

    What is one word here may be a sign or a line break; ``forms`` has at most 64 characters of it,
    and of a number as many zeros as it has digits, at most four. A paragraph ends at an empty line or with the text;
    the line breaks between two are none's.
    """

    forms: list[str]
    starts: list[int]
    ends: list[int]
    paragraphs: NDArray[np.intp]

    def __repr__(self) -> str:
        return f"ParagraphWords({len(self.forms)})"


def split(text: str, known: EasternWords) -> ParagraphWords:
    r"""Returns the words of a text, in order; where scripts write words together, ``known`` ones are told apart.

    >>> words = split("She can't.\n\nWhy?\n", EasternWords(()))
    >>> words.forms, words.paragraphs.tolist()
    (['She', 'can', "'t", '.', '\n\n', 'Why', '?', '\n'], [0, 0, 0, 0, 1, 2, 2, 3])
    """
    pieces = (_WORD_WITH_MARKS if _MARKED.search(text) else _WORD).split(text)
    if has_eastern(text):
        pieces = list(_cut(pieces, known))
    lengths = list(map(len, pieces))
    edges = list(accumulate(lengths, initial=0))
    starts = edges[1:-1:2]
    forms = [_DIGIT * min(len(form), _DIGITS) if form.isdecimal() else form for form in pieces[1::2]]
    if max(lengths) > _LONGEST:
        forms = [form[:_LONGEST] for form in forms]
    return ParagraphWords(forms, starts, edges[2:-1:2], _paragraphs(text, starts))


def _paragraphs(text: str, starts: Sequence[int]) -> NDArray[np.intp]:
    """Returns the numbers of the paragraphs of the words that start at these offsets."""
    between = np.zeros(len(starts), dtype=np.intp)
    between[[bisect_left(starts, each.start()) for each in _BREAK.finditer(text)]] = 1
    return 2 * np.cumsum(between) - between


def _cut(pieces: Sequence[str], known: EasternWords) -> Iterator[str]:
    """Yields the pieces with each word cut where it may be cut, and nothing between its parts."""
    yield pieces[0]
    for word, between in zip(pieces[1::2], pieces[2::2], strict=True):
        parts = known.cut(word)
        yield next(parts)
        for part in parts:
            yield from ("", part)
        yield between
