"""Decides whether a string looks random, like a secret, or written, like words and code."""

from __future__ import annotations

import math
from collections import Counter
from operator import ne
from typing import Final

_TELLING_LENGTH: Final = 4096
_LEAST_BITS: Final = 1.5
_LEAST_RANDOM_BITS: Final = 2.5
_LEAST_CHANGES: Final = 0.2


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


def looks_random(value: str) -> bool:
    """Returns whether a value looks drawn at random: letters and digits, whose kinds and cases keep alternating.

    Of the neighbours in a random hexadecimal value about 47 % are of different kinds, in base64 62 %; in names in code,
    words and numbers joined by signs it is seldom more than 15 %.

    >>> looks_random("9f86d081884c7d659a2feaa0c55ad015"), looks_random("tokenFromRequestHeader2")
    (True, False)
    """
    value = value[:_TELLING_LENGTH]
    kinds = [_kind(character) for character in value if character.isalnum()]
    changes = sum(map(ne, kinds, kinds[1:]))
    return (
        len(set(kinds)) > 1
        and "digit" in kinds
        and changes >= _LEAST_CHANGES * len(kinds)
        and bits_per_character(value) >= _LEAST_RANDOM_BITS
    )


def _kind(letter_or_digit: str) -> str:
    if letter_or_digit.isdigit():
        return "digit"
    return "upper" if letter_or_digit.isupper() else "lower"
