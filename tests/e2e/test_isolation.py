"""Two hundred conversations at once, each with values of its own: no answer holds another's, and every one is whole."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from itertools import accumulate, chain

import pytest

from gateway.types import JsonObject
from tests.e2e.bodies import Plants, chat, said
from tests.e2e.exchange import Answer, all_at_once, streamed, whole
from tests.support.answers import echoed_text
from tests.support.gateway import Gateway
from tests.support.search import find
from tests.support.upstream import Received, Upstream

pytestmark = pytest.mark.asyncio(loop_scope="module")

CONVERSATIONS = 200
HELD = "m?start=hold"
PACED = "m?echo=messages&size=9&pace=0.002"


def conversation(number: int) -> tuple[Plants, JsonObject]:
    plants = Plants(f"conversation {number}")
    messages = [said(role, plants.into("red green blue", 3)) for role in ("system", "user", "assistant", "user")]
    return plants, chat(messages, PACED)


def mixed_up(plants: list[Plants], answers: list[Answer]) -> list[int]:
    """Which answers hold a value that only other conversations have."""
    said = [answer.content.encode() for answer in answers]
    starts = [*accumulate(map(len, said), initial=0)]
    found = find((value for each in plants for value in each.drawn), b"".join(said))
    places = {(bisect_right(starts, each.offset) - 1, each.value) for each in found}
    return [number for number, value in places if value not in plants[number].drawn]


async def test_no_answer_holds_what_is_anothers(gateway: Gateway, upstream: Upstream) -> None:
    plants, bodies = zip(*map(conversation, range(CONVERSATIONS)), strict=True)
    client = gateway.client()
    asked = [streamed if number % 2 else whole for number in range(CONVERSATIONS)]
    answers = await all_at_once(
        (ask(client, body) for ask, body in zip(asked, bodies, strict=True)), at_once=CONVERSATIONS
    )
    assert [answer.content for answer in answers] == [echoed_text(body, "messages") for body in bodies]
    assert await asyncio.to_thread(mixed_up, [*plants], answers) == []
    sent = b"\n".join(request.wire for request in upstream.requests)
    assert await asyncio.to_thread(find, chain.from_iterable(each.drawn for each in plants), sent) == []


async def test_all_of_them_are_in_flight_at_once(gateway: Gateway, upstream: Upstream) -> None:
    bodies: list[JsonObject] = [{**conversation(number)[1], "model": HELD} for number in range(CONVERSATIONS)]
    before, client = len(upstream.requests), gateway.client()
    upstream.release.clear()
    asked = [asyncio.create_task(whole(client, body)) for body in bodies]
    await upstream.until(lambda: len(upstream.requests) == before + CONVERSATIONS)
    upstream.release.set()
    answers = await asyncio.gather(*asked)
    assert [answer.content for answer in answers] == [echoed_text(body, "messages") for body in bodies]


async def test_one_history_leaves_with_the_same_placeholders_every_time_and_longer_ones_go_on(
    gateway: Gateway, upstream: Upstream
) -> None:
    _, body = conversation(0)
    messages = body["messages"]
    assert isinstance(messages, list)
    client = gateway.client()
    await whole(client, body)
    first = received_messages(upstream.requests[-1])
    for length in range(1, len(messages) + 1):
        await whole(client, {**body, "messages": messages[:length]})
        assert received_messages(upstream.requests[-1]) == first[:length]


def received_messages(request: Received) -> list[object]:
    messages = request.json["messages"]
    assert isinstance(messages, list)
    return [*messages]


async def test_a_mix_up_would_be_seen() -> None:
    one, other = conversation(1), conversation(2)
    answers = [Answer(echoed_text(body, "messages"), "") for _, body in (other, one)]
    assert {*mixed_up([one[0], other[0]], answers)} == {0, 1}
