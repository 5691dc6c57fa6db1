"""Reads whole topics, from their beginning to their present end, without a consumer group."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition
from aiokafka.errors import KafkaError

from gateway.errors import Unavailable
from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import Connection
from gateway.kafka.reading import READ_WAIT_MS, consumer_options
from gateway.records import Topic
from streams.commands.folding import Kept

SILENCE_SECONDS = 30.0


async def contents(connection: Connection, partitions: Mapping[Topic, int]) -> Mapping[Topic, Sequence[Kept]]:
    """Returns all records of the topics, those of a key in their order; ``partitions`` says how many each one has.

    Raises Unavailable where the broker refuses, or says nothing for 30 seconds.
    """
    consumer = AIOKafkaConsumer(**consumer_options(connection) | {"auto_offset_reset": "earliest"})
    places = {
        TopicPartition(connection.topic(topic), number): topic
        for topic, count in partitions.items()
        for number in range(count)
    }
    found: dict[Topic, list[Kept]] = {topic: [] for topic in partitions}
    try:
        async with asyncio.timeout(SILENCE_SECONDS) as patience:
            await consumer.start()
            ends = await consumer.end_offsets(list(places))
            consumer.assign(list(places))
            while waiting := [place for place, end in ends.items() if await consumer.position(place) < end]:
                for place, records in (await consumer.getmany(*waiting, timeout_ms=READ_WAIT_MS)).items():
                    found[places[place]] += map(_kept, records)
                    patience.reschedule(asyncio.get_running_loop().time() + SILENCE_SECONDS)
    except (KafkaError, TimeoutError):
        raise Unavailable(
            "the broker lets this user read none of these topics, or answers no more: look at its log and at the "
            "rights of broker.sasl_username"
        ) from None
    finally:
        await stop_consumer(consumer)
    return found


def _kept(record: ConsumerRecord) -> Kept:
    return Kept((record.key or b"").decode("utf-8", "replace"), record.value)
