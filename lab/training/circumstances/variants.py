"""Variants of texts, in which some words are others: more to ask a teacher about than anybody could write.

Most of the others are near the word that they replace, by their vectors, and the rest are any words of the texts; so a
teacher says what "plumber" tells where somebody wrote "nurse", and where nobody would write it (Tang and others, 2019,
"Distilling Task-Specific Knowledge from BERT into Simple Neural Networks", section 3.3).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Final

import numpy as np

from lab.training.circumstances.designs import Vectors

_WORD: Final = re.compile(r"[A-Za-z]{2,}")
_RATES: Final = (0.08, 0.15, 0.25)  # of the words are replaced
_NEAR: Final = 0.65  # of those by a near word, if their word has a vector
_NEAREST: Final = 20


class Variants:
    """Makes variants of English texts: the same ones of a text each time, as long as ``texts`` are the same."""

    def __init__(self, texts: Sequence[str], vectors: Vectors) -> None:
        rows = vectors.rows[:-1].astype(np.float32)
        self._directions = rows / np.maximum(1, np.linalg.norm(rows, axis=1, keepdims=True))
        self._known = vectors.known
        self._words = list(vectors.known)
        self._any = [word[0].lower() for text in texts for word in _WORD.finditer(text)]
        self._near: dict[str, list[str]] = {}

    def of(self, text: str, count: int) -> Iterator[str]:
        """Yields so many variants of a text."""
        random = Random(zlib.crc32(text.encode(errors="replace")))
        for _ in range(count):
            yield _WORD.sub(partial(self._perhaps_another, random, random.choice(_RATES)), text)

    def _perhaps_another(self, random: Random, rate: float, match: re.Match[str]) -> str:
        word = match[0]
        if random.random() >= rate:
            return word
        near = self._nearest(word.lower()) if random.random() < _NEAR else []
        return in_case_of(word, random.choice(near or self._any))

    def _nearest(self, word: str) -> list[str]:
        if word not in self._known:
            return []
        if word not in self._near:
            nearness = self._directions @ self._directions[self._known[word]]
            nearest = np.argsort(-nearness, kind="stable")[: _NEAREST + 1].tolist()
            self._near[word] = [self._words[each] for each in nearest if self._words[each] != word]
        return self._near[word]


def in_case_of(word: str, other: str) -> str:
    """Returns another word in the case of a word.

    >>> in_case_of("Nurse", "plumber"), in_case_of("HIV", "flu"), in_case_of("ill", "sick")
    ('Plumber', 'FLU', 'sick')
    """
    if len(word) > 1 and word.isupper():
        return other.upper()
    return other.capitalize() if word[0].isupper() else other
