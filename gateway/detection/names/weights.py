"""The model as a value: what the tagger reads and the training writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.contexts import Indices, Numbered, joint
from gateway.detection.names.features import OFFSETS, REACH, kind, own_features
from gateway.detection.names.lexicon import Lexicon
from gateway.types import EntityType

Floats = NDArray[np.float32]

PRESENCE: Final = 0  # the column that says how surely a word belongs to an entity; the others say to which type


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

    def of_word(self, form: str) -> tuple[int, int, NDArray[np.int16]]:
        """A word's kind, its cue, and what it adds to the word itself and its neighbours."""
        lower = form.strip("_").lower()
        entry = self.lexicon.entry(lower)
        rows = [self.features[each] for each in own_features(form, entry) if each in self.features]
        added = self.own[rows].sum(axis=0, dtype=np.int16)
        return kind(form, entry), self.cues.get(lower, 0), added

    def logits(self, added: NDArray[np.int16], numbered: Numbered) -> Floats:
        """The logits of each word of a text, given what each adds around itself."""
        total = self._joint(joint(numbered, len(self.cues) + 1))
        count = len(added)
        for place in range(OFFSETS):
            offset = place - REACH  # the word that adds stands this far after the word that is judged
            first, last = max(0, -offset), min(count, count - offset)
            if first < last:
                total[first:last] += added[first + offset : last + offset, place]
        return np.asarray(total * self.scale + self.bias, dtype=np.float32)

    def _joint(self, rows: Indices) -> NDArray[np.int32]:
        total = np.zeros((len(rows), len(self.bias)), dtype=np.int32)
        for column in rows.T:
            total += self.joint[column]
        return total

    def scores(self, presence: Floats) -> Floats:
        """Calibrated probabilities from presence logits."""
        return np.asarray(1 / (1 + np.exp(-(self.slope * presence + self.intercept))), dtype=np.float32)
