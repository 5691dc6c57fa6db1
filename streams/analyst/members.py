"""Who contributed to a summary that may be published: kept for privacy requests until retention ends."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec
from aiokafka import AIOKafkaConsumer, TopicPartition

from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import Connection
from gateway.kafka.reading import consumer_options
from gateway.records import Topic
from streams.analyst.lines import Line
from streams.analyst.snapshots import OPENING_PARTITION

PREFIX: Final = "members/"
READ_WAIT_MS: Final = 500


def kept(key: str, contributors: Collection[str] | None) -> Line:
    """Returns the record that keeps the contributors of a summary, or that forgets them."""
    value = None if contributors is None else msgspec.json.encode(sorted(contributors))
    return Line(Topic.SNAPSHOTS, PREFIX + key, value, OPENING_PARTITION)


async def read(connection: Connection) -> dict[str, frozenset[str]]:
    """Returns the contributors of every summary for which they are kept, by its key."""
    place = TopicPartition(connection.topic(Topic.SNAPSHOTS), OPENING_PARTITION)
    consumer = AIOKafkaConsumer(**consumer_options(connection))
    members: dict[str, frozenset[str]] = {}
    try:
        await consumer.start()
        if connection.doorbell:
            connection.doorbell.attach(consumer)
        consumer.assign([place])
        end = (await consumer.end_offsets([place]))[place]
        consumer.seek(place, (await consumer.beginning_offsets([place]))[place])
        while await consumer.position(place) < end:
            for record in (await consumer.getmany(place, timeout_ms=READ_WAIT_MS)).get(place, []):
                key = (record.key or b"").decode("ascii", "replace")
                if key.startswith(PREFIX):
                    names = msgspec.json.decode(record.value, type=list[str]) if record.value else ()
                    members[key.removeprefix(PREFIX)] = frozenset(names)
    finally:
        await stop_consumer(consumer)
    return members
