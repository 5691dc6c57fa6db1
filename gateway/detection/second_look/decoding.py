"""Turns the probabilities of tokens into spans of whole words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.contexts import Indices
from gateway.detection.names.decoding import parts
from gateway.detection.names.weights import Floats
from gateway.detection.names.words import Words
from gateway.detection.second_look.labels import OUTSIDE, TYPES, entity_type
from gateway.types import EntityType

_TINY: Final = 1e-6

Offsets = NDArray[np.int64]


@dataclass(frozen=True, repr=False)
class Judged:
    """The tokens of a text: half-open offsets, and the probabilities of the labels for each."""

    starts: Offsets
    ends: Offsets
    probabilities: Floats


@dataclass(frozen=True, repr=False)
class WordScores:
    """For each word the probability that it belongs to an entity, and a score for each of ``TYPES``."""

    scores: Floats
    of_types: Floats


class Decoder:
    """Turns the probabilities of a model with these labels into scores of words."""

    def __init__(self, labels: Sequence[str]) -> None:
        self._outside = labels.index(OUTSIDE)
        self._columns = np.zeros((len(labels), len(TYPES)), dtype=np.float32)
        for row, label in enumerate(labels):
            if each := entity_type(label):
                self._columns[row, TYPES.index(each)] = 1

    def words(self, words: Words, judged: Judged) -> WordScores:
        """Returns the scores of words: the highest of its tokens' scores, and the sum of their scores per type."""
        scores = np.zeros(len(words.forms), dtype=np.float32)
        of_types = np.zeros((len(words.forms), len(TYPES)), dtype=np.float32)
        of_pieces = judged.probabilities @ self._columns
        for at, pieces in _words_of(words, judged):
            np.maximum.at(scores, at, 1 - judged.probabilities[pieces, self._outside])
            np.add.at(of_types, at, of_pieces[pieces])
        return WordScores(scores, of_types)


def _words_of(words: Words, judged: Judged) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yields indexes of words with the tokens that begin in them, then with the tokens that only end in them."""
    first = np.searchsorted(words.ends, judged.starts, side="right")
    last = np.searchsorted(words.starts, judged.ends, side="left") - 1
    begin = np.flatnonzero(first <= last)
    end = np.flatnonzero(first < last)
    yield first[begin], begin
    yield last[end], end


Found = tuple[int, int, EntityType, float]
"""The first word, the word after the last, their type and score."""


def spans_of_words(word_scores: WordScores, thresholds: Floats, gaps: Indices) -> Iterator[Found]:
    """Yields runs of adjacent words that reach their thresholds, split where the type changes."""
    counting = np.flatnonzero(word_scores.scores >= thresholds).tolist()
    logits = np.log(word_scores.of_types + _TINY)
    for first, last, type_index in parts(counting, logits.argmax(axis=1), logits, gaps.tolist(), TYPES):
        yield first, last, TYPES[type_index], float(word_scores.scores[first:last].max())
