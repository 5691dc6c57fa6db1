"""All that topics hold, read without a group."""

from __future__ import annotations

import pytest

from gateway.errors import Unavailable
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.records import Topic
from streams.commands import contents as module
from streams.commands.contents import contents
from streams.topics.embedded import FETCH_WAIT_MS, PARTITIONS, EmbeddedBroker
from tests.support.commands import Beside
from tests.support.publications import decision


async def test_every_record_is_read_and_those_of_a_key_in_their_order(trial: Beside) -> None:
    written = [(f"600/{number % 7}", decision(f"person {number}")) for number in range(50)]
    await trial.write(Topic.REVIEW, *written, ("600/3", None))
    read = await trial.read(Topic.REVIEW)
    assert len(read) == 51
    assert [kept.value for kept in read if kept.key == "600/3"][-1] is None
    for key in {key for key, _ in written}:
        values = [kept.value for kept in read if kept.key == key and kept.value is not None]
        assert values == sorted(values, key=lambda value: int(value.split(b"person ")[1].split(b'"')[0]))


async def test_topics_are_read_together_and_each_for_itself_with_their_prefix(embedded_broker: EmbeddedBroker) -> None:
    connection = Connection(
        (embedded_broker.bootstrap,), 1 << 20, prefix="eu.", embedded=True, fetch_wait_ms=FETCH_WAIT_MS
    )
    producer = Producer(connection)
    await producer.start()
    await producer.write(Topic.REVIEW, "600/1", decision("anna"))
    await producer.write(Topic.WITHHELD, "600/2", decision("ben"))
    await producer.stop()
    read = await contents(connection, {Topic.REVIEW: PARTITIONS, Topic.WITHHELD: PARTITIONS, Topic.PUBLISHED: 1})
    assert {topic: [kept.key for kept in records] for topic, records in read.items()} == {
        Topic.REVIEW: ["600/1"],
        Topic.WITHHELD: ["600/2"],
        Topic.PUBLISHED: [],
    }


async def test_a_broker_that_falls_silent_ends_the_command(
    trial: Beside, embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SILENCE_SECONDS", 0.0)
    with pytest.raises(Unavailable, match="answers no more"):
        await trial.read(Topic.REVIEW)
