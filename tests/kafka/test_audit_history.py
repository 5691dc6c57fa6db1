"""What earlier auditors wrote, on a real broker: from where it is read, and what is kept of it."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import msgspec
import pytest
from aiokafka import TopicPartition
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.admin.records_to_delete import RecordsToDelete

from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.records import (
    LeakAcknowledged,
    LogPlace,
    LogPlaces,
    MintedCanary,
    ProbeAnswered,
    Topic,
    WrittenVerdict,
    encode,
)
from gateway.types import Surface
from streams.auditor import history as module
from streams.auditor.history import AuditHistory
from streams.auditor.ledger import AuditLedger
from streams.evidence.counts import AuditCounts
from tests.support.kafka import RealBroker

SETTINGS = "settings"
PARTITIONS = 2
TOPICS = (Topic.MINTED, Topic.FINDINGS, Topic.VERDICTS, Topic.AUDIT_SNAPSHOTS)


@dataclass
class House:
    """A broker, and auditors' histories on it."""

    connection: Connection
    producer: Producer
    admin: AIOKafkaAdminClient

    async def forget(self, *topics: Topic) -> None:
        """Deletes what stands in topics, as the end of retention does."""
        places = [
            TopicPartition(self.connection.topic(topic), number) for topic in topics for number in range(PARTITIONS)
        ]
        await self.admin.delete_records({place: RecordsToDelete(before_offset=-1) for place in places})

    @asynccontextmanager
    async def restored(self, largest: int = 1 << 20) -> AsyncIterator[AuditHistory]:
        """A history that knows all that was written."""
        connection = replace(self.connection, max_record_bytes=largest)
        producer = Producer(connection)
        await producer.start()
        ledger, counts = AuditLedger(b"audit key", SETTINGS), AuditCounts(SETTINGS)
        history = AuditHistory(connection, producer, ledger, counts, 0.0)
        try:
            await history.restore()
            yield history
        finally:
            await history.stop()
            await producer.stop()

    async def plant(self, name: str) -> None:
        """A canary went through the edge, and leaked."""
        now_ms = round(time.time() * 1000)
        minted = MintedCanary(
            canary_kind="email", value=f"{name}@example.com", minted_ms=now_ms, expires_ms=now_ms * 2, deadlines_ms={}
        )
        leaked = WrittenVerdict(
            canary_kind="email", surface=Surface.EGRESS, outcome="leaked", decided_ms=now_ms, configuration=SETTINGS
        )
        await self.producer.write(Topic.MINTED, name, minted)
        await self.producer.write(Topic.MINTED, name, ProbeAnswered(turn_id="t", answered_ms=now_ms))
        await self.producer.write(Topic.VERDICTS, name, leaked)


@pytest.fixture
async def house(real_broker: RealBroker, topic_prefix: str) -> AsyncIterator[House]:
    connection = Connection((real_broker.bootstrap,), 1 << 20, prefix=topic_prefix)
    admin = AIOKafkaAdminClient(bootstrap_servers=real_broker.bootstrap)
    await admin.start()
    await admin.create_topics([NewTopic(connection.topic(topic), PARTITIONS, 1) for topic in TOPICS])
    producer = Producer(connection)
    await producer.start()
    yield House(connection, producer, admin)
    await producer.stop()
    await admin.close()


def nowhere() -> None:
    """No log file is followed."""


def counted(history: AuditHistory) -> tuple[int, int, int]:
    """How many canaries were planted, have leaked, and leaked without anybody knowing."""
    counts = history.counts
    return counts.planted["email"], counts.verdicts[Surface.EGRESS, "email", "leaked"], len(counts.leaks.kinds)


async def test_each_auditor_goes_on_from_what_the_last_one_kept_and_from_all_that_came_since(house: House) -> None:
    await house.plant("c1")
    async with house.restored() as first:
        assert counted(first) == (1, 1, 1)
        await first.keep(nowhere)
        await house.plant("c2")
    await house.producer.write(
        Topic.VERDICTS,
        "c1",
        LeakAcknowledged(surfaces=(Surface.EGRESS,), person="anna", reason="known", acknowledged_ms=0),
    )
    async with house.restored() as second:
        assert counted(second) == (2, 2, 1)
        await house.plant("c3")
        await second.follow_minted()
        await second.follow_verdicts()
        assert counted(second) == (3, 3, 2)
        await second.keep(nowhere)
    async with house.restored() as third:
        assert counted(third) == (3, 3, 2)


async def test_counts_outlive_the_verdicts_that_they_were_made_of(house: House) -> None:
    await house.plant("c1")
    async with house.restored() as first:
        await first.keep(nowhere)
    await house.forget(Topic.MINTED, Topic.VERDICTS)
    async with house.restored() as second:
        assert counted(second) == (1, 1, 1)
        await house.plant("c2")
        await second.follow_minted()
        await second.follow_verdicts()
        assert counted(second) == (2, 2, 2)


async def test_without_a_snapshot_what_is_no_longer_kept_counts_no_more(house: House) -> None:
    await house.plant("c1")
    await house.forget(Topic.MINTED, Topic.VERDICTS)
    async with house.restored() as history:
        assert counted(history) == (0, 0, 0)


async def test_a_snapshot_of_another_version_is_passed_over_and_all_is_read(house: House) -> None:
    await house.plant("c1")
    await house.producer.write(Topic.AUDIT_SNAPSHOTS, module.KEY, b'{"v":99}')
    async with house.restored() as history:
        assert counted(history) == (1, 1, 1)


async def test_with_too_many_open_leaks_for_a_snapshot_the_last_one_stands(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    async with house.restored() as first:
        await first.keep(nowhere)
    for number in range(40):
        await house.plant(f"{number:032x}")
    async with house.restored(largest=1_000) as history:
        with caplog.at_level(logging.WARNING):
            await history.keep(nowhere)
        assert "too many leaks are open for a snapshot" in caplog.text
    async with house.restored() as next_one:
        assert counted(next_one) == (40, 40, 40)


LEFT = LogPlaces(patterns=("/a.log",), files=(LogPlace(1, 2, "/a.log", 3, "head", 4),))


async def test_where_log_files_are_left_is_said_at_the_end_and_known_at_the_next_start(house: House) -> None:
    async with house.restored() as first:
        assert first.logs is None
        await first.keep(nowhere)
        await house.plant("c1")
        await first.leave(lambda: LEFT)
    async with house.restored() as second:
        assert second.logs == LEFT
        assert counted(second) == (1, 1, 1)


async def test_a_snapshot_that_says_nothing_of_log_files_counts_all_the_same(house: House) -> None:
    await house.plant("c1")
    async with house.restored() as first:
        await first.keep(nowhere)
        assert first._last is not None
        older = msgspec.json.decode(encode(first._last))
    del older["logs"]
    await house.producer.write(Topic.AUDIT_SNAPSHOTS, module.KEY, msgspec.json.encode(older))
    await house.forget(Topic.MINTED, Topic.VERDICTS)
    async with house.restored() as second:
        assert second.logs is None
        assert counted(second) == (1, 1, 1)
