"""Reading without a group: records as any client hands them over, and a follower of partitions from their end."""

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
    """A record as it was read, by whichever client.

    Faust's messages are records as they are; aiokafka's become records by ``received``.
    """

    @property
    def partition(self) -> int:
        """The partition that it was read from."""
        ...

    @property
    def offset(self) -> int:
        """Its place in the partition."""
        ...

    @property
    def value(self) -> bytes | None:
        """What it holds; None for a tombstone."""
        ...

    @property
    def headers(self) -> Sequence[tuple[str, bytes]]:
        """Its headers, in order; names may repeat."""
        ...

    @property
    def timestamp(self) -> float:
        """When it was written, in seconds since the epoch."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class _Record:
    partition: int
    offset: int
    value: bytes | None
    headers: Sequence[tuple[str, bytes]]
    timestamp: float


def received(record: ConsumerRecord) -> Received:
    """Return the record that aiokafka read, with its timestamp, which is in milliseconds there, in seconds.

    >>> received(ConsumerRecord("topic", 0, 7, 1_500, 0, None, b"value", None, -1, 5, ())).timestamp
    1.5
    """
    return _Record(record.partition, record.offset, record.value, record.headers, record.timestamp / 1000)


class Follower:
    """Reads partitions of a topic from their end, without a group, for as long as it runs.

    ``take`` gets every record; one that it finds Undecodable becomes a dead letter.
    """

    def __init__(
        self, connection: Connection, topic: Topic, take: Callable[[Received], None], producer: Producer
    ) -> None:
        self._connection = connection
        self._topic = topic
        self._take = take
        self._producer = producer
        self._consumer: AIOKafkaConsumer | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self, partitions: Iterable[int]) -> None:
        """Stands at the end of the partitions: what is written after this is read."""
        self._consumer = consumer = AIOKafkaConsumer(**consumer_options(self._connection))
        await consumer.start()
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
        """The end of each of a topic's partitions; empty while the broker does not say."""
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
        """Whether the partitions are being read."""
        return self._reading is not None and not self._reading.done()

    async def _read(self, consumer: AIOKafkaConsumer) -> None:
        while True:
            for records in (await consumer.getmany(timeout_ms=1_000)).values():
                for record in records:
                    await self._deliver(received(record))

    async def _deliver(self, record: Received) -> None:
        try:
            self._take(record)
        except Undecodable:
            await self._producer.send_dead_letter(dead_letter_of(self._topic, record, "undecodable"), NO_TURN)


def dead_letter_of(topic: Topic, place: Received, reason: str) -> DeadLetter:
    """The dead letter of a record: where it is, how long, and why, one of ``metrics.DEAD_LETTER_REASONS``."""
    return DeadLetter(
        topic=topic.value,
        partition=place.partition,
        offset=place.offset,
        length=len(place.value or b""),
        reason=reason,
    )


def consumer_options(connection: Connection) -> dict[str, Any]:
    """The options of a consumer without a group, which reads from the end and takes the largest record."""
    return {
        **connection.options,
        "enable_auto_commit": False,
        "auto_offset_reset": "latest",
        "fetch_max_wait_ms": connection.fetch_wait_ms,
        "max_partition_fetch_bytes": connection.max_record_bytes,
        "fetch_max_bytes": max(connection.max_record_bytes, 52_428_800),
    }
