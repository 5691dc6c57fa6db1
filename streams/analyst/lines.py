"""What is to be written, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from gateway.records import Record, Topic


@dataclass(frozen=True, slots=True)
class Line:
    """A record to write; without a value a tombstone."""

    topic: Topic
    key: str
    value: Record | bytes | None
    partition: int | None = None
