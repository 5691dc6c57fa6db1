"""Decides whether a string looks random, like a secret, or written, like words and code."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import Final

_TELLING_LENGTH: Final = 4096
_LEAST_BITS: Final = 1.5
_LEAST_RANDOM_BITS: Final = 2.5
_MARGIN: Final = 0.001  # bits: more than the entropy's rounding
_PIECE: Final = re.compile("[A-Z]?[a-z]{2,}|[A-Z]+|[0-9]+|[a-z]")
_NUMBER: Final = re.compile("[0-9]+")
_LONGEST: Final = 3.4  # characters of a random value's pieces, on average
_LONGEST_WITH_ONE_NUMBER: Final = 2.6


def bits_per_character(value: str) -> float:
    """Returns the Shannon entropy of the value's character frequencies, in bits per character.

    >>> bits_per_character("aaaa"), bits_per_character("abcd")
    (0.0, 2.0)
    """
    counts = Counter(value)
    return sum(count / len(value) * math.log2(len(value) / count) for count in counts.values())


def has_bits(value: str, least: float) -> bool:
    """Returns whether the entropy of a value is at least so many bits per character.

    >>> has_bits("abcdabcd", 2.0), has_bits("aaab", 1.0)
    (True, False)
    """
    # No character is as frequent as all have to be on average: that is told sooner than the entropy.
    if value and max(Counter(value).values()) * 2 ** (least + _MARGIN) < len(value):
        return True
    return bits_per_character(value) >= least


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
    return (digits or (letters and symbols)) and has_bits(value, _LEAST_BITS)


def looks_drawn(value: str) -> bool:
    """Returns whether a candidate with a short prefix (``sk-``, ``cg-``) is a token and not words: it has a digit.

    >>> looks_drawn("sk-3kTwq9Zp0Lxv8NcR2a"), looks_drawn("sk-oriented-dialogue-systems")
    (True, False)
    """
    return any(map(str.isdigit, value)) and has_bits(value[:_TELLING_LENGTH], _LEAST_BITS)


def looks_random(value: str) -> bool:
    """Returns whether a value looks drawn at random: letters and digits that alternate more than in words and names.

    It counts pieces: words with or without a capital, runs of capitals, runs of digits. In random base64 a piece has
    1.8 characters on average, in random hexadecimal 2.1; in names in code and words joined by signs 4 and more.

    >>> looks_random("9f86d081884c7d659a2feaa0c55ad015"), looks_random("tokenFromRequestHeader2")
    (True, False)
    """
    pieces = _PIECE.findall(value[:_TELLING_LENGTH])
    digits = len(_NUMBER.findall(value[:_TELLING_LENGTH]))
    longest = (0.0, _LONGEST_WITH_ONE_NUMBER, _LONGEST)[min(digits, 2)]
    return (
        digits < len(pieces)
        and sum(map(len, pieces)) <= longest * len(pieces)
        and has_bits(value[:_TELLING_LENGTH], _LEAST_RANDOM_BITS)
    )
