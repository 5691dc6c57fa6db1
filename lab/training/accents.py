"""Letters without their accents, as many people type."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

_LAST: Final = "\u052f"  # of Latin, Greek and Cyrillic letters: what others lose with their marks is no accent
_LETTERS: Final = frozenset("йїЙЇ")  # of their own, and on every keyboard
_BARE: Final = {"ł": "l", "Ł": "L", "ı": "i", "đ": "d", "ø": "o"}


def without_accents(text: str) -> str:
    """Returns a text of the same length whose Latin, Greek and Cyrillic letters (up to U+052F) have no accents.

    >>> without_accents("żółty çiçeğin λένε ёж 한국")
    'zolty cicegin λενε еж 한국'
    """
    return "".join(map(_without_accent, text))


@cache
def _without_accent(letter: str) -> str:
    if letter > _LAST or letter in _LETTERS:
        return letter
    return _BARE.get(letter) or unicodedata.normalize("NFD", letter)[0]
