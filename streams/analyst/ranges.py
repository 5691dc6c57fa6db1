"""Reads texts again that stand between two offsets of a partition, without a group."""

from __future__ import annotations

from collections.abc import AsyncIterator

from gateway.kafka.connection import Connection
from gateway.kafka.topics_reader import TopicsReader
from gateway.records import AnalyticsText, Topic, Undecodable, decode_analytics


async def texts_between(
    connection: Connection, partition: int, first: int, end: int
) -> AsyncIterator[list[AnalyticsText]]:
    """Yields the texts from the offset ``first`` to before ``end``, some hundred at a time."""
    at_most = {Topic.ANALYTICS: {partition: first}}
    async with TopicsReader(connection, {Topic.ANALYTICS: [partition]}, at_most=at_most) as reader:
        async for fetched in reader.to_end():
            within = [record.value for _, record in fetched if first <= record.offset < end]
            yield [text for value in within if (text := _text(value)) is not None]
            if len(within) < len(fetched):
                return


def _text(value: bytes | None) -> AnalyticsText | None:
    try:
        record = decode_analytics(value)
    except Undecodable:
        return None
    return record if isinstance(record, AnalyticsText) else None
