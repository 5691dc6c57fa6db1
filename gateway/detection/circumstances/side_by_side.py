"""Networks side by side: what they make of words, with one product of matrices where each would need one.

Short texts cost calls rather than products, and all networks together need no more calls than one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.circumstances.network import BEFORE_AROUND, STEPS, CircumstanceNetwork, Units
from gateway.detection.circumstances.surroundings import ParagraphPieces, Rows
from gateway.detection.sequences import Floats, hidden, in_blocks, multiplied_each

Layer = tuple[int, Floats, Floats, Floats]

_BLOCK: Final = 1024  # words: what they take stays in a processor's cache


class SideBySide:
    """The layers of networks of one size. Their units stand side by side: first all of the first network's.

    All sums are exact, so a word's logits depend on nothing else in the same call, not even in the last bit.
    """

    def __init__(self, networks: Sequence[CircumstanceNetwork]) -> None:
        size, count = networks[0].size, len(networks)
        scales = np.array([network.scales for network in networks])

        def stacked(name: str) -> Floats:
            return np.stack([getattr(network, name) for network in networks]).astype(np.float32)

        layers = stacked("layers").reshape(count, len(STEPS), 3, size, size).transpose(1, 2, 0, 3, 4)
        biases = stacked("layer_biases").transpose(1, 0, 2).reshape(len(STEPS), -1)
        of_layers = scales[:, 3 : 3 + len(STEPS)].T.repeat(size, axis=1)
        self._layers: list[Layer] = [*zip(STEPS, np.ascontiguousarray(layers), biases, of_layers, strict=True)]
        self._around, self._around_bias = stacked("around"), stacked("around_bias").ravel()
        self._around_scale = scales[:, 2].repeat(size)
        self._out, self._out_bias = stacked("out"), stacked("out_bias").ravel()
        self._out_scale = scales[:, -1].repeat(self._out.shape[2])

    def logits(self, first: Units, paragraphs: Rows) -> Floats:
        """Returns the logits of each word, network and class, from first layers and the numbers of paragraphs."""

        def near(seen: slice) -> Floats:
            return _deepened(first[seen].astype(np.float32), paragraphs[seen], self._layers[:BEFORE_AROUND])

        units = in_blocks(near, len(first), _BLOCK, sum(STEPS[:BEFORE_AROUND])).astype(np.uint16)
        pieces = ParagraphPieces.of(paragraphs)
        around = self._told_around(pieces, units)

        def classes(seen: slice) -> Floats:
            told = units[seen] + around[pieces.of_words[seen]]
            return self._classes(_deepened(told, paragraphs[seen], self._layers[BEFORE_AROUND:]))

        logits = in_blocks(classes, len(first), _BLOCK, sum(STEPS[BEFORE_AROUND:]))
        count, _, width = self._out.shape
        return logits.reshape(len(first), count, width)

    def _told_around(self, pieces: ParagraphPieces, units: NDArray[np.uint16]) -> Floats:
        count, size, _ = self._out.shape
        told = pieces.surroundings(units).reshape(-1, 2, count, size)
        # The means and the highest of each network.
        of_each = told.transpose(0, 2, 1, 3).reshape(-1, 2 * count * size)
        return hidden(multiplied_each(of_each, self._around), self._around_scale, self._around_bias)

    def _classes(self, units: Floats) -> Floats:
        classes = multiplied_each(units, self._out)
        classes *= self._out_scale
        classes += self._out_bias
        return classes


def _deepened(units: Floats, paragraphs: Rows, layers: Sequence[Layer]) -> Floats:
    for step, weights, bias, scale in layers:
        further = hidden(with_neighbours(units, paragraphs, step, weights), scale, bias)
        further += units
        units = further
    return units


def with_neighbours(units: Floats, paragraphs: Rows, step: int, weights: Floats) -> Floats:
    """Returns the sums of each word: of the one before it by so many steps, of itself, and of the one behind it.

    ``weights`` has the matrices of all networks for each of the three. What is in another paragraph counts as nothing.

    >>> units, weights = np.array([[1], [2], [3]]), np.array([[[[100]]], [[[10]]], [[[1]]]])
    >>> with_neighbours(units, np.array([0, 0, 1]), 1, weights).tolist()
    [[12.0], [120.0], [30.0]]
    """
    of_before, of_itself, of_behind = weights
    sums = multiplied_each(units, of_itself)
    if len(units) > step:
        before, behind = multiplied_each(units[:-step], of_before), multiplied_each(units[step:], of_behind)
        if paragraphs[0] != paragraphs[-1]:
            are_apart = paragraphs[step:] != paragraphs[:-step]
            before[are_apart] = behind[are_apart] = 0
        sums[step:] += before
        sums[:-step] += behind
    return sums
