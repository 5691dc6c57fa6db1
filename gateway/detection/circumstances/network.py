"""A small network over words: what a word is by itself, what is told around it, and what it is among the next ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.circumstances.surroundings import ParagraphPieces, Rows
from gateway.detection.circumstances.traits import WordTraits
from gateway.detection.sequences import Floats, hidden, in_blocks

Bytes = NDArray[np.int8]
Units = NDArray[np.uint8]
Layer = tuple[int, Floats, Floats, np.float32]

STEPS: Final = (1, 2, 4, 8)  # each layer sees a word and those so far from it
BEFORE_AROUND: Final = 2  # of these layers: behind them it counts what is told around a word
_BLOCK: Final = 1024  # words: what they take stays in a processor's cache
_TOGETHER: Final = 64  # words multiplied at a time: with more, BLAS uses threads, which cost more than they save


@dataclass(frozen=True, repr=False)
class CircumstanceNetwork:
    """Hidden layers of whole numbers; each weight has one byte.

    ``within`` leads from a word's vector to the first layer, to which its rows in ``own``, ``endings``, ``kinds`` and
    ``groups`` are added. Each further layer adds what it makes of a word and of two others, as far from it as ``STEPS``
    says and in the same paragraph; behind the second, ``around`` adds what it makes of all that is told around a word
    (``surroundings.py``). ``out`` leads to the logits of "nothing" and of each type. All sums are exact, so a word's
    logits depend on nothing else in the same call, not even in the last bit.
    """

    within: Bytes
    own: Bytes
    endings: Bytes
    kinds: Bytes
    groups: Bytes
    bias: Floats
    around: Bytes
    around_bias: Floats
    layers: Bytes
    layer_biases: Floats
    out: Bytes
    out_bias: Floats
    scales: Floats

    @property
    def size(self) -> int:
        """How many units a layer has."""
        return len(self.bias)

    def first(self, vectors: Floats, rows: WordTraits) -> Units:
        """Returns the first layer of words, each by itself, from their vectors and the rows of what else they are."""
        sums = _multiplied(vectors, self._within)
        others = self.own[rows.own].astype(np.float32) + self.endings[rows.endings]
        others += self.kinds[rows.kinds]
        others += self.groups[rows.groups]
        sums = sums * self.scales[0] + others * self.scales[1]
        return hidden(sums, np.float32(1), self.bias).astype(np.uint8)

    def logits(self, first: Units, paragraphs: Rows) -> Floats:
        """Returns a logit for each word and class, from their first layer and the numbers of their paragraphs."""
        layers = self._by_step

        def near(seen: slice) -> Floats:
            return _deepened(first[seen].astype(np.float32), paragraphs[seen], layers[:BEFORE_AROUND])

        units = in_blocks(near, len(first), _BLOCK, sum(STEPS[:BEFORE_AROUND])).astype(np.uint16)
        pieces = ParagraphPieces.of(paragraphs)
        around = hidden(_multiplied(pieces.surroundings(units), self._around), self.scales[2], self.around_bias)

        def classes(seen: slice) -> Floats:
            told = units[seen] + around[pieces.of_words[seen]]
            return self._classes(_deepened(told, paragraphs[seen], layers[BEFORE_AROUND:]))

        return in_blocks(classes, len(first), _BLOCK, sum(STEPS[BEFORE_AROUND:]))

    def _classes(self, units: Floats) -> Floats:
        classes = _multiplied(units, self._out)
        classes *= self.scales[-1]
        classes += self.out_bias
        return classes

    @cached_property
    def _within(self) -> Floats:
        return self.within.astype(np.float32)

    @cached_property
    def _around(self) -> Floats:
        return self.around.astype(np.float32)

    @cached_property
    def _by_step(self) -> list[Layer]:
        layers = self.layers.astype(np.float32)
        return [*zip(STEPS, layers, self.layer_biases, self.scales[3:], strict=False)]

    @cached_property
    def _out(self) -> Floats:
        return self.out.astype(np.float32)


def _deepened(units: Floats, paragraphs: Rows, layers: Sequence[Layer]) -> Floats:
    for step, weights, bias, scale in layers:
        further = hidden(_multiplied(beside(units, paragraphs, step), weights), scale, bias)
        further += units
        units = further
    return units


def beside(hidden: Floats, paragraphs: Rows, step: int) -> Floats:
    """Returns for each word the units of the one before it by so many steps, its own, and those of the one behind it.

    What is in another paragraph counts as nothing.

    >>> units = np.array([[1], [2], [3]], dtype=np.float32)
    >>> beside(units, np.array([0, 0, 1]), 1).tolist()
    [[0.0, 1.0, 2.0], [1.0, 2.0, 0.0], [0.0, 3.0, 0.0]]
    """
    count, size = hidden.shape
    together = np.zeros((count, 3 * size), dtype=np.float32)
    together[:, size : 2 * size] = hidden
    if count > step:
        together[step:, :size] = hidden[:-step]
        together[:-step, 2 * size :] = hidden[step:]
        if paragraphs[0] != paragraphs[-1]:
            others = np.flatnonzero(paragraphs[step:] != paragraphs[:-step])
            together[others + step, :size] = 0
            together[others, 2 * size :] = 0
    return together


def _multiplied(rows: Floats, weights: Floats) -> Floats:
    products = np.empty((len(rows), weights.shape[1]), dtype=np.float32)
    for at in range(0, len(rows), _TOGETHER):
        np.matmul(rows[at : at + _TOGETHER], weights, out=products[at : at + _TOGETHER])
    return products
