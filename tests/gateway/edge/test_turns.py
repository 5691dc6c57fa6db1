"""When a turn counts as accepted, and what an inquiry about it is told. The broker is the one of the house."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from gateway.edge.turns import Turn
from gateway.errors import Unavailable
from gateway.records import Awaited, Cancellation, Failure, IncomingTurn, Inquiry, Record, Reply, Topic, Unconfirmed
from tests.gateway.edge.house import House, answer, chunk, silent
from tests.gateway.wires import TURN

REPLIES: list[Reply | Inquiry] = [
    Inquiry(),
    chunk(TURN, 0, answer("Hi"), last=True),
    Failure.of(Unavailable("away")),
]


def incoming() -> IncomingTurn:
    return IncomingTurn(
        tenant="default",
        policy="default",
        key_name="support-bot",
        route="chat_completions",
        model="gpt-4.1",
        dry_run=False,
        reply_partition=3,
        ask_after_ms=0,
        deadline_ms=0,
        sealed=b"",
    )


@asynccontextmanager
async def opened(house: House, accept_seconds: float) -> AsyncIterator[Turn]:
    """A turn of the house, whose broker has so long to confirm it."""
    turns = house.shared.turns
    turns.accept_seconds = accept_seconds
    async with turns.open(TURN, incoming(), asyncio.get_running_loop().time() + 60) as turn:
        yield turn


def told(house: House) -> list[str]:
    """The turns of which the house said that their clients wait."""
    return [sent.turn_id for sent in house.producer.of(Topic.CONTROL) if isinstance(sent.record, Awaited)]


async def settled(house: House) -> None:
    await house.background.drain(10)


@pytest.mark.parametrize("reply", REPLIES, ids=lambda reply: type(reply).__name__)
async def test_whatever_comes_for_a_turn_that_the_broker_has_not_confirmed_shows_that_it_was_written(
    reply: Reply | Inquiry,
) -> None:
    house = House(silent)
    house.producer.hold()
    asyncio.get_running_loop().call_later(0.01, house.reply, TURN, reply)
    async with asyncio.timeout(20), opened(house, accept_seconds=60):
        house.producer.release()
    await settled(house)


async def test_a_turn_that_was_shown_to_be_written_is_accepted_although_its_confirmation_fails() -> None:
    house = House(silent)

    async def send(*_: object) -> None:
        house.reply(TURN, REPLIES[1])
        raise Unavailable("not confirmed")

    house.producer.send = send  # type: ignore[method-assign, assignment]
    async with opened(house, accept_seconds=60) as turn:
        assert (await turn.chunk()).last


async def test_a_turn_without_a_confirmation_is_not_refused_if_a_dispatcher_says_that_it_is_at_it() -> None:
    house, doubted = House(silent), asyncio.Event()

    async def send(topic: Topic, turn_id: str, record: Record, partition: int | None = None) -> None:
        if isinstance(record, IncomingTurn):
            await asyncio.Event().wait()
        doubted.set()
        assert (topic, turn_id, record) == (Topic.CONTROL, TURN, Unconfirmed())
        house.reply(TURN, Inquiry())

    deliver, house.producer.send = house.producer.send, send  # type: ignore[method-assign]
    async with asyncio.timeout(20), opened(house, accept_seconds=0.5):
        assert doubted.is_set()
        house.producer.send = deliver  # type: ignore[method-assign]
    await settled(house)


async def test_a_turn_that_the_broker_confirms_is_never_doubted() -> None:
    house = House(silent)
    async with opened(house, accept_seconds=0.001):
        await asyncio.sleep(0.01)
    await settled(house)
    assert [type(sent.record) for sent in house.producer.of(Topic.CONTROL)] == [Cancellation]


async def test_a_proof_that_comes_as_the_time_ends_breaks_nothing() -> None:
    house, mistakes = House(silent), list[Exception]()

    def prove() -> None:
        try:
            house.reply(TURN, Inquiry())
        except Exception as mistake:
            mistakes.append(mistake)

    async def send(*_: object) -> None:
        asyncio.get_running_loop().call_soon(prove)  # after the end of the time, which was set before
        await asyncio.Event().wait()

    deliver, house.producer.send = house.producer.send, send  # type: ignore[method-assign, assignment]
    async with opened(house, accept_seconds=0):
        house.producer.send = deliver  # type: ignore[method-assign]
    await settled(house)
    assert mistakes == []


async def test_an_inquiry_about_a_turn_that_waits_is_answered_each_time() -> None:
    house = House(silent)
    async with opened(house, accept_seconds=60):
        house.reply(TURN, Inquiry())
        house.reply(TURN, Inquiry())
    await settled(house)
    assert told(house) == [TURN, TURN]


async def test_an_inquiry_is_no_part_of_the_answer() -> None:
    house = House(silent)
    async with opened(house, accept_seconds=60) as turn:
        house.reply(TURN, Inquiry())
        house.reply(TURN, REPLIES[1])
        assert (await turn.chunk()).last
    await settled(house)


async def test_an_inquiry_about_a_turn_that_nobody_here_waits_for_is_not_answered() -> None:
    house = House(silent)
    house.reply(TURN, Inquiry())
    async with opened(house, accept_seconds=60):
        house.reply(TURN[::-1], Inquiry())
    house.reply(TURN, Inquiry())
    await settled(house)
    assert told(house) == []


async def test_by_the_time_that_a_turn_is_refused_no_inquiry_about_it_is_answered() -> None:
    house = House(silent)
    house.producer.hold()
    with pytest.raises(Unavailable) as raised:
        async with opened(house, accept_seconds=0.01):
            raise AssertionError("it was not confirmed")
    house.reply(TURN, Inquiry())  # nothing has been awaited since the refusal
    house.producer.release()
    await settled(house)
    assert raised.value.code == "broker_away"
    assert told(house) == []
    assert house.cancelled == [TURN]


@pytest.mark.parametrize(("accept_seconds", "ask_seconds"), [(5, 2.5), (1, 0.5), (3600, 5)])
def test_a_dispatcher_begins_to_ask_before_a_turn_may_be_refused(accept_seconds: float, ask_seconds: float) -> None:
    turns = House().shared.turns
    turns.accept_seconds = accept_seconds
    assert turns.ask_seconds == ask_seconds < accept_seconds
