"""A small network over words: what a word is by itself, what is told around it, and what it is among the next ones.

Here are its weights and its first layer; ``side_by_side.py`` has the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.circumstances.traits import WordTraits
from gateway.detection.sequences import Floats, hidden, multiplied

Bytes = NDArray[np.int8]
Units = NDArray[np.uint8]

STEPS: Final = (1, 2, 4, 8)  # each layer sees a word and those so far from it
BEFORE_AROUND: Final = 2  # of these layers: behind them it counts what is told around a word


@dataclass(frozen=True, repr=False)
class CircumstanceNetwork:
    """Hidden layers of whole numbers; each weight has one byte.

    ``within`` leads from a word's vector to the first layer, to which its rows in ``own``, ``endings``, ``kinds`` and
    ``groups`` are added. Each further layer adds what it makes of a word and of two others, as far from it as ``STEPS``
    says and in the same paragraph; behind the second, ``around`` adds what it makes of all that is told around a word
    (``surroundings.py``). ``out`` leads to the logits of "nothing" and of each type.
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

    @cached_property
    def _within(self) -> Floats:
        return self.within.astype(np.float32)
