"""Everything that stands on a broker, record by record, for searching it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient

from gateway.kafka import aiokafka_changes

LARGEST_FETCH_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Dumped:
    """One record as the broker holds it, out of its batch and decompressed."""

    topic: str
    partition: int
    offset: int
    key: bytes | None
    headers: tuple[tuple[str, bytes | None], ...]
    value: bytes | None
    timestamp_ms: int

    @property
    def content(self) -> bytes:
        """All bytes that a producer chose, one part a line."""
        headers = [part for name, value in self.headers for part in (name.encode(), value or b"")]
        return b"\n".join([self.topic.encode(), self.key or b"", *headers, self.value or b""])


async def dump(bootstrap: str, topic_prefix: str = "") -> list[Dumped]:
    """All records that stand now in all partitions of the topics with the prefix, as the product reads them."""
    aiokafka_changes.apply()
    consumer = AIOKafkaConsumer(
        bootstrap_servers=bootstrap,
        auto_offset_reset="earliest",
        enable_auto_commit=False,
        max_partition_fetch_bytes=LARGEST_FETCH_BYTES,
    )
    places = await _places(bootstrap, topic_prefix)
    async with consumer:
        return [record async for record in _read(consumer, places)]


async def _places(bootstrap: str, topic_prefix: str) -> list[TopicPartition]:
    admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap)
    await admin.start()
    topics = await admin.describe_topics()
    await admin.close()
    return [
        TopicPartition(topic["topic"], partition["partition"])
        for topic in topics
        for partition in topic["partitions"]
        if topic["topic"].startswith(topic_prefix)
    ]


async def _read(consumer: AIOKafkaConsumer, places: list[TopicPartition]) -> AsyncIterator[Dumped]:
    consumer.assign(places)
    ends = await consumer.end_offsets(places)
    while [place for place in places if await consumer.position(place) < ends[place]]:
        for records in (await consumer.getmany(timeout_ms=1_000)).values():
            for record in records:
                yield _dumped(record)


def _dumped(record: ConsumerRecord[bytes | None, bytes | None]) -> Dumped:
    headers = tuple(record.headers)
    return Dumped(record.topic, record.partition, record.offset, record.key, headers, record.value, record.timestamp)
