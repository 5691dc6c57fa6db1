"""Reads texts again that stand between two offsets of a partition, without a group."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from aiokafka import AIOKafkaConsumer, TopicPartition

from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import Connection
from gateway.kafka.reading import consumer_options
from gateway.records import AnalyticsText, Topic, Undecodable, decode_analytics

AT_ONCE: Final = 1024
READ_WAIT_MS: Final = 500


async def texts_between(
    connection: Connection, partition: int, first: int, end: int
) -> AsyncIterator[list[AnalyticsText]]:
    """Yields the texts from the offset ``first`` to before ``end``, about a thousand at a time."""
    place = TopicPartition(connection.topic(Topic.ANALYTICS), partition)
    consumer = AIOKafkaConsumer(**consumer_options(connection))
    try:
        await consumer.start()
        if connection.doorbell:
            connection.doorbell.attach(consumer)
        consumer.assign([place])
        first = max(first, (await consumer.beginning_offsets([place]))[place])
        consumer.seek(place, first)
        while await consumer.position(place) < end:
            records = await consumer.getmany(place, timeout_ms=READ_WAIT_MS, max_records=AT_ONCE)
            yield [
                text
                for record in records.get(place, [])
                if record.offset < end and (text := _text(record.value)) is not None
            ]
    finally:
        await stop_consumer(consumer)


def _text(value: bytes | None) -> AnalyticsText | None:
    try:
        record = decode_analytics(value)
    except Undecodable:
        return None
    return record if isinstance(record, AnalyticsText) else None
