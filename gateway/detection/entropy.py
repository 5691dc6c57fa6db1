"""Decides whether a string looks random, like a secret, or written, like words and code."""

from __future__ import annotations

import math
from collections import Counter
from typing import Final

_TELLING_LENGTH: Final = 4096
_LEAST_BITS: Final = 1.5


def bits_per_character(value: str) -> float:
    """Returns the Shannon entropy of the value's character frequencies, in bits per character.

    >>> bits_per_character("aaaa"), bits_per_character("abcd")
    (0.0, 2.0)
    """
    counts = Counter(value)
    return sum(count / len(value) * math.log2(len(value) / count) for count in counts.values())


def looks_secret(value: str) -> bool:
    """Returns whether a value beside a word for secret is one: enough entropy, and digits, or letters with symbols.

    Words (``required``) and names in code (``self.user_password``) are not secrets, so secrets of letters alone are
    missed.

    >>> looks_secret("hunter2"), looks_secret("Tr&bador"), looks_secret("user_password")
    (True, True, False)
    """
    value = value[:_TELLING_LENGTH].rstrip(".:!?")
    letters = any(map(str.isalpha, value))
    digits = any(map(str.isdigit, value))
    symbols = any(not (character.isalnum() or character in "_-.") for character in value)
    return (digits or (letters and symbols)) and bits_per_character(value) >= _LEAST_BITS


def looks_drawn(value: str) -> bool:
    """Returns whether a candidate with a short prefix (``sk-``, ``cg-``) is a token and not words: it has a digit.

    >>> looks_drawn("sk-3kTwq9Zp0Lxv8NcR2a"), looks_drawn("sk-oriented-dialogue-systems")
    (True, False)
    """
    return any(map(str.isdigit, value)) and bits_per_character(value[:_TELLING_LENGTH]) >= _LEAST_BITS
