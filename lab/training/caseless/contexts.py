"""Marked prompts whose values give way to slots: where values stand is learned, not which they are.

They are by authors who had seen neither other prompts nor the rules; a folder has the files of one language.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from gateway.types import EntityType
from lab.training.rows import Row
from lab.training.written import marked_in

FOLDER: Final = Path(__file__).parents[1] / "circumstances" / "prompts"
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
_BRACES: Final = str.maketrans("{}", "()")


def contexts(language: str) -> Iterator[str]:
    """Yields the prompts of a language with slots in braces; values of other types stay, and braces are parentheses."""
    for row in _rows(language):
        written = row.text.translate(_BRACES)
        text, last = "", 0
        for start, end, entity_type in sorted(row.spans):
            text += written[last:start] + _slot(entity_type, written[start:end])
            last = end
        yield text + written[last:]


@cache
def said(language: str) -> Mapping[str, Sequence[str]]:
    """Returns what the contexts of a language say of people, by slots.

    >>> {*said("hi")} == {*SAID.values()}
    True
    """
    values: defaultdict[str, list[str]] = defaultdict(list)
    for row in _rows(language):
        for start, end, entity_type in row.spans:
            if entity_type in SAID:
                values[SAID[entity_type]].append(row.text[start:end])
    return {slot: tuple(dict.fromkeys(each)) for slot, each in values.items()}


def _rows(language: str) -> Iterator[Row]:
    files = sorted((FOLDER / language).glob("*.txt"))
    return (row for file in files for row in marked_in(file) if row.text)


def _slot(entity_type: EntityType, value: str) -> str:
    if entity_type is EntityType.NAME:
        return "{name}" if " " in value else "{first}"
    return f"{{{_SLOTS[entity_type]}}}" if entity_type in _SLOTS else value
