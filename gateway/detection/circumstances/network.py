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
from gateway.detection.sequences import Floats, hidden, in_blocks, multiplied

Bytes = NDArray[np.int8]
Units = NDArray[np.uint8]
Layer = tuple[int, Floats, Floats, np.float32]

STEPS: Final = (1, 2, 4, 8)  # each layer sees a word and those so far from it
BEFORE_AROUND: Final = 2  # of these layers: behind them it counts what is told around a word
_BLOCK: Final = 1024  # words: what they take stays in a processor's cache


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
        sums = multiplied(vectors, self._within)
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
        around = hidden(multiplied(pieces.surroundings(units), self._around), self.scales[2], self.around_bias)

        def classes(seen: slice) -> Floats:
            told = units[seen] + around[pieces.of_words[seen]]
            return self._classes(_deepened(told, paragraphs[seen], layers[BEFORE_AROUND:]))

        return in_blocks(classes, len(first), _BLOCK, sum(STEPS[BEFORE_AROUND:]))

    def _classes(self, units: Floats) -> Floats:
        classes = multiplied(units, self._out)
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
        layers = self.layers.astype(np.float32).reshape(len(STEPS), 3, self.size, self.size)
        return [*zip(STEPS, layers, self.layer_biases, self.scales[3:], strict=False)]

    @cached_property
    def _out(self) -> Floats:
        return self.out.astype(np.float32)


def _deepened(units: Floats, paragraphs: Rows, layers: Sequence[Layer]) -> Floats:
    for step, weights, bias, scale in layers:
        further = hidden(with_neighbours(units, paragraphs, step, weights), scale, bias)
        further += units
        units = further
    return units


def with_neighbours(units: Floats, paragraphs: Rows, step: int, weights: Floats) -> Floats:
    """Returns the sums of each word: of the one before it by so many steps, of itself, and of the one behind it.

    ``weights`` has a matrix for each of the three. What is in another paragraph counts as nothing.

    >>> units, weights = np.array([[1], [2], [3]]), np.array([[[100]], [[10]], [[1]]])
    >>> with_neighbours(units, np.array([0, 0, 1]), 1, weights).tolist()
    [[12.0], [120.0], [30.0]]
    """
    of_before, of_itself, of_behind = weights
    sums = multiplied(units, of_itself)
    if len(units) > step:
        before, behind = multiplied(units[:-step], of_before), multiplied(units[step:], of_behind)
        if paragraphs[0] != paragraphs[-1]:
            are_apart = paragraphs[step:] != paragraphs[:-step]
            before[are_apart] = behind[are_apart] = 0
        sums[step:] += before
        sums[:-step] += behind
    return sums
