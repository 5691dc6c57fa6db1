from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from gateway.errors import Unavailable
from gateway.records import Heartbeat, Topic
from gateway.roles import Role
from streams.engine import heartbeat
from streams.engine.heartbeat import SILENT_SECONDS, Heart
from tests.gateway.wires import RecordingProducer
from tests.support.waiting import eventually

WAIT_SECONDS = 10.0


@asynccontextmanager
async def beating(producer: RecordingProducer) -> AsyncIterator[Heart]:
    heart = Heart(Role.DISPATCHER, producer, lambda: "a member")
    await heart.start()
    try:
        yield heart
    finally:
        await heart.stop()


async def test_a_member_is_heard_from_its_start_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.001)
    producer = RecordingProducer()
    async with beating(producer):
        assert producer.sent[0].record == Heartbeat(role=Role.DISPATCHER, member_id="a member")
        assert producer.sent[0].topic is Topic.CONTROL
        await producer.until(3)


async def test_it_beats_for_a_while_after_the_broker_took_a_heartbeat() -> None:
    async with beating(RecordingProducer()) as heart:
        now = time.monotonic()
        assert (heart.beats(now), heart.beats(now + SILENT_SECONDS)) == (True, False)


async def test_it_does_not_beat_where_the_broker_never_took_one() -> None:
    async with beating(RecordingProducer([Unavailable("away")])) as heart:
        assert not heart.beats(time.monotonic())


async def test_a_broker_that_is_lost_and_found_is_told_once_each(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.001)
    producer = RecordingProducer([Unavailable("away"), Unavailable("away")])
    async with beating(producer) as heart:
        await eventually(lambda: heart.beats(time.monotonic()), WAIT_SECONDS, "a heartbeat")
        await producer.until(2)
    assert [record.getMessage() for record in caplog.records] == ["broker lost", "broker found"]
