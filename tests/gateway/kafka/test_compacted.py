"""A topic read as a table, on the embedded broker, and on a real one that stops to answer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from aiokafka import AIOKafkaProducer
from aiokafka.admin import AIOKafkaAdminClient, NewTopic

from gateway.kafka import compacted
from gateway.kafka.compacted import CompactedReader, Keyed
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.records import Topic
from streams.topics.embedded import FETCH_WAIT_MS, EmbeddedBroker
from tests.support.kafka import RealBroker
from tests.support.waiting import eventually

WAIT_SECONDS = 30.0
TOPIC = Topic.PRIVACY_REQUESTS


@dataclass(slots=True)
class Table:
    """What a reader passed on, and the means to write more."""

    connection: Connection
    producer: Producer
    read: list[Keyed] = field(default_factory=list)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[CompactedReader]:
        """A reader that has started."""
        reader = CompactedReader(self.connection, TOPIC, self.read.append, self.producer)
        assert not reader.current
        await reader.start()
        try:
            yield reader
        finally:
            await reader.stop()

    async def write(self, *records: Keyed) -> None:
        """Writes the records, each to the partition of its key."""
        async with AIOKafkaProducer(**self.connection.options) as producer:
            for record in records:
                await producer.send_and_wait(self.connection.topic(TOPIC), record.value, record.key)

    async def has(self, *records: Keyed) -> None:
        """Returns once exactly these have been read, in any order."""
        await eventually(lambda: sorted(self.read) == sorted(records), WAIT_SECONDS, "the records")


@asynccontextmanager
async def table(connection: Connection) -> AsyncIterator[Table]:
    producer = Producer(connection)
    await producer.start()
    try:
        yield Table(connection, producer)
    finally:
        await producer.stop()


@pytest.fixture
async def embedded(embedded_broker: EmbeddedBroker) -> AsyncIterator[Table]:
    connection = Connection((embedded_broker.bootstrap,), 1 << 20, embedded=True, fetch_wait_ms=FETCH_WAIT_MS)
    async with table(connection) as made:
        yield made


OLD = [Keyed(b"%d" % number, b"old") for number in range(20)]


async def test_all_that_stands_there_has_been_read_once_it_has_started(embedded: Table) -> None:
    await embedded.write(*OLD)
    async with embedded.reading() as reader:
        assert sorted(embedded.read) == sorted(OLD)
        assert reader.current


async def test_an_empty_topic_is_read_at_once(embedded: Table) -> None:
    async with embedded.reading() as reader:
        assert reader.current
    assert embedded.read == []


async def test_what_is_written_later_comes_too(embedded: Table) -> None:
    await embedded.write(*OLD)
    async with embedded.reading():
        await embedded.write(Keyed(b"0", b"new"))
        await embedded.has(*OLD, Keyed(b"0", b"new"))


async def test_a_tombstone_comes_as_none(embedded: Table) -> None:
    async with embedded.reading():
        await embedded.write(Keyed(b"0", b"old"), Keyed(b"0", None))
        await eventually(lambda: len(embedded.read) == 2, WAIT_SECONDS, "both records")
    assert embedded.read == [Keyed(b"0", b"old"), Keyed(b"0", None)]


async def test_while_the_broker_does_not_answer_nothing_is_current(
    private_broker: RealBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compacted, "CURRENT_SECONDS", 2.0)
    monkeypatch.setattr(compacted, "ASK_SECONDS", 1.0)
    connection = Connection((private_broker.bootstrap,), 1 << 20)
    admin = AIOKafkaAdminClient(**connection.options)
    await admin.start()
    await admin.create_topics([NewTopic(TOPIC.value, 4, 1, topic_configs={"cleanup.policy": "compact"})])
    await admin.close()
    async with table(connection) as made:
        await made.write(*OLD)
        async with made.reading() as reader:
            assert reader.current
            private_broker.pause()
            await eventually(lambda: not reader.current, WAIT_SECONDS, "an old state")
            private_broker.resume()
            await eventually(lambda: reader.current, WAIT_SECONDS, "a new state")
            await made.write(Keyed(b"0", b"new"))
            await made.has(*OLD, Keyed(b"0", b"new"))


async def test_a_reader_that_has_not_started_can_be_stopped(embedded: Table) -> None:
    reader = CompactedReader(embedded.connection, TOPIC, embedded.read.append, embedded.producer)
    await reader.stop()
    assert not reader.current
