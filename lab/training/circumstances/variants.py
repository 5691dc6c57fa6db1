"""Variants of texts, in which some words are others: more to ask a teacher about than anybody could write.

Most of the others are like the word that they replace, by the groups that a teacher puts words in or by their vectors,
and the rest are any words of the texts; so a teacher says what "plumber" tells where somebody wrote "nurse", and where
nobody would write it (Tang and others, 2019, "Distilling Task-Specific Knowledge from BERT into Simple Neural
Networks", section 3.3).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gateway.detection.circumstances.spelling import spelled
from lab.training.circumstances.designs import Read

_RATES: Final = (0.08, 0.15, 0.25)  # of the words are replaced
_ALIKE: Final = 0.35  # of those by a word of the same group, if their word is in one
_NEAR: Final = 0.7  # of those by such a word, or by one whose vector is near
_NEAREST: Final = 20


class Neighbours(NamedTuple):
    """Words of a language by what is like them.

    ``vectors`` has the words as they are written; ``alike`` has those of a word's group, for a word as tables spell it.
    """

    vectors: Mapping[str, NDArray[np.int8]]
    alike: Mapping[str, Sequence[str]]


class Variants:
    """Makes variants of texts in a language: the same ones of a text each time, as long as ``texts`` are the same.

    Words that neighbours do not know are replaced by words of ``texts``.
    """

    def __init__(self, texts: Sequence[Read], neighbours: Neighbours) -> None:
        vectors, self._alike = neighbours
        rows = np.array([*vectors.values()], dtype=np.float32)
        self._directions = rows / np.maximum(1, np.linalg.norm(rows, axis=1, keepdims=True))
        self._words = list(vectors)
        self._places = {spelled(word): place for place, word in reversed([*enumerate(vectors)])}
        self._any = [text.text[start:end] for text in texts for start, end in _words(text)]
        self._near: dict[str, list[str]] = {}

    def of(self, text: Read, count: int) -> Iterator[str]:
        """Yields so many variants of a text."""
        random = Random(zlib.crc32(text.text.encode(errors="replace")))
        for _ in range(count):
            yield "".join(self._perhaps_others(text, random, random.choice(_RATES)))

    def _perhaps_others(self, text: Read, random: Random, rate: float) -> Iterator[str]:
        at = 0
        for start, end in _words(text):
            if random.random() < rate:
                yield text.text[at:start]
                yield self._another(text.text[start:end], random)
                at = end
        yield text.text[at:]

    def _another(self, word: str, random: Random) -> str:
        return in_case_of(word, random.choice(self._others(spelled(word), random.random()) or self._any))

    def _others(self, word: str, chance: float) -> Sequence[str]:
        if chance < _ALIKE and word in self._alike:
            return self._alike[word]
        return self._nearest(word) if chance < _NEAR else []

    def _nearest(self, word: str) -> list[str]:
        if word not in self._places:
            return []
        if word not in self._near:
            nearness = self._directions @ self._directions[self._places[word]]
            nearest = np.argsort(-nearness, kind="stable")[: _NEAREST + 1].tolist()
            self._near[word] = [self._words[each] for each in nearest if spelled(self._words[each]) != word]
        return self._near[word]


def _words(text: Read) -> Iterator[tuple[int, int]]:
    """Yields the half-open offsets of the words of at least two letters."""
    words = text.example.words
    for start, end in zip(words.starts, words.ends, strict=True):
        if end - start > 1 and text.text[start].isalpha():
            yield start, end


def in_case_of(word: str, other: str) -> str:
    """Returns another word in the case of a word.

    >>> in_case_of("Nurse", "plumber"), in_case_of("HIV", "flu"), in_case_of("ill", "Sick")
    ('Plumber', 'FLU', 'sick')
    """
    if word.isupper():
        return other.upper()
    return other.capitalize() if word[0].isupper() else other.lower()
