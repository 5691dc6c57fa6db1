"""Prompts with known sensitive strings (units) but no types or offsets: a first model helps to make rows of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from gateway.detection.names.tagger import Tagger
from gateway.detection.names.weights import Weights
from lab.training.rows import Labelled, Row, records

ANSWERS: Final = "pupa answers"
_DOUBT: Final = 0.1  # a word outside of units with at least this score may be another kind of entity
_LONGEST: Final = 6000  # characters; longer prompts are pasted documents
_MASKED: Final = re.compile(r"<PRESIDIO\w+>")


def unit_rows(path: Path, field: str = "prompt", source: str = "pupa") -> Iterator[tuple[Row, Sequence[str]]]:
    """Yields the prompts of a file, or their answers, with the prompts' units."""
    for record in records(path):
        units = record["pii_units"]
        if isinstance(units, list):
            yield Row(source, str(record["id"]), str(record[field])), [str(unit) for unit in units]


def places(text: str, unit: str) -> list[tuple[int, int]]:
    """Returns the offsets of a unit as whole words in a text, in any case; none if lower-casing shifts the text.

    >>> places("Ann and Anna met ANN", "ann")
    [(0, 3), (17, 20)]
    """
    lowered = text.lower()
    if not unit or len(lowered) != len(text):
        return []
    found = re.finditer(rf"(?<!\w){re.escape(unit.lower())}(?!\w)", lowered)
    return [match.span() for match in found]


def labelled(rows: Iterator[tuple[Row, Sequence[str]]], first: Weights) -> Iterator[Row]:
    """Yields the prompts as rows: units have the first model's likeliest type; other doubtful words are unknown."""
    tagger = Tagger(replace(first, thresholds=np.full(len(first.types), _DOUBT, dtype=np.float32)))
    for row, units in rows:
        if len(row.text) <= _LONGEST:
            spans = [span for unit in units for place in places(row.text, unit) for span in _typed(tagger, row, place)]
            doubtful = [(span.start, span.end) for span in tagger.find(row.text)]
            masked = [match.span() for match in _MASKED.finditer(row.text)]
            yield replace(row, spans=tuple(spans), unknown=(*doubtful, *masked))


def _typed(tagger: Tagger, row: Row, place: tuple[int, int]) -> Iterator[Labelled]:
    entity_type = tagger.likeliest(row.text, *place)
    if entity_type is not None:
        yield *place, entity_type
