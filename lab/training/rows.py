"""Reads labelled rows from files in the formats of the published data sets."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from gateway.types import PRESIDIO_NAMES, EntityType, JsonObject

Labelled = tuple[int, int, EntityType]
Half = Literal["held-out", "tuned", "all"]

WNUT17: Final[Mapping[str, EntityType]] = {
    "person": EntityType.NAME,
    "location": EntityType.GEOLOCATION,
    "corporation": EntityType.AFFILIATION,
    "group": EntityType.AFFILIATION,
    "product": EntityType.PRODUCT,
    "creative-work": EntityType.PRODUCT,
}
_SPAN_TYPES: Final = {**PRESIDIO_NAMES, **WNUT17}
# Types that wnut17 does not label, so its rows say nothing about them.
_TIMES: Final = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|now|\w+day|mon|tue|wed|thu|fri|sat|sun|jan|feb|march|april|may|june|july|aug"
    r"|sept|october|november|december|\d+\S*|week\w*|month\w*|year\w*|morning|night|am|pm|hours?|hrs?|mins?|minutes?"
    r"|days?|noon|evening|afternoon)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, repr=False)
class Row:
    """A text with its labelled spans; the parts in ``unknown`` have no reliable label.

    ``key`` decides which half the row belongs to.
    """

    source: str
    key: str
    text: str
    spans: tuple[Labelled, ...] = ()
    unknown: tuple[tuple[int, int], ...] = ()

    @property
    def is_held_out(self) -> bool:
        """Whether the row belongs to the held-out half, that is, the SHA-256 of its key is odd.

        >>> Row("wnut17", "a", "").is_held_out, Row("wnut17", "c", "").is_held_out
        (True, False)
        """
        return hashlib.sha256(self.key.encode()).digest()[-1] % 2 == 1

    def is_in(self, half: Half) -> bool:
        """Returns whether the row belongs to a half, which may also be all rows."""
        return half == "all" or self.is_held_out is (half == "held-out")


def beginning(text: str) -> str:
    """Returns the first forty characters without case and extra spaces; prompts that share them are often the same.

    >>> beginning("Dear   Ann")
    'dear ann'
    """
    return " ".join(text[:200].lower().split())[:40]


def read(path: Path) -> Iterator[Row]:
    """Yields the labelled rows of a file; none for other files (pupa, phone numbers)."""
    for record in records(path):
        yield from _row(path.stem, record)


def records(path: Path) -> Iterator[JsonObject]:
    """Yields the objects in a file of JSON lines."""
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _row(source: str, record: JsonObject) -> Iterator[Row]:
    text = record.get("text")
    if isinstance(text, str) and "entities" in record:
        yield Row(source, str(record["id"]), text, tuple(_occurrences(text, record["entities"])))
    elif isinstance(text, str) and "spans" in record:
        spans = tuple(_spans(text, record["spans"]))
        unknown = () if "template" in record else tuple(match.span() for match in _TIMES.finditer(text))
        yield Row(source, str(record.get("template", text)), text, spans, unknown)
    elif isinstance(text, str) and "intent" in record:
        yield Row(source, text, text)
    elif "turns" in record:
        yield from _turns(source, record)


def _spans(text: str, spans: object) -> Iterator[Labelled]:
    for span in spans if isinstance(spans, list) else ():
        start, end = int(span["start"]), int(span["end"])
        yield start, end, _titled(text[start:end], _SPAN_TYPES[span["type"]])


def _titled(value: str, entity_type: EntityType) -> EntityType:
    """Returns the type of a title: NAME for a title of address such as "Dr.", else unchanged."""
    is_short = entity_type is EntityType.OCCUPATION and len(value) < 6
    return EntityType.NAME if is_short else entity_type


def _occurrences(text: str, entities: object) -> Iterator[Labelled]:
    for entity in entities if isinstance(entities, list) else ():
        forms = {entity["text"], *entity["variants"]}
        for form in sorted(filter(None, forms)):
            for match in re.finditer(rf"(?<!\w){re.escape(form)}(?!\w)", text):
                yield match.start(), match.end(), EntityType(entity["type"])


_SLOTS: Final[tuple[tuple[str, EntityType], ...]] = (
    (r"address", EntityType.ADDRESS),
    (r"phone", EntityType.PHONE_NUMBER),
    (r"date|time|number_of_days|duration|stay_length", EntityType.TIME),
    (r"therapist_name|recipient_name|director|actors|starring|artist", EntityType.NAME),
    (r"city|location|destination|origin|area|station|airport", EntityType.GEOLOCATION),
    (r"restaurant_name|property_name|hotel_name|place_name|attraction_name", EntityType.AFFILIATION),
    (r"amount|price|fare|balance|rent", EntityType.FINANCIAL_INFORMATION),
    (r"movie_name|song_name|event_name|album|title|car_name", EntityType.PRODUCT),
)


def _slot_type(slot: str) -> EntityType | None:
    return next((kind for rule, kind in _SLOTS if re.search(rule, slot)), None)


def _turns(source: str, record: JsonObject) -> Iterator[Row]:
    turns = record["turns"]
    for turn in turns if isinstance(turns, list) else ():
        if isinstance(turn, dict):
            yield Row(source, str(record["id"]), str(turn["text"]), tuple(_slots(turn.get("slots"))))


def _slots(slots: object) -> Iterator[Labelled]:
    for name, start, end in slots if isinstance(slots, list) else ():
        entity_type = _slot_type(name)
        if entity_type is not None:
            yield int(start), int(end), entity_type
