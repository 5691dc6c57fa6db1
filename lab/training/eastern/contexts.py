"""Sentences of marked prompts as frames: with slots for people, places and organisations, or without any."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from gateway.types import EntityType
from lab.training.contexts import Slot, marked_rows, slotted
from lab.training.rows import Row

_SLOTS: Final[Mapping[EntityType, str]] = {
    EntityType.GEOLOCATION: "{place}",
    EntityType.AFFILIATION: "{org}",
    EntityType.ADDRESS: "{address}",
}
# What a name without a space is that has two characters; in Thai, of any length.
_SHORT_NAMES: Final = {"zh": "{name}", "ja": "{surname}", "ko": "{given}", "th": "{given}"}
_SHORTEST_NAMES: Final = {"ja": "{given}"}  # those of one character are surnames elsewhere
_LONGER: Final = {"zh": 2, "ja": 3, "ko": 2}  # than this a name is whole
_END: Final = re.compile(r"(?<=[。！？!?])|(?<=\. )|\n")
_ARGUABLE: Final = "\0"
_CHOOSING: Final = str.maketrans("|[]", "/()")  # frames mean something by these


def sentences(language: str) -> Iterator[str]:
    """Yields the sentences and lines of the marked prompts of a language, but for those with something arguable."""
    slot = _slot_in(language)
    for row in marked_rows(language):
        whole = slotted(_without_arguable(row), slot).translate(_CHOOSING)
        yield from (each for part in _END.split(whole) if (each := part.strip()) and _ARGUABLE not in each)


def _slot_in(language: str) -> Slot:
    def slot(entity_type: EntityType, value: str) -> str:
        if entity_type is not EntityType.NAME:
            return _SLOTS.get(entity_type, value)
        if len(value) == 1:
            return _SHORTEST_NAMES.get(language, "{surname}")
        is_whole = " " in value or len(value) > _LONGER.get(language, len(value))
        return "{name}" if is_whole else _SHORT_NAMES[language]

    return slot


def _without_arguable(row: Row) -> Row:
    text = row.text
    for start, end in row.unknown:
        text = text[:start] + _ARGUABLE * (end - start) + text[end:]
    return replace(row, text=text)
