"""Reads whole topics, from their beginning to their present end, without a consumer group."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from aiokafka import ConsumerRecord
from aiokafka.errors import KafkaError

from gateway.errors import Unavailable
from gateway.kafka.connection import Connection
from gateway.kafka.producer import partition_of
from gateway.kafka.topics_reader import TopicsReader
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
    numbers = {
        topic: range(count) if key is None else [partition_of(key.encode(), count)]
        for topic, count in partitions.items()
    }
    since = dict.fromkeys(partitions, since_ms / 1000) if since_ms else None
    try:
        async with asyncio.timeout(SILENCE_SECONDS) as patience, TopicsReader(connection, numbers, since) as reader:
            async for fetched in reader.to_end():
                for topic, record in fetched:
                    kept = _kept(record)
                    if key in (None, kept.key) and kept.at_ms >= since_ms:
                        take(topic, kept)
                patience.reschedule(asyncio.get_running_loop().time() + SILENCE_SECONDS)
    except (KafkaError, TimeoutError):
        raise Unavailable(
            "the broker lets this user read none of these topics, or answers no more: look at its log and at the "
            "rights of broker.sasl_username"
        ) from None


def _kept(record: ConsumerRecord) -> Kept:
    key = (record.key or b"").decode("utf-8", "replace")
    return Kept(key, record.value, f"{record.partition}/{record.offset}", record.timestamp)
