"""Ordinary words that the model or the lists take for names; lists of words, spelled as the lists spell them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from gateway.detection.caseless.letters import folded
from gateway.detection.names.small_words import plain_words
from gateway.detection.words import listed_in

ORDINARY: Final = Path(__file__).with_name("ordinary.txt")

# Letters of a word, with its vowel signs, without digits and punctuation.
ARABIC: Final = "\u0620-\u065f\u0670-\u06d3"
HEBREW: Final = "\u05b0-\u05ea\u05f3\u05f4'\""
DEVANAGARI: Final = "\u0900-\u0963"
BENGALI: Final = "\u0980-\u09e3"


@cache
def folded_words(path: Path) -> frozenset[str]:
    """Returns the terms of a file as the lists spell them: without optional signs."""
    return frozenset(map(folded, listed_in(path)))


def is_ordinary(word: str) -> bool:
    """Returns whether a word names nobody by itself: a pronoun, a verb of chats, a label, a number.

    >>> is_ordinary("شوف"), is_ordinary("عدنان"), is_ordinary("12")
    (True, False, True)
    """
    return word.isdigit() or word in plain_words() or folded(word) in folded_words(ORDINARY)
