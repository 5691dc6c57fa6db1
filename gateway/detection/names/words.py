"""Splits a text into words and the gaps between them; a word is never cut."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

# Vowel signs and accents that are separate characters belong to the word, and so do joiners.
_MARKS: Final = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u200c\u200d"
)
# Chinese, Japanese, Thai, Lao, Burmese and Khmer have no spaces: a run of their characters is many words.
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LETTERS: Final = rf"(?:[^\W{_UNSPACED}]++|[{_MARKS}]++)++"
# "11:30hrs", "3,958.15" and "2001-02-03" are one word each, and so are "U.S." and "H.G.".
_NUMBER: Final = r"\d++(?:[.,:/-]\d++)++(?:[^\W\d_]++)?+"
_INITIALS: Final = rf"(?:[^\W\d_{_UNSPACED}]\.){{2,5}}+(?!\w)"
_WORD: Final = re.compile(rf"({_NUMBER}|{_INITIALS}|{_LETTERS}(?:['’](?!s(?!\w)){_LETTERS})*)")

_LONGEST: Final = 64

START: Final = "\x02"
END: Final = "\x03"


@dataclass(frozen=True, slots=True, repr=False)
class Words:
    """The words of a text with their half-open offsets; ``forms`` has at most 64 characters of a word.

    ``gaps`` are the texts before each word and after the last one.
    """

    forms: list[str]
    starts: list[int]
    ends: list[int]
    gaps: list[str]

    def __repr__(self) -> str:
        return f"Words({len(self.forms)})"


def split(text: str) -> Words:
    """Returns the words of a text, in order; runs of a script without spaces are not words.

    >>> words = split("Ann O'Neil's flat")
    >>> words.forms, words.gaps
    (['Ann', "O'Neil", 's', 'flat'], ['\\x02', ' ', "'", ' ', '\\x03'])
    """
    pieces = _WORD.split(START + text + END)
    lengths = list(map(len, pieces))
    edges = list(accumulate(lengths, initial=-len(START)))
    forms, gaps = pieces[1::2], pieces[::2]
    if max(lengths) > _LONGEST:
        forms = [form[:_LONGEST] for form in forms]
    return Words(forms, edges[1:-1:2], edges[2:-1:2], gaps)
