"""A small network over units: what each unit is by itself and with its neighbours, then what it is part of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.eastern.dictionary import LONGEST, Dictionary, mixed
from gateway.detection.eastern.units import LINE, REACH, Codes
from gateway.detection.sequences import Floats, hidden, in_blocks, multiplied
from gateway.types import EntityType

Rows = NDArray[np.int64]

WINDOW: Final = 2 * REACH + 1
GRAMS: Final = 3  # runs of one, two and three units
_BLOCK: Final = 8192
_MARGIN: Final = REACH + LONGEST


@dataclass(frozen=True, repr=False)
class Network:
    """Two hidden layers; each weight has one byte, and all sums are of whole numbers.

    ``grams`` has a row for each hash of a run of units, ``flags`` one for each flag of the dictionary: their sum times
    ``scales[0]`` is the first layer. ``window`` leads from the first layers of nine units to the second, ``out`` from
    there to the logits of "nothing", and of the beginning and the inside of each type. A unit's score so depends on
    nothing else in the same call, not even in the last bit. Spans count from ``thresholds`` on, one for each type.
    """

    types: tuple[EntityType, ...]
    dictionary: Dictionary
    grams: NDArray[np.int8]
    flags: NDArray[np.int8]
    bias: Floats
    window: NDArray[np.int8]
    window_bias: Floats
    out: NDArray[np.int8]
    out_bias: Floats
    scales: Floats
    thresholds: Floats

    def logits(self, codes: Codes) -> Floats:
        """Returns a logit for each unit and class: "nothing", then beginning and inside of each type."""
        return in_blocks(lambda seen: self._logits(codes[seen]), len(codes), _BLOCK, _MARGIN)

    def _logits(self, codes: Codes) -> Floats:
        first = self._first(codes)
        padded = np.concatenate([np.zeros((REACH, first.shape[1]), np.float32), first])
        padded = np.concatenate([padded, padded[:REACH] * 0])
        sums = np.zeros((len(codes), len(self.window_bias)), dtype=np.float32)
        for place, weights in enumerate(self._window):
            sums += multiplied(padded[place : place + len(codes)], weights)
        classes = multiplied(hidden(sums, self.scales[1], self.window_bias), self._out)
        return np.asarray(classes * self.scales[2] + self.out_bias)

    def _first(self, codes: Codes) -> Floats:
        sums = multiplied(self.dictionary.flags(codes), self._flags)
        for rows in gram_rows(codes, len(self.grams)):
            sums += self.grams.take(rows, axis=0)
        return hidden(sums, self.scales[0], self.bias)

    @cached_property
    def _flags(self) -> Floats:
        return self.flags.astype(np.float32)

    @cached_property
    def _window(self) -> Floats:
        return self.window.astype(np.float32)

    @cached_property
    def _out(self) -> Floats:
        return self.out.astype(np.float32)


def gram_rows(codes: Codes, rows: int) -> list[Rows]:
    """Returns for each unit the rows of itself, of it and the next one, and of it between its neighbours.

    >>> [each.shape for each in gram_rows(np.array([20, 21], dtype=np.uint32), 64)]
    [(2,), (2,), (2,)]
    """
    padded = np.concatenate([[np.uint32(LINE)], codes, [np.uint32(LINE)]])
    before, after = padded[:-2], padded[2:]
    pairs = mixed(mixed(codes + np.uint32(1)) ^ after)
    triples = mixed(mixed(mixed(before + np.uint32(2)) ^ codes) ^ after)
    return [(each % np.uint32(rows)).astype(np.int64) for each in (mixed(codes), pairs, triples)]
