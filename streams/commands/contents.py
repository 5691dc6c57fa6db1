"""Reads whole topics, from their beginning to their present end, without a consumer group."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition
from aiokafka.errors import KafkaError

from gateway.errors import Unavailable
from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import Connection
from gateway.kafka.producer import partition_of
from gateway.kafka.reading import READ_WAIT_MS, consumer_options
from gateway.records import Topic
from streams.commands.folding import Kept

SILENCE_SECONDS = 30.0


async def contents(
    connection: Connection, partitions: Mapping[Topic, int], *, since_ms: int = 0, key: str | None = None
) -> Mapping[Topic, Sequence[Kept]]:
    """Returns all records of the topics, those of a key in their order; ``partitions`` says how many each one has.

    With ``since_ms``, those that were written since; with a ``key``, those of this key. Raises as `read_all` does.
    """
    found: dict[Topic, list[Kept]] = {topic: [] for topic in partitions}
    await read_all(connection, partitions, lambda topic, kept: found[topic].append(kept), since_ms=since_ms, key=key)
    return found


async def read_all(
    connection: Connection,
    partitions: Mapping[Topic, int],
    take: Callable[[Topic, Kept], None],
    *,
    since_ms: int = 0,
    key: str | None = None,
) -> None:
    """Passes the records to ``take``, one after the other.

    Raises Unavailable where the broker refuses, or says nothing for 30 seconds.
    """
    consumer = AIOKafkaConsumer(**consumer_options(connection) | {"auto_offset_reset": "earliest"})
    topics = {connection.topic(topic): topic for topic in partitions}
    places = [
        TopicPartition(name, number)
        for name, topic in topics.items()
        for number in range(partitions[topic])
        if key is None or number == partition_of(key.encode(), partitions[topic])
    ]
    try:
        async with asyncio.timeout(SILENCE_SECONDS) as patience:
            await consumer.start()
            # The embedded broker knows no times of records; there is little to pass over there.
            ends = await _assign(consumer, places, 0 if connection.embedded else since_ms)
            while waiting := [place for place, end in ends.items() if await consumer.position(place) < end]:
                for place, records in (await consumer.getmany(*waiting, timeout_ms=READ_WAIT_MS)).items():
                    for kept in map(_kept, records):
                        if key in (None, kept.key) and kept.at_ms >= since_ms:
                            take(topics[place.topic], kept)
                    patience.reschedule(asyncio.get_running_loop().time() + SILENCE_SECONDS)
    except (KafkaError, TimeoutError):
        raise Unavailable(
            "the broker lets this user read none of these topics, or answers no more: look at its log and at the "
            "rights of broker.sasl_username"
        ) from None
    finally:
        await stop_consumer(consumer)


async def _assign(
    consumer: AIOKafkaConsumer, places: Sequence[TopicPartition], since_ms: int
) -> Mapping[TopicPartition, int]:
    """Begins with what was written at ``since_ms`` or later; returns where the partitions end now."""
    ends: Mapping[TopicPartition, int] = await consumer.end_offsets(list(places))
    found = await consumer.offsets_for_times(dict.fromkeys(places, since_ms)) if since_ms else {}
    # No await between these: a consumer without a position would fetch one itself.
    consumer.assign(list(places))
    for place, first in found.items():
        consumer.seek(place, ends[place] if first is None else first.offset)
    return ends


def _kept(record: ConsumerRecord) -> Kept:
    key = (record.key or b"").decode("utf-8", "replace")
    return Kept(key, record.value, f"{record.partition}/{record.offset}", record.timestamp)
