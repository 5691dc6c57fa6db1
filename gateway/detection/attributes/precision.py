"""Which attributes are precise enough to use: how many of their spans touch a label in labelled public prompts.

The counts are from the tuning half of wildchat, sharegpt and medqa (``lab/training/rows.py``). Their labels are
incomplete, so the counts are lower bounds. A test repeats the count. Types without a case there are untested.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from gateway.types import EntityType

LEAST: Final = 0.5  # types with a smaller share of right spans are off


class Counts(NamedTuple):
    """How many spans the recognizers of a type claimed, and how many of these touch a label."""

    claimed: int
    right: int


COUNTS: Final[Mapping[EntityType, Counts]] = {
    EntityType.DEMOGRAPHIC_ATTRIBUTE: Counts(0, 0),
    EntityType.DIETARY_PREFERENCE: Counts(1, 1),
    EntityType.EDUCATIONAL_RECORD: Counts(11, 10),
    EntityType.ETHNICITY: Counts(2, 2),
    EntityType.GENDER: Counts(34, 22),
    EntityType.HEALTH_INFORMATION: Counts(114, 77),
    EntityType.MARITAL_STATUS: Counts(2, 1),
    EntityType.OCCUPATION: Counts(10, 7),
    EntityType.RACE: Counts(4, 4),
    EntityType.RELIGION: Counts(5, 3),
    EntityType.SEXUAL_ORIENTATION: Counts(0, 0),
}


def is_on(entity_type: EntityType) -> bool:
    """Returns whether a type's spans are right often enough, or untested.

    >>> is_on(EntityType.HEALTH_INFORMATION)
    True
    """
    claimed, right = COUNTS[entity_type]
    return right >= LEAST * claimed
