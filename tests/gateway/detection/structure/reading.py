"""What a format reads of a text, and what its labels say that is."""

from __future__ import annotations

from gateway.detection.structure.field import Format
from gateway.detection.structure.judging import judged
from gateway.detection.structure.meanings import known
from gateway.types import EntityType


def labelled_values(read: Format, text: str) -> list[tuple[str, str]]:
    """Returns the label and the value of each field."""
    return [(field.label, text[field.start : field.end]) for field in read(text)]


def typed_values(read: Format, text: str) -> list[tuple[str, EntityType]]:
    """Returns the value and the type of each field that looks as its label says."""
    return [(text[span.start : span.end], span.entity_type) for span in judged([*known(read(text), text)], text)]
