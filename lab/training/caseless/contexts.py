"""Marked prompts as contexts of names, and what they say of people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from gateway.types import EntityType
from lab.training.contexts import marked_rows, slotted

# The slots of what is said of people: their values are those of the contexts themselves, no list has them.
SAID: Final[Mapping[EntityType, str]] = {
    EntityType.HEALTH_INFORMATION: "health",
    EntityType.OCCUPATION: "work",
    EntityType.TIME: "when",
    EntityType.EDUCATIONAL_RECORD: "grade",
    EntityType.MARITAL_STATUS: "marital",
}
_SLOTS: Final[Mapping[EntityType, str]] = {
    EntityType.GEOLOCATION: "city",
    EntityType.AFFILIATION: "org",
    EntityType.ADDRESS: "street",
    **SAID,
}


def contexts(language: str) -> Iterator[str]:
    """Yields the prompts of a language with slots in braces; values of other types stay."""
    return (slotted(row, _slot) for row in marked_rows(language))


@cache
def said(language: str) -> Mapping[str, Sequence[str]]:
    """Returns what the contexts of a language say of people, by slots.

    >>> {*said("hi")} == {*SAID.values()}
    True
    """
    values: defaultdict[str, list[str]] = defaultdict(list)
    for row in marked_rows(language):
        for start, end, entity_type in row.spans:
            if entity_type in SAID:
                values[SAID[entity_type]].append(row.text[start:end])
    return {slot: tuple(dict.fromkeys(each)) for slot, each in values.items()}


def _slot(entity_type: EntityType, value: str) -> str:
    if entity_type is EntityType.NAME:
        return "{name}" if " " in value else "{first}"
    return f"{{{_SLOTS[entity_type]}}}" if entity_type in _SLOTS else value
