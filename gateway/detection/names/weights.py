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
Positions = NDArray[np.int64]

PRESENCE: Final = 0  # the column that says how surely a word belongs to an entity; the others say to which type


class OfWord(NamedTuple):
    """A word's kind, its cue, and what it adds to the logits of the words around it and its own, in bytes' units."""

    kind: int
    cue: int
    added: NDArray[np.int16]


@dataclass(frozen=True, repr=False)
class Weights:
    """A linear model over features of words, with weights of one byte.

    ``own`` has a row for each feature of a word itself, with weights for each place at which the word may stand from
    the word to be judged; ``joint`` has one for each joint feature. Column ``PRESENCE`` is one logistic model, the
    others are a multinomial one over ``types``. ``scale`` turns bytes into weights. ``slope`` and ``intercept`` turn
    the presence logit into a calibrated one; ``thresholds`` are the scores from which a type's spans count.
    """

    types: tuple[EntityType, ...]
    features: Mapping[str, int]
    own: NDArray[np.int8]
    joint: NDArray[np.int8]
    scale: Floats
    bias: Floats
    cues: Mapping[str, int]
    lexicon: Lexicon
    slope: float
    intercept: float
    thresholds: Floats

    def of_word(self, form: str) -> OfWord:
        """What a word says by itself and adds around itself."""
        lower = lowered(form)
        entry = self.lexicon.entry(lower)
        rows = [self.features[each] for each in own_features(form, entry) if each in self.features]
        return OfWord(kind(form, entry), self.cues.get(lower, 0), self.own[rows].sum(axis=0, dtype=np.int16))

    def presence(self, added: NDArray[np.int16], joined: Indices) -> Floats:
        """Of each word the logit that it belongs to an entity, given what each adds and its joint features."""
        total = self._joint_presence[joined].sum(axis=1, dtype=np.int32)
        count = len(added)
        for place in range(OFFSETS):
            offset = place - REACH  # the word that adds stands this far after the word that is judged
            first, last = max(0, -offset), min(count, count - offset)
            if first < last:
                total[first:last] += added[first + offset : last + offset, place]
        return np.asarray(total * self.scale[PRESENCE] + self.bias[PRESENCE], dtype=np.float32)

    def of_types(self, added: NDArray[np.int16], joined: Indices, at: Positions) -> Floats:
        """Of the words at some positions the logits of the types."""
        total = self.joint[joined[at], 1:].sum(axis=1, dtype=np.int32)
        for place in range(OFFSETS):
            adding = at + (place - REACH)
            inside = (adding >= 0) & (adding < len(added))
            total[inside] += added[adding[inside], place]
        return np.asarray(total * self.scale[1:] + self.bias[1:], dtype=np.float32)

    def scores(self, presence: Floats) -> Floats:
        """Calibrated probabilities from presence logits."""
        return np.asarray(1 / (1 + np.exp(-(self.slope * presence + self.intercept))), dtype=np.float32)

    @cached_property
    def _joint_presence(self) -> NDArray[np.int8]:
        return np.ascontiguousarray(self.joint[:, PRESENCE])
