"""Who contributed to a summary that may be published: kept for privacy requests until retention ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from gateway.kafka.connection import Connection
from gateway.kafka.topics_reader import TopicsReader
from gateway.records import Topic
from streams.analyst.lines import Line
from streams.analyst.snapshots import OPENING_PARTITION

PREFIX: Final = "members/"
AT_ONCE: Final = 10_000


def records(contributors: Collection[str]) -> int:
    """Returns in how many records so many contributors are kept.

    >>> records([""] * 10_001)
    2
    """
    return -(-len(contributors) // AT_ONCE)


def kept(key: str, contributors: Collection[str]) -> list[Line]:
    """Returns what keeps the contributors of a summary.

    >>> kept("60/7", {"b", "a"})[0].key
    'members/60/7/0'
    """
    names = sorted(contributors)
    parts = [names[start : start + AT_ONCE] for start in range(0, len(names), AT_ONCE)]
    return [_line(key, number, msgspec.json.encode(part)) for number, part in enumerate(parts)]


def forgotten(key: str, count: int) -> list[Line]:
    """Returns what forgets the contributors of a summary that are kept in so many records."""
    return [_line(key, number, None) for number in range(count)]


def _line(key: str, number: int, value: bytes | None) -> Line:
    return Line(Topic.SNAPSHOTS, f"{PREFIX}{key}/{number}", value, OPENING_PARTITION)


async def read(connection: Connection) -> dict[str, frozenset[str]]:
    """Returns the contributors of every summary for which they are kept, by its key."""
    parts: dict[str, list[str]] = {}
    async with TopicsReader(connection, {Topic.SNAPSHOTS: [OPENING_PARTITION]}) as reader:
        async for fetched in reader.to_end():
            for _, record in fetched:
                key = (record.key or b"").decode("ascii", "replace")
                if key.startswith(PREFIX):
                    parts[key] = msgspec.json.decode(record.value, type=list[str]) if record.value else []
    return _joined(parts)


def _joined(parts: Mapping[str, Collection[str]]) -> dict[str, frozenset[str]]:
    members: dict[str, frozenset[str]] = {}
    for key, part in parts.items():
        summary = key.removeprefix(PREFIX).rpartition("/")[0]
        members[summary] = members.get(summary, frozenset()) | frozenset(part)
    return members
