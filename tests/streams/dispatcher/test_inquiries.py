from __future__ import annotations

import asyncio

import pytest

from gateway.errors import Unavailable
from gateway.records import (
    Awaited,
    Cancellation,
    Heartbeat,
    Inquiry,
    Topic,
    Unconfirmed,
    Undecodable,
    encode,
    turn_headers,
)
from gateway.roles import Role
from streams.dispatcher import inquiries as inquiries_module
from streams.dispatcher.inquiries import Inquiries
from tests.gateway.wires import TURN, Message, RecordingProducer


async def test_the_turns_edge_is_asked_and_its_answer_counts() -> None:
    producer = RecordingProducer()
    inquiries = Inquiries(producer)
    asking = asyncio.create_task(inquiries.is_awaited(TURN, 3))
    await producer.until(1)
    (sent,) = producer.sent
    assert (sent.topic, sent.partition, sent.turn_id, sent.record) == (Topic.REPLIES, 3, TURN, Inquiry())
    inquiries.take(Message(value=encode(Awaited())))
    assert await asking


@pytest.mark.parametrize(
    "answer",
    [
        Message(value=encode(Awaited()), headers=turn_headers(TURN[::-1])),
        Message(value=encode(Cancellation())),
        Message(value=encode(Heartbeat(role=Role.DISPATCHER))),
    ],
)
async def test_nothing_else_is_an_answer_and_silence_means_no(answer: Message, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inquiries_module, "ANSWER_SECONDS", 0.01)
    inquiries = Inquiries(RecordingProducer())
    asking = asyncio.create_task(inquiries.is_awaited(TURN, 3))
    await asyncio.sleep(0)
    inquiries.take(answer)
    assert not await asking


async def test_an_answer_that_comes_too_late_changes_nothing() -> None:
    Inquiries(RecordingProducer()).take(Message(value=encode(Awaited())))


async def test_an_edge_without_a_confirmation_is_shown_the_turns_that_this_dispatcher_is_at() -> None:
    producer = RecordingProducer()
    inquiries = Inquiries(producer)
    with inquiries.at(TURN, 3):
        inquiries.take(Message(value=encode(Unconfirmed()), headers=turn_headers(TURN[::-1])))
        inquiries.take(Message(value=encode(Unconfirmed())))
        await producer.until(1)
    inquiries.take(Message(value=encode(Unconfirmed())))
    assert await inquiries._background.drain(1) == 0
    (sent,) = producer.sent
    assert (sent.topic, sent.partition, sent.turn_id, sent.record) == (Topic.REPLIES, 3, TURN, Inquiry())


async def test_a_broker_that_does_not_take_it_ends_nothing() -> None:
    inquiries = Inquiries(RecordingProducer([Unavailable("away")]))
    with inquiries.at(TURN, 3):
        inquiries.take(Message(value=encode(Unconfirmed())))
        (showing,) = inquiries._background._tasks
        await showing


async def test_poison_is_undecodable() -> None:
    with pytest.raises(Undecodable):
        Inquiries(RecordingProducer()).take(Message(value=b"Ann"))
