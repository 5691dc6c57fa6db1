"""The model as a value, which the tagger reads and training writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.contexts import Indices
from gateway.detection.names.features import OFFSETS, REACH, Describe, describe
from gateway.detection.names.lexicon import Lexicon
from gateway.detection.sequences import multiplied
from gateway.types import EntityType

Floats = NDArray[np.float32]
# Wide enough: the sum of about fifty features of five words and seven joint ones, of a byte each, is below 2 ** 15.
Sums = NDArray[np.int16]

NOTHING: Final = 0  # the class of words that belong to no entity; the other classes are the types
HIGHEST: Final = 1023  # of a hidden unit: 127 times this, summed over all units, is exact in 24 bits
_MOST: Final = 80  # highest logit: its exponential does not overflow


class OfWords(NamedTuple):
    """The kinds of words, and their contributions to the hidden units of themselves and the words around, unscaled."""

    kinds: Indices
    added: Sums


class Logits(NamedTuple):
    """The logits of each word: for an entity of any type rather than none, and for each type."""

    presence: Floats
    of_types: Floats


@dataclass(frozen=True, repr=False)
class Weights:
    """A network with one hidden layer over features of words; each weight has one byte.

    ``own`` has a row for each feature of a word itself, with weights for each position relative to the judged word;
    ``joint`` has a row for each joint feature. Columns are hidden units. A hidden unit's value is the sum times
    ``scale`` plus ``bias``, as a whole number between 0 and ``HIGHEST``. ``out`` with ``out_scale`` and ``out_bias``
    leads from there to the logits of ``NOTHING`` and of ``types``. All sums are of whole numbers, so a word's score
    does not depend, even in the last bit, on other words judged in the same call. ``slope`` and the ``intercepts`` of
    types calibrate the presence logit; ``thresholds`` are the scores from which a type's spans count.
    ``describe`` is the code that the features were made with.
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
    describe: Describe = describe

    def of_words(self, forms: Sequence[str]) -> OfWords:
        """Returns the kinds and contributions of words, in order."""
        described = [self.describe(form, self.lexicon) for form in forms]
        rows = [self._rows(each.features) for each in described]
        added = np.zeros((len(forms), *self.own.shape[1:]), dtype=np.int16)
        # Feature by feature of all words at once: shorter lists end with the row that adds nothing.
        for column in zip_longest(*rows, fillvalue=len(self.own)):
            added += self._own_and_nothing.take(column, axis=0)
        return OfWords(np.array([each.kind for each in described], dtype=np.int32), added)

    def logits(self, added: Sums, joined: Indices) -> Logits:
        """Returns the logits of each word from the words' contributions and joint features."""
        count = len(added)
        total = np.zeros((count, len(self.bias)), dtype=np.int16)
        for features in joined.T:
            total += self.joint.take(features, axis=0)
        for place in range(OFFSETS):
            offset = place - REACH  # of the contributing word from the judged one
            first, last = max(0, -offset), min(count, count - offset)
            if first < last:
                total[first:last] += added[first + offset : last + offset, place]
        hidden = np.clip(np.rint(total * self.scale + self.bias), 0, HIGHEST)
        classes = multiplied(hidden, self._out) * self.out_scale + self.out_bias
        of_types = classes[:, NOTHING + 1 :]
        over_nothing = np.minimum(of_types - classes[:, NOTHING : NOTHING + 1], _MOST)
        return Logits(np.log(np.exp(over_nothing).sum(axis=1)), of_types)

    def scores(self, presence: Floats, best: NDArray[np.intp]) -> Floats:
        """Returns the calibrated probabilities that words belong to an entity; ``best`` are their best types."""
        return np.asarray(1 / (1 + np.exp(-(self.slope * presence + self.intercepts[best]))), dtype=np.float32)

    def _rows(self, features: Sequence[str]) -> list[int]:
        return [self.features[each] for each in features if each in self.features]

    @cached_property
    def _own_and_nothing(self) -> NDArray[np.int8]:
        return np.concatenate([self.own, np.zeros_like(self.own[:1])])

    @cached_property
    def _out(self) -> Floats:
        return self.out.astype(np.float32)
