"""The model as a value: what the tagger reads and the training writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.contexts import Indices
from gateway.detection.names.features import OFFSETS, REACH, kind, lowered, own_features
from gateway.detection.names.lexicon import Lexicon
from gateway.types import EntityType

Floats = NDArray[np.float32]
# Wide enough: some fifty features of five words and seven joint ones of a byte each are below 2 ** 15.
Sums = NDArray[np.int16]

NOTHING: Final = 0  # the class of words that belong to no entity; the others are the types
HIGHEST: Final = 1023  # of a hidden unit: so many times 127, summed over all units, is exact in 24 bits


_ROWS: Final = 256  # multiplied at a time: of more, threads take shares, which cost ten times what they save
_MOST: Final = 80  # of a logit: its power is a number yet


class OfWord(NamedTuple):
    """A word's kind, and what it adds to the hidden units of the words around it and its own, in bytes' units."""

    kind: int
    added: Sums


class Logits(NamedTuple):
    """Of each word how much speaks for an entity rather than nothing, and for each type."""

    presence: Floats
    of_types: Floats


@dataclass(frozen=True, repr=False)
class Weights:
    """A network over features of words with one hidden layer, whose weights have one byte.

    ``own`` has a row for each feature of a word itself, with weights for each place at which the word may stand from
    the word to be judged; ``joint`` has one for each joint feature. A column is a hidden unit, whose value is a whole
    number between 0 and ``HIGHEST``: the sum times ``scale`` plus ``bias``. ``out`` leads from there to the logits of
    ``NOTHING`` and of ``types``, by ``out_scale`` and ``out_bias``. All sums are of whole numbers, so that a word's
    score is the same to the last bit whatever else is judged beside it. ``slope`` and ``intercepts``, one a type, turn
    the presence logit into a calibrated one; ``thresholds`` are the scores from which a type's spans count.
    """

    types: tuple[EntityType, ...]
    features: Mapping[str, int]
    own: NDArray[np.int8]
    joint: NDArray[np.int8]
    scale: Floats
    bias: Floats
    out: NDArray[np.int8]
    out_scale: Floats
    out_bias: Floats
    lexicon: Lexicon
    slope: float
    intercepts: Floats
    thresholds: Floats

    def of_word(self, form: str) -> OfWord:
        """What a word says by itself and adds around itself."""
        entry = self.lexicon.entry(lowered(form))
        known = [self.features[each] for each in own_features(form, entry) if each in self.features]
        rows = np.array(known, dtype=np.intp)
        return OfWord(kind(form, entry), np.add.reduce(self.own.take(rows, axis=0), axis=0, dtype=np.int16))

    def logits(self, added: Sums, joined: Indices) -> Logits:
        """The logits of each word, given what each adds and its joint features."""
        count = len(added)
        total = np.zeros((count, len(self.bias)), dtype=np.int16)
        for features in joined.T:
            total += self.joint.take(features, axis=0)
        for place in range(OFFSETS):
            offset = place - REACH  # the word that adds stands this far after the word that is judged
            first, last = max(0, -offset), min(count, count - offset)
            if first < last:
                total[first:last] += added[first + offset : last + offset, place]
        hidden = np.clip(np.rint(total * self.scale + self.bias), 0, HIGHEST)
        classes = np.empty((count, len(self.out_bias)), dtype=np.float32)
        for at in range(0, count, _ROWS):
            np.matmul(hidden[at : at + _ROWS], self._out, out=classes[at : at + _ROWS])
        classes = classes * self.out_scale + self.out_bias
        of_types = classes[:, NOTHING + 1 :]
        over_nothing = np.minimum(of_types - classes[:, NOTHING : NOTHING + 1], _MOST)
        return Logits(np.log(np.exp(over_nothing).sum(axis=1)), of_types)

    def scores(self, presence: Floats, best: NDArray[np.intp]) -> Floats:
        """Calibrated probabilities that words belong to an entity, given the types that fit them best."""
        return np.asarray(1 / (1 + np.exp(-(self.slope * presence + self.intercepts[best]))), dtype=np.float32)

    @cached_property
    def _out(self) -> Floats:
        return self.out.astype(np.float32)
