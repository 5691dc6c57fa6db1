"""The comparator that is learned from pairs which people compared: a linear model over what two variants disclose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

import msgspec

from gateway.plans.comparator import Preference, Shown, Variant, identifying
from gateway.types import Action

SHIPPED: Final = Path(__file__).with_suffix(".json")
# One feature for each: how many spans of the variant are shown like this, by how identifying their type is.
FEATURES: Final = tuple(product((Action.RETAIN, Action.ABSTRACT), (2, 3)))


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was learned: the weight of each feature, and below which difference two variants are SAME."""

    weights: tuple[float, float, float, float]
    same_below: float
    trained_on: str = ""
    pairs: int = 0


def features(spans: Sequence[Shown]) -> tuple[int, ...]:
    """How many spans are retained and abstracted, those that describe before those that name.

    >>> from gateway.types import EntityType
    >>> features([Shown(Action.RETAIN, EntityType.NAME), Shown(Action.REDACT, EntityType.TIME)])
    (0, 1, 0, 0)
    """
    counts = Counter((span.action, identifying(span.entity_type)) for span in spans)
    return tuple(counts[feature] for feature in FEATURES)


@dataclass(frozen=True, slots=True)
class Learned:
    """The learned comparator. It is no preorder: SAME is a band of differences, so it never orders a search."""

    learned: Weights

    def score(self, variant: Variant) -> float:
        """How much the variant discloses: the less, the more private."""
        counted = zip(self.learned.weights, features(variant.spans), strict=True)
        return sum(weight * count for weight, count in counted)

    async def prefer(self, first: Variant, second: Variant) -> Preference:
        """The variant that scores less, by more than the band."""
        difference = self.score(second) - self.score(first)
        if abs(difference) <= self.learned.same_below:
            return Preference.SAME
        return Preference.FIRST if difference > 0 else Preference.SECOND


def shipped() -> Weights:
    """The weights that come with the program.

    >>> shipped().same_below > 0
    True
    """
    return msgspec.json.decode(SHIPPED.read_bytes(), type=Weights)
