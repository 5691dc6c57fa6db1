"""Splits a text into words, signs and line breaks, as vectors of words know them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

LINE: Final = "\n"
# "can't" is "can" and "'t". Several line breaks are one, and so is all space at the end.
_WORD: Final = re.compile(r"([^\W\d_]+|\d+|['’](?:s|t|re|ve|m|d|ll)\b|\n(?:[^\S\n]*\n)+|\n\s*\Z|\n|[^\w\s]|_)")

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


def split(text: str) -> ParagraphWords:
    r"""Returns the words of a text, in order.

    >>> words = split("She can't.\n\nWhy?\n")
    >>> words.forms, words.paragraphs.tolist()
    (['She', 'can', "'t", '.', '\n\n', 'Why', '?', '\n'], [0, 0, 0, 0, 1, 2, 2, 3])
    """
    pieces = _WORD.split(text)
    edges = list(accumulate(map(len, pieces), initial=0))
    forms = [_DIGIT * min(len(form), _DIGITS) if form.isdecimal() else form[:_LONGEST] for form in pieces[1::2]]
    between = np.fromiter((form[0] == LINE and len(form) > 1 for form in forms), dtype=np.intp, count=len(forms))
    between[-1:] = bool(forms) and forms[-1][0] == LINE
    return ParagraphWords(forms, edges[1:-1:2], edges[2:-1:2], 2 * np.cumsum(between) - between)
