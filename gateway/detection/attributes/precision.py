"""Which attributes earn their place: how many of their spans touch a label in prompts that others labelled.

The counts are those of the tuned half of wildchat, sharegpt and medqa (``gateway/detection/training/rows.py``), whose
labels are incomplete, so that they are lower bounds; a test counts again. Of a type without a case nothing is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from gateway.types import EntityType

LEAST: Final = 0.5  # a type of which fewer spans are right is off


class Counts(NamedTuple):
    """How many spans a type's recognizers claim, and how many of them touch a label."""

    claimed: int
    right: int


COUNTS: Final[Mapping[EntityType, Counts]] = {
    EntityType.EDUCATIONAL_RECORD: Counts(11, 10),
    EntityType.ETHNICITY: Counts(0, 0),
    EntityType.GENDER: Counts(34, 22),
    EntityType.HEALTH_INFORMATION: Counts(60, 49),
    EntityType.MARITAL_STATUS: Counts(2, 1),
    EntityType.OCCUPATION: Counts(7, 5),
    EntityType.RACE: Counts(4, 4),
    EntityType.RELIGION: Counts(5, 3),
    EntityType.SEXUAL_ORIENTATION: Counts(0, 0),
}


def is_on(entity_type: EntityType) -> bool:
    """Whether a type's spans are right often enough, or were never put to the test.

    >>> is_on(EntityType.HEALTH_INFORMATION)
    True
    """
    claimed, right = COUNTS[entity_type]
    return right >= LEAST * claimed
