"""The model: what it knows of words by themselves, and the networks whose mean says what words tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from gateway.detection.circumstances.groups import WordGroups
from gateway.detection.circumstances.network import Bytes, CircumstanceNetwork, Units
from gateway.detection.circumstances.side_by_side import SideBySide
from gateway.detection.circumstances.surroundings import Rows
from gateway.detection.circumstances.traits import features
from gateway.detection.sequences import Floats, shares
from gateway.types import EntityType

# Networks are surer than they are right (Guo and others, 2017, "On Calibration of Modern Neural Networks").
_TEMPERATURE: Final = np.float32(1.15)


@dataclass(frozen=True, repr=False)
class CircumstanceModel:
    """Networks of one size over the same words, which were trained in different ways: each of them errs elsewhere.

    ``known`` tells the row of a word in ``vectors``, whose last row is that of all other words. Of each network ``met``
    tells it in ``own``, whose first row is that of words that training met seldom, and ``alike`` in ``groups``, whose
    first row is that of words in no group.
    """

    types: tuple[EntityType, ...]
    known: Mapping[str, int]
    met: Mapping[str, int]
    alike: WordGroups
    vectors: Bytes
    networks: tuple[CircumstanceNetwork, ...]

    @property
    def size(self) -> int:
        """How many units the first layers of all networks have together."""
        return sum(network.size for network in self.networks)

    def first(self, forms: Sequence[str]) -> Units:
        """Returns the first layers of all networks side by side, a row for each word by itself."""
        rows = features(forms, self.known, self.met, self.alike)
        vectors = self.vectors[rows.vectors].astype(np.float32)
        return np.concatenate([network.first(vectors, rows) for network in self.networks], axis=1)

    def shares(self, first: Units, paragraphs: Rows) -> Floats:
        """Returns how likely each word tells nothing and each type, from first layers and the numbers of paragraphs.

        A word's shares depend on nothing else in the same call, not even in the last bit.
        """
        logits = self._side_by_side.logits(first, paragraphs) / _TEMPERATURE
        return np.asarray(shares(logits).mean(axis=1))

    @cached_property
    def _side_by_side(self) -> SideBySide:
        return SideBySide(self.networks)
