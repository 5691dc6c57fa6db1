"""What topics hold now, read to their end on a real broker."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiokafka import AIOKafkaProducer
from aiokafka.admin import AIOKafkaAdminClient, NewTopic

from gateway.kafka import topics_reader
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.topics_reader import TopicsReader
from gateway.records import Topic
from streams.topics.embedded import FETCH_WAIT_MS, EmbeddedBroker
from tests.gateway.wires import turn_ids
from tests.support.kafka import RealBroker
from tests.support.transactions import write_transaction
from tests.support.waiting import eventually

FIRST, SECOND, THIRD = [turn for turn, _ in zip(turn_ids(), range(3), strict=False)]
RECORD_BYTES = 1 << 20
WAIT_SECONDS = 30.0
LONG_AGO = 1_700_000_000

EAGER_COMPACTION = {
    "cleanup.policy": "compact",
    "segment.ms": "100",
    "min.cleanable.dirty.ratio": "0.001",
    "max.compaction.lag.ms": "100",
}
NEW_SEGMENT_SECONDS = 0.15


@dataclass(slots=True)
class Partition:
    """One partition on a broker, and what was read of it."""

    connection: Connection
    read: list[tuple[int, bytes | None]] = field(default_factory=list)

    @property
    def topic(self) -> str:
        """The topic's name on the broker."""
        return self.connection.topic(Topic.OUTCOMES)

    async def write(self, value: bytes, key: bytes = b"key", timestamp_ms: int | None = None) -> None:
        """Writes one record."""
        async with AIOKafkaProducer(**self.connection.options) as producer:
            await producer.send_and_wait(self.topic, value, key, 0, timestamp_ms=timestamp_ms)

    async def transact(self, *turns: str, commit: bool = True) -> None:
        """Writes a transaction as others would."""
        (broker,) = self.connection.bootstrap
        await asyncio.to_thread(write_transaction, broker, self.topic, turns, commit=commit)

    def reader(self, since: float = 0.0, at_most: int | None = None) -> TopicsReader:
        """A reader of it that has not started."""
        limit = {} if at_most is None else {Topic.OUTCOMES: {0: at_most}}
        return TopicsReader(self.connection, {Topic.OUTCOMES: [0]}, {Topic.OUTCOMES: since}, limit)

    async def offsets(
        self, since: float = 0.0, at_most: int | None = None, meanwhile: Callable[[], Awaitable[None]] | None = None
    ) -> list[int]:
        """The offsets of what is read now."""
        self.read = []
        async with asyncio.timeout(WAIT_SECONDS), self.reader(since, at_most) as reader:
            await self.take(reader, meanwhile)
        return [offset for offset, _ in self.read]

    async def take(self, reader: TopicsReader, meanwhile: Callable[[], Awaitable[None]] | None = None) -> None:
        """Reads what is new; after each fetch something else may happen."""
        async for fetched in reader.to_end():
            self.read += [(record.offset, record.value) for _, record in fetched]
            if meanwhile is not None:
                await meanwhile()


async def make(broker: RealBroker, prefix: str, settings: Mapping[str, str]) -> Partition:
    connection = Connection((broker.bootstrap,), RECORD_BYTES, prefix=prefix, fetch_wait_ms=10)
    partition = Partition(connection)
    admin = AIOKafkaAdminClient(**connection.options)
    await admin.start()
    await admin.create_topics([NewTopic(partition.topic, 1, 1, topic_configs=dict(settings))])
    await admin.close()
    return partition


@pytest.fixture
async def partition(real_broker: RealBroker, topic_prefix: str) -> AsyncIterator[Partition]:
    yield await make(real_broker, topic_prefix, {})


async def test_all_records_come_in_order_and_then_it_returns(partition: Partition) -> None:
    for value in (b"a", b"b", b"c"):
        await partition.write(value)
    assert await partition.offsets() == [0, 1, 2]
    assert partition.read == [(0, b"a"), (1, b"b"), (2, b"c")]


async def test_more_than_is_taken_at_once_comes_whole(partition: Partition, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics_reader, "READ_AT_ONCE", 2)
    for value in (b"a", b"b", b"c", b"d", b"e"):
        await partition.write(value)
    assert await partition.offsets() == [0, 1, 2, 3, 4]


async def test_what_was_read_does_not_come_again(partition: Partition) -> None:
    async with partition.reader() as reader:
        assert await reader.at_end()
        for value in (b"a", b"b"):
            await partition.write(value)
            assert not await reader.at_end()
            await partition.take(reader)
        assert await reader.offsets() == {Topic.OUTCOMES: {0: 2}}
    assert partition.read == [(0, b"a"), (1, b"b")]


async def test_an_empty_partition_has_nothing(partition: Partition) -> None:
    assert await partition.offsets() == []


async def test_what_was_written_before_the_time_is_not_read(partition: Partition) -> None:
    await partition.write(b"old", timestamp_ms=LONG_AGO * 1000)
    await partition.write(b"new", timestamp_ms=(LONG_AGO + 10) * 1000)
    assert await partition.offsets(since=LONG_AGO + 5) == [1]
    assert await partition.offsets(since=LONG_AGO + 15) == []


async def test_it_begins_at_an_offset_where_that_is_earlier_than_the_time(partition: Partition) -> None:
    for number in range(3):
        await partition.write(b"value", timestamp_ms=(LONG_AGO + number) * 1000)
    assert await partition.offsets(since=LONG_AGO + 2, at_most=1) == [1, 2]
    assert await partition.offsets(since=LONG_AGO + 1, at_most=2) == [1, 2]
    assert await partition.offsets(since=LONG_AGO + 15, at_most=2) == [2]


async def test_the_marker_of_a_transaction_at_the_end_is_no_record_to_wait_for(partition: Partition) -> None:
    await partition.transact(FIRST, SECOND)
    assert await partition.offsets() == [0, 1]
    await partition.transact(THIRD, commit=False)
    await partition.write(b"between")
    await partition.transact(FIRST)
    assert await partition.offsets() == [0, 1, 3, 5, 6]


async def test_nothing_but_a_marker_since_then_is_nothing(partition: Partition) -> None:
    await partition.write(b"old", timestamp_ms=LONG_AGO * 1000)
    await partition.transact(FIRST)
    assert await partition.offsets(since=time.time() - 60) == [1]
    assert await partition.offsets(since=time.time() + 60) == []


async def test_what_was_compacted_away_is_passed_over(real_broker: RealBroker, topic_prefix: str) -> None:
    partition = await make(real_broker, topic_prefix, EAGER_COMPACTION)
    for number in range(6):
        await partition.write(b"%d" % number)
        await asyncio.sleep(NEW_SEGMENT_SECONDS)  # only a segment that has ended is compacted

    async def compacted() -> bool:
        return await partition.offsets() == [4, 5]

    await eventually(compacted, WAIT_SECONDS, "the compaction")


async def test_what_a_broker_lost_meanwhile_is_not_waited_for(private_broker: RealBroker) -> None:
    partition = await make(private_broker, "", EAGER_COMPACTION)
    await partition.write(b"kept")
    await asyncio.sleep(NEW_SEGMENT_SECONDS)
    await partition.write(b"lost", key=b"another")

    async def lose() -> None:
        await asyncio.to_thread(_die_and_lose_the_last_segment, private_broker, partition.topic)

    assert await partition.offsets(meanwhile=lose) == [0]


def _die_and_lose_the_last_segment(broker: RealBroker, topic: str) -> None:
    broker.kill()
    folder: Path = broker.folder / "data" / f"{topic}-0"
    first, last = sorted(folder.glob("*.log"))
    assert int(first.stem) == 0
    for file in folder.glob(f"{last.stem}.*"):
        file.unlink()
    broker.start()


async def test_others_have_their_turn_while_much_is_read(partition: Partition, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics_reader, "READ_AT_ONCE", 1)
    for _ in range(3):
        await partition.write(b"value")
    seen: list[int] = []
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def note() -> None:
        seen.append(turns)

    counting = asyncio.create_task(count())
    await partition.offsets(meanwhile=note)
    counting.cancel()
    assert seen[0] < seen[1] < seen[2]


async def test_records_of_several_topics_come_with_their_topic(embedded_broker: EmbeddedBroker) -> None:
    connection = Connection(
        (embedded_broker.bootstrap,), RECORD_BYTES, prefix="eu.", embedded=True, fetch_wait_ms=FETCH_WAIT_MS
    )
    written = {Topic.REVIEW: [b"a", b"b"], Topic.WITHHELD: [b"c"], Topic.PUBLISHED: []}
    producer = Producer(connection)
    await producer.start()
    for topic, values in written.items():
        for value in values:
            await producer.write(topic, "key", value)
    read: dict[Topic, list[bytes | None]] = {topic: [] for topic in written}
    async with await TopicsReader.of(connection, producer, written) as reader:
        async for fetched in reader.to_end():
            for topic, record in fetched:
                read[topic].append(record.value)
    await producer.stop()
    assert read == written


async def test_what_comes_later_is_waited_for(partition: Partition, monkeypatch: pytest.MonkeyPatch) -> None:
    async with partition.reader() as reader:
        waiting = asyncio.create_task(reader.next())
        await partition.write(b"value")
        assert [record.value for _, record in await waiting] == [b"value"]
        monkeypatch.setattr(topics_reader, "READ_WAIT_MS", 1)
        assert await reader.next() == []
