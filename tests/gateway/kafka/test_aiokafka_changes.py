from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
import uvloop
from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition
from aiokafka.client import AIOKafkaClient
from aiokafka.conn import AIOKafkaConnection, create_conn
from aiokafka.consumer import fetcher
from aiokafka.errors import CorruptRecordException, KafkaConnectionError, KafkaError
from aiokafka.protocol.metadata import MetadataRequest
from aiokafka.record.default_records import _DefaultRecordBatchPy
from aiokafka.record.memory_records import _MemoryRecordsPy

from gateway.kafka import aiokafka_changes
from gateway.kafka.aiokafka_changes import METADATA_PAUSE_SECONDS, Fetched, ReadOn
from gateway.kafka.connection import Connection
from gateway.kafka.reading import consumer_options
from gateway.records import Undecodable, turn_headers, turn_id_of
from streams.topics.embedded import FETCH_WAIT_MS, EmbeddedBroker
from tests.gateway.wires import TURN
from tests.support.batches import GARBLED, Headers, batch, garbled, gzipped, timed_by_the_broker
from tests.support.waiting import eventually

FINE: Headers = turn_headers(TURN)
UNREADABLE: Headers = [*turn_headers(TURN), (GARBLED, b"value")]
PLACE = TopicPartition("conversations.incoming", 2)
WAIT_SECONDS = 20.0


class FetchedWithoutExtensions(_MemoryRecordsPy):  # type: ignore[misc]
    """What was fetched, as aiokafka reads it where its extensions in C are missing."""

    def __init__(self, fetched: bytes) -> None:
        super().__init__(fetched)
        self.fetched = fetched

    def next_batch(self) -> _DefaultRecordBatchPy:
        """The next batch, read in Python."""
        piece = self._next_slice
        super().next_batch()
        return _DefaultRecordBatchPy(piece)


def read(fetched: bytes, first: int = 0, kept: type[Fetched | FetchedWithoutExtensions] = Fetched) -> ReadOn:
    return ReadOn(PLACE, kept(fetched), None, first, None, None, True, fetcher.READ_UNCOMMITTED)


def named(records: Iterator[ConsumerRecord]) -> dict[int, bool]:
    """Of each record that came, by its offset, whether it names its turn."""
    return {record.offset: names_its_turn(record) for record in records}


def names_its_turn(record: ConsumerRecord) -> bool:
    try:
        return turn_id_of(record.headers) == TURN
    except Undecodable:
        return False


MIXED = garbled(batch([FINE, UNREADABLE, FINE, UNREADABLE, UNREADABLE, FINE], first_offset=10))
EXPECTED = {10: True, 11: False, 12: True, 13: False, 14: False, 15: True}


def test_aiokafka_itself_stops_at_a_header_whose_name_is_no_utf8_and_never_gets_past_it() -> None:
    (by_aiokafka,) = ReadOn.__bases__
    for _ in range(2):
        records = by_aiokafka(PLACE, Fetched(MIXED), None, 11, None, None, True, fetcher.READ_UNCOMMITTED)
        with pytest.raises(UnicodeDecodeError):
            next(records)
        assert records.next_fetch_offset == 11


@pytest.mark.parametrize("kept", [Fetched, FetchedWithoutExtensions])
@pytest.mark.parametrize("raw", [MIXED, gzipped(MIXED)], ids=["plain", "gzip"])
def test_such_a_record_names_no_turn_and_all_others_come_as_they_are(
    raw: bytes, kept: type[Fetched | FetchedWithoutExtensions]
) -> None:
    records = read(raw, 10, kept)
    assert named(records) == EXPECTED
    assert records.next_fetch_offset == 16


def test_such_a_record_has_its_own_key_value_length_and_time() -> None:
    fine = {record.offset: record for record in read(batch([FINE, FINE]))}
    (alone,) = (record for record in read(garbled(batch([FINE, UNREADABLE]))) if record.offset == 1)
    assert alone.headers == ()
    assert (alone.key, alone.value, alone.timestamp, alone.serialized_value_size) == (b"key", b"1", 1_001, 1)
    assert alone == replace(fine[1], headers=())


def test_such_a_record_has_the_brokers_time_where_the_broker_writes_the_times() -> None:
    raw = timed_by_the_broker(garbled(batch([UNREADABLE, UNREADABLE, FINE])))
    assert {record.timestamp for record in read(raw)} == {1_002}


def test_a_tombstone_without_a_key_comes_as_one() -> None:
    (record,) = read(garbled(batch([UNREADABLE], empty=True)))
    assert (record.key, record.value, record.headers) == (None, None, ())


def test_batches_before_and_after_are_read_once() -> None:
    raw = batch([FINE, FINE], 0) + garbled(batch([UNREADABLE], 2)) + batch([FINE], 3) + garbled(batch([UNREADABLE], 4))
    assert [record.offset for record in read(raw)] == [0, 1, 2, 3, 4]


def test_the_consumer_may_stand_in_the_middle_of_a_batch() -> None:
    assert named(read(MIXED, 12)) == {offset: named for offset, named in EXPECTED.items() if offset >= 12}


def test_a_position_is_that_after_the_last_record_that_came() -> None:
    records = read(MIXED, 10)
    positions = [records.next_fetch_offset for _ in records]
    assert positions == [11, 12, 13, 14, 15, 16]


def test_what_is_damaged_is_still_refused_and_not_passed_over() -> None:
    damaged = bytearray(MIXED)
    damaged[-1] ^= 1
    for _ in range(2):
        records = read(batch([FINE], 9) + damaged, 9)
        assert next(records).offset == 9
        with pytest.raises(CorruptRecordException, match="CRC"):
            next(records)
        assert records.next_fetch_offset == 10


async def pauses_between_updates(count: int, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that a client whose broker is gone sleeps between so many updates of its metadata."""
    pauses: list[float] = []
    ended = asyncio.Semaphore(0)
    update, sleep = AIOKafkaClient._metadata_update, asyncio.sleep

    async def counted(self: AIOKafkaClient, *args: Any) -> bool:
        updated: bool = await update(self, *args)
        ended.release()
        return updated

    async def slept(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(seconds)

    with EmbeddedBroker() as broker:
        client = AIOKafkaClient(bootstrap_servers=broker.bootstrap)
        await client.bootstrap()
    monkeypatch.setattr(AIOKafkaClient, "_metadata_update", counted)
    monkeypatch.setattr(asyncio, "sleep", slept)
    waiting = asyncio.create_task(client._wait_on_metadata("conversations.incoming"))
    async with asyncio.timeout(WAIT_SECONDS):
        for _ in range(count):
            await ended.acquire()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await client.close()
    return pauses


async def test_aiokafka_itself_asks_again_and_again_while_no_broker_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AIOKafkaClient, "_metadata_update", aiokafka_changes._update_metadata)
    assert max(await pauses_between_updates(9, monkeypatch)) < METADATA_PAUSE_SECONDS / 2


async def test_a_client_asks_a_few_times_a_second_while_no_broker_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = await pauses_between_updates(3, monkeypatch)
    assert pauses.count(METADATA_PAUSE_SECONDS) == 3


async def write_to_a_connection_that_just_broke(send: str, what: object) -> None:
    with EmbeddedBroker() as broker:
        host, port = broker.bootstrap.split(":")
        connection = await create_conn(host, int(port))
        connection._writer.transport.abort()
        await asyncio.sleep(0)  # the loop has closed it, and aiokafka does not know yet
        await getattr(connection, send)(what)


SENDS = pytest.mark.parametrize(("send", "what"), [("send", MetadataRequest()), ("_send_sasl_token", b"token")])


@SENDS
def test_aiokafka_itself_does_not_expect_what_uvloop_raises_where_a_connection_is_gone(
    monkeypatch: pytest.MonkeyPatch, send: str, what: object
) -> None:
    monkeypatch.setattr(AIOKafkaConnection, send, aiokafka_changes._SENDS[send])
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner, pytest.raises(RuntimeError) as raised:
        runner.run(write_to_a_connection_that_just_broke(send, what))
    assert not isinstance(raised.value, KafkaError)


@SENDS
def test_to_write_to_a_connection_that_is_gone_is_an_error_of_the_connection(send: str, what: object) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner, pytest.raises(KafkaConnectionError):
        runner.run(write_to_a_connection_that_just_broke(send, what))


@asynccontextmanager
async def consumer_whose_broker_is_gone() -> AsyncIterator[AIOKafkaConsumer]:
    with EmbeddedBroker() as broker:
        connection = Connection((broker.bootstrap,), 1 << 20, fetch_wait_ms=FETCH_WAIT_MS)
        consumer = AIOKafkaConsumer(**consumer_options(connection))
        await consumer.start()
        consumer.assign([PLACE])
        await consumer.seek_to_end(PLACE)
    await eventually(lambda: not consumer._client._conns, WAIT_SECONDS, "the end of the connections")
    yield consumer
    await consumer._client.close()


async def test_aiokafka_itself_raises_a_cancellation_that_nobody_asked_for_when_it_stops() -> None:
    async with consumer_whose_broker_is_gone() as consumer:
        with pytest.raises(asyncio.CancelledError):
            await consumer.stop()


async def test_a_consumer_whose_broker_is_gone_can_be_stopped() -> None:
    async with consumer_whose_broker_is_gone() as consumer:
        await aiokafka_changes.stop_consumer(consumer)


APPLYING = """
from aiokafka.client import AIOKafkaClient
from aiokafka.conn import AIOKafkaConnection
from aiokafka.consumer import fetcher
from gateway.kafka import aiokafka_changes, connection, producer, reading

def changeable():
    patched = AIOKafkaClient._metadata_update, AIOKafkaConnection.send, AIOKafkaConnection._send_sasl_token
    return fetcher.MemoryRecords, fetcher.PartitionRecords, *patched

installed = changeable()
assert not any(each.__module__ == aiokafka_changes.__name__ for each in installed), "by an import"
for _ in range(2):
    aiokafka_changes.apply()
    assert all(each.__module__ == aiokafka_changes.__name__ for each in changeable())
"""


def test_nothing_is_changed_by_an_import_and_all_of_it_by_a_call() -> None:
    subprocess.run([sys.executable, "-c", APPLYING], env={"PYTHONPATH": ":".join(sys.path)}, timeout=120, check=True)
