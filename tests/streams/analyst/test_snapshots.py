from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from gateway.kafka.connection import Connection
from gateway.kafka.doorbell import Doorbell
from gateway.kafka.producer import Producer
from gateway.records import SnapshotManifest, Topic, part_key
from streams.analyst import snapshots
from streams.analyst.snapshots import SnapshotReader, SnapshotWriter, Stored, first, newest
from streams.analyst.writing import Writer
from streams.topics.embedded import FETCH_WAIT_MS, MAX_RECORD_BYTES, EmbeddedBroker
from tests.support.dump import dump

TOPIC = "conversations.analytics"
PARTITION = 2
NAME = "2"


@pytest.fixture
def connection(embedded_broker: EmbeddedBroker) -> Connection:
    return Connection(
        (embedded_broker.bootstrap,), MAX_RECORD_BYTES, embedded=True, fetch_wait_ms=FETCH_WAIT_MS, doorbell=Doorbell()
    )


@pytest.fixture
async def producer(connection: Connection) -> AsyncIterator[Producer]:
    producer = Producer(connection)
    await producer.start()
    yield producer
    await producer.stop()


@pytest.fixture
def writer(producer: Producer, monkeypatch: pytest.MonkeyPatch) -> SnapshotWriter:
    monkeypatch.setattr(snapshots, "PART_BYTES", 4)
    return SnapshotWriter(Writer(producer), TOPIC, PARTITION, NAME)


async def content(connection: Connection, name: str = NAME) -> bytes | None:
    stored = await newest(connection, PARTITION, name)
    return None if stored is None else stored.content


async def test_the_newest_whole_snapshot_comes_back_out_of_its_parts(
    connection: Connection, writer: SnapshotWriter
) -> None:
    assert await content(connection) is None
    await writer.write(1, 10, b"the first one")
    await writer.write(1, 20, b"the second one, which is longer")
    assert await content(connection) == b"the second one, which is longer"
    assert await content(connection, "20") is None


async def test_the_parts_of_older_snapshots_are_deleted_after_the_newer_one_is_whole(
    connection: Connection, writer: SnapshotWriter
) -> None:
    await writer.write(1, 10, b"12345678")
    await writer.write(1, 20, b"abcdefgh")
    records = await dump(connection.bootstrap[0], connection.topic(Topic.SNAPSHOTS))
    keys = [(each.key, each.value is None) for each in records]
    assert keys[3:] == [
        (b"2/1/20/0", False),
        (b"2/1/20/1", False),
        (b"2", False),
        (b"2/1/10/0", True),
        (b"2/1/10/1", True),
    ]


async def test_a_snapshot_that_was_not_finished_is_none(connection: Connection, writer: SnapshotWriter) -> None:
    await writer.write(1, 10, b"the first one")
    unfinished = SnapshotManifest(
        topic=TOPIC, partition=PARTITION, opening=1, offset=20, closed=False, parts=2, digest="0" * 64
    )
    await writer.writer.put(Topic.SNAPSHOTS, part_key(NAME, unfinished, 0), b"half", partition=PARTITION)
    assert await content(connection) == b"the first one"
    await writer.writer.put(Topic.SNAPSHOTS, NAME, unfinished, partition=PARTITION)
    assert await content(connection) == b"the first one"


async def test_a_manifest_of_another_version_is_seen_as_unreadable(
    connection: Connection, writer: SnapshotWriter
) -> None:
    await writer.writer.put(Topic.SNAPSHOTS, NAME, b'{"v":99}', partition=PARTITION)
    reader = SnapshotReader(connection, PARTITION, NAME)
    await reader.start()
    await reader.stop()
    assert (reader.best, reader.unreadable) == (None, True)


async def test_what_a_paused_owner_writes_late_does_not_take_the_place_of_what_came_further(
    connection: Connection, producer: Producer, writer: SnapshotWriter
) -> None:
    late = SnapshotWriter(Writer(producer), TOPIC, PARTITION, NAME)
    await late.write(1, 10, b"ten")
    await writer.write(1, 30, b"the end", closed=True)
    await late.write(1, 20, b"twenty")
    assert await content(connection) == b"the end"


async def test_it_looks_back_as_far_as_it_has_to(
    connection: Connection, writer: SnapshotWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "FIRST_LOOK_BACK", 1)
    await writer.write(1, 10, b"a snapshot of many parts")
    other = SnapshotWriter(writer.writer, TOPIC, PARTITION, "opening")
    for number in range(5):
        await other.write(number, number, b"another")
    assert await content(connection) == b"a snapshot of many parts"


async def test_who_waits_gets_the_first_that_is_enough(connection: Connection, writer: SnapshotWriter) -> None:
    waiting = asyncio.create_task(first(connection, PARTITION, NAME, _is_closed))
    await writer.write(1, 10, b"open")
    await writer.write(1, 20, b"closed", closed=True)
    assert (await asyncio.wait_for(waiting, 30)).content == b"closed"


def _is_closed(stored: Stored) -> bool:
    return stored.manifest.closed
