"""Reads partitions from their end on, without a consumer group; and the common form of records."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition
from aiokafka.errors import KafkaError

from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import PROBE_SECONDS, Connection
from gateway.kafka.producer import NO_TURN, Producer
from gateway.records import DeadLetter, Topic, Undecodable


class Received(Protocol):
    """A record as it was read, by either client.

    Faust's messages have this form; ``received`` gives it to aiokafka's records.
    """

    @property
    def partition(self) -> int:
        """The partition."""
        ...

    @property
    def offset(self) -> int:
        """The position in the partition."""
        ...

    @property
    def value(self) -> bytes | None:
        """The value, or None for a tombstone."""
        ...

    @property
    def headers(self) -> Sequence[tuple[str, bytes]]:
        """The headers, in order; names may repeat."""
        ...

    @property
    def timestamp(self) -> float:
        """The time when it was written, in seconds since the epoch."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class _Record:
    partition: int
    offset: int
    value: bytes | None
    headers: Sequence[tuple[str, bytes]]
    timestamp: float


def received(record: ConsumerRecord) -> Received:
    """Returns aiokafka's record in the common form: the timestamp, which aiokafka has in milliseconds, in seconds.

    >>> received(ConsumerRecord("topic", 0, 7, 1_500, 0, None, b"value", None, -1, 5, ())).timestamp
    1.5
    """
    return _Record(record.partition, record.offset, record.value, record.headers, record.timestamp / 1000)


class Follower:
    """Reads partitions of a topic from their end, without a consumer group.

    Passes every record to ``take``. A record for which that raises Undecodable becomes a dead letter. Where several
    processes read a partition, only the one that ``owns`` it then writes the dead letter.
    """

    def __init__(
        self,
        connection: Connection,
        topic: Topic,
        take: Callable[[Received], None],
        producer: Producer,
        owns: Callable[[int], bool] = lambda partition: True,
    ) -> None:
        self._connection = connection
        self._topic = topic
        self._take = take
        self._producer = producer
        self._owns = owns
        self._consumer: AIOKafkaConsumer | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self, partitions: Iterable[int]) -> None:
        """Seeks to the end of the partitions; returns once everything written from now on will be read."""
        self._consumer = consumer = AIOKafkaConsumer(**consumer_options(self._connection))
        await consumer.start()
        if self._connection.doorbell:
            self._connection.doorbell.attach(consumer)
        assigned = [TopicPartition(self._connection.topic(self._topic), partition) for partition in partitions]
        consumer.assign(assigned)
        await consumer.seek_to_end(*assigned)
        await asyncio.gather(*map(consumer.position, assigned))
        self._reading = asyncio.create_task(self._read(consumer))

    async def stop(self) -> None:
        """Stops reading."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        if self._consumer is not None:
            await stop_consumer(self._consumer)

    async def end_offsets(self, topic: Topic, partitions: Iterable[int]) -> dict[int, int]:
        """Returns the end offset of each of a topic's partitions; nothing if the broker does not answer in time."""
        if self._consumer is None:
            return {}
        asked = [TopicPartition(self._connection.topic(topic), partition) for partition in partitions]
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                ends = await self._consumer.end_offsets(asked)
        except (KafkaError, TimeoutError):
            return {}
        return {place.partition: end for place, end in ends.items()}

    @property
    def alive(self) -> bool:
        """True while the partitions are being read."""
        return self._reading is not None and not self._reading.done()

    async def _read(self, consumer: AIOKafkaConsumer) -> None:
        while True:
            for records in (await consumer.getmany(timeout_ms=1_000)).values():
                for record in records:
                    await self._deliver(received(record))

    async def _deliver(self, record: Received) -> None:
        try:
            self._take(record)
        except Undecodable as refused:
            if not self._owns(record.partition):
                return
            await self._producer.send_dead_letter(dead_letter_of(self._topic, record, refused.reason), NO_TURN)


def dead_letter_of(topic: Topic, place: Received, reason: str) -> DeadLetter:
    """Returns a record's dead letter: its place, its length and a reason out of ``metrics.DEAD_LETTER_REASONS``."""
    return DeadLetter(
        topic=topic.value,
        partition=place.partition,
        offset=place.offset,
        length=len(place.value or b""),
        reason=reason,
    )


def consumer_options(connection: Connection) -> dict[str, Any]:
    """Returns the options of a consumer without a group that reads from the end and accepts the largest record."""
    return {
        **connection.options,
        "enable_auto_commit": False,
        "auto_offset_reset": "latest",
        "fetch_max_wait_ms": connection.fetch_wait_ms,
        "max_partition_fetch_bytes": connection.max_record_bytes,
        "fetch_max_bytes": max(connection.max_record_bytes, 52_428_800),
    }
