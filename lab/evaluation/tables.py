"""What leaves of the prompts, as tables to read: detectors side by side, a table for each half of a collection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from gateway.types import JsonObject
from lab.reporting.tables import Cell, Column, Table, to_markdown


def table(result: JsonObject) -> str:
    """Returns a table for each half of each collection."""
    collections = cast(dict[str, dict[str, dict[str, JsonObject]]], result["collections"])
    blocks = [_block(f"{name}, {half}", each) for name, halves in collections.items() for half, each in halves.items()]
    return "\n\n".join(blocks)


def _block(title: str, by_detector: dict[str, JsonObject]) -> str:
    counts = next(iter(by_detector.values()))
    readable = [f"{name}: {part}" for name in by_detector for part in ("wholly", "partly")]
    columns = [Column("readable"), Column("values"), *map(Column, readable)]
    rows = [_row(name, tallies) for name, tallies in _tallies(by_detector)]
    lines = [_precision(name, figures) for name, figures in by_detector.items()]
    head = f"{title}: {counts['prompts']} prompts"
    return "\n".join([head, "", to_markdown(Table(title, title, columns, rows)), "", *lines])


def _tallies(by_detector: dict[str, JsonObject]) -> Iterator[tuple[str, list[JsonObject]]]:
    counts = [cast(dict[str, JsonObject], figures) for figures in by_detector.values()]
    for name in ("all", "secrets"):
        yield name, [each[name] for each in counts]
    for group in ("types", "languages", "domains"):
        for name in counts[0][group]:
            yield name, [cast(dict[str, JsonObject], each[group])[name] for each in counts]


def _row(name: str, tallies: list[JsonObject]) -> list[Cell]:
    readable = [cast(int, tally[part]) for tally in tallies for part in ("wholly", "partly")]
    return [name, cast(int, tallies[0]["values"]), *readable]


def _precision(name: str, figures: JsonObject) -> str:
    alarms = cast(dict[str, int], figures["false_alarms"])
    by_type = ", ".join(f"{entity_type} {count}" for entity_type, count in alarms.items())
    return (
        f"{name}: {figures['leaking_prompts']} prompts leak; {figures['replaced']} parts replaced, "
        f"precision {figures['precision']}; false alarms: {by_type or 'none'}"
    )
