"""Tells by its little words whether a paragraph is written in English: others need fewer proofs."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.circumstances.spelling import is_caseless
from gateway.detection.circumstances.surroundings import Rows
from gateway.detection.names.small_words import FUNCTION_WORDS, little_words

# Little words of English that others have, too: "in", "so" and "was" are German.
_SHARED: Final = frozenset(
    {
        "a", "an", "any", "as", "by", "can", "do", "for", "had", "he", "her", "him", "his", "i", "if", "in", "is", "me",
        "my", "no", "of", "on", "or", "so", "than", "to", "was", "we", "were", "will",
    }
)  # fmt: skip
_ARTICLES: Final = frozenset({"das", "de", "den", "der", "des", "die", "du", "el", "la", "le", "les", "un", "una"})
_CYRILLIC: Final = re.compile("[\u0400-\u04ff]{2}")


def sign(form: str) -> int:
    """Returns 1 for a little word of English, -1 for one of another language or script, and 0 for others.

    >>> [sign(each) for each in ("the", "nicht", "in", "врач", "医生", "nurse")]
    [1, -1, 0, -1, -1, 0]
    """
    small = form.lower()
    if small in FUNCTION_WORDS:
        return 0 if small in _SHARED else 1
    return -1 if small in little_words() or small in _ARTICLES or _is_of_another_script(form) else 0


def in_english(signs: NDArray[np.int8], paragraphs: Rows) -> NDArray[np.bool_]:
    """Returns which words stand in paragraphs with at least as many little words of English as of other languages.

    >>> in_english(np.array([1, -1, 0, -1, -1]), np.array([0, 0, 0, 2, 2])).tolist()
    [True, True, True, False, False]
    """
    return (np.bincount(paragraphs, signs) >= 0)[paragraphs]


def _is_of_another_script(form: str) -> bool:
    return not form.isascii() and (is_caseless(form) or _CYRILLIC.match(form) is not None)
