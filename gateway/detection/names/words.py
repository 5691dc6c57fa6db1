"""Splits a text into words and the gaps between them; a word is never cut."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from gateway.detection.names.features import REACH
from gateway.detection.word_cache import NO_WORD

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
# In Hebrew, a quotation mark before the last letter marks a short form: "בע״מ".
_INSIDE: Final = r"""(?:['’](?!s(?!\w))|["״](?<=[א-ת]["״])(?=[א-ת]))"""
# Most words are letters with a space or a comma behind them. What stands first spares the rest to be tried there, and
# between words; it changes no word.
_PLAIN: Final = rf"""[A-Za-z]++(?![\w.'’"״{_MARKS}])"""
_WORD: Final = re.compile(
    rf"((?![\s,])(?:{_PLAIN}|(?=\d){_NUMBER}|(?=.\.){_INITIALS}|{_LETTERS}(?:{_INSIDE}{_LETTERS})*))"
)

_LONGEST: Final = 64

START: Final = "\x02"
END: Final = "\x03"
_BETWEEN: Final = [NO_WORD] * REACH
_STARTS: Final = [START] * (REACH - 1)


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


def joined(texts: Iterable[tuple[str, Words]]) -> Words:
    """Returns the words of several texts as those of one: of these texts with a line break after each.

    Behind each text stand empty words, so that no word has a word of another text near it.

    >>> both = joined((text, split(text)) for text in ("I am Ann", "Hi"))
    >>> both.forms, both.starts
    (['I', 'am', 'Ann', '', '', 'Hi', '', ''], [0, 2, 5, 8, 8, 9, 11, 11])
    """
    whole = Words([], [], [], [])
    begin = 0
    for text, words in texts:
        end = begin + len(text)
        whole.forms.extend(words.forms + _BETWEEN)
        whole.starts.extend([start + begin for start in words.starts] + [end] * REACH)
        whole.ends.extend([stop + begin for stop in words.ends] + [end] * REACH)
        whole.gaps.extend(words.gaps + _STARTS)
        begin = end + 1
    whole.gaps.append(START)
    return whole
