"""Nothing that was planted in a request is in what the upstream received, and the client gets all of it back.

Every request that the upstream really received, headers too, is searched for every planted value, in every form, and
for what would give one away.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from gateway.types import JsonObject, JsonValue
from tests.e2e.bodies import PLACES, Plants, call, chat, many_places, many_turns, one_turn, said
from tests.e2e.conversations import conversations
from tests.e2e.exchange import Answer, all_at_once, streamed, whole
from tests.e2e.values import leaks
from tests.support.answers import echoed_text
from tests.support.gateway import Gateway
from tests.support.search import Find, find
from tests.support.upstream import Received, Upstream

pytestmark = pytest.mark.asyncio(loop_scope="module")

ECHO_MESSAGES = "m?echo=messages&size=7"
ECHO_LONG_MESSAGES = "m?echo=messages&size=48"
CONVERSATIONS = conversations()
ECHO_ARGUMENTS = "m?echo=arguments&channels=tool_calls&size=11"
SEEDS = 3
PARTS = 4  # a prompt carries values in a quarter of the places


Make = Callable[[int], tuple[Plants, JsonObject]]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request, sent twice: both answers, what the upstream received of it, and what leaked there."""

    plants: Plants
    body: JsonObject
    answer: Answer
    streamed: Answer
    received: tuple[Received, ...]
    leaks: list[Find]


async def exchange(gateway: Gateway, upstream: Upstream, count: int, make: Make) -> list[Exchange]:
    """Sends each request whole and as a stream, many at once. What takes long leaves the event loop to the gateway."""
    planted = await asyncio.to_thread(lambda: [make(number) for number in range(count)])
    bodies: list[JsonObject] = [{**body, "seed": number} for number, (_, body) in enumerate(planted)]
    first = len(upstream.requests)
    client = gateway.client()
    answers = await all_at_once(whole(client, body) for body in bodies)
    streams = await all_at_once(streamed(client, body) for body in bodies)
    received = _by_seed(upstream.requests[first:])
    assert {number: len(requests) for number, requests in received.items()} == dict.fromkeys(range(count), 2)

    def exchanged() -> Iterator[Exchange]:
        for number, (plants, _) in enumerate(planted):
            found = plants.leaks(b"\n".join(request.wire for request in received[number]))
            yield Exchange(plants, bodies[number], answers[number], streams[number], tuple(received[number]), found)

    return await asyncio.to_thread(lambda: [*exchanged()])


def _by_seed(requests: Sequence[Received]) -> dict[JsonValue, list[Received]]:
    by_seed: dict[JsonValue, list[Received]] = {}
    for request in requests:
        by_seed.setdefault(request.json["seed"], []).append(request)
    return by_seed


def check_texts(exchanges: Sequence[Exchange]) -> None:
    """Nothing leaked, every answer is what was asked, and a stream is its JSON."""
    for each in exchanges:
        assert each.leaks == []
        assert each.answer.content == echoed_text(each.body, "messages")
        assert each.streamed == each.answer
        assert _without_stream(each.received[0]) == _without_stream(each.received[1])


def _without_stream(request: Received) -> JsonObject:
    return {key: value for key, value in request.json.items() if key != "stream"}


async def check_that_none_holds_anothers(exchanges: Sequence[Exchange]) -> None:
    """No value of any request is in any other: a mix-up between conversations would show here."""
    sent = b"\n".join(request.wire for each in exchanges for request in each.received)
    values = [value for each in exchanges for value in each.plants.drawn]
    assert await asyncio.to_thread(find, values, sent) == []


async def test_prompts_in_one_turn(gateway: Gateway, upstream: Upstream) -> None:
    def make(number: int) -> tuple[Plants, JsonObject]:
        prompt = CONVERSATIONS[number].prompt
        plants = Plants(f"one turn {number}", prompt)
        return plants, {**one_turn(plants, prompt), "model": ECHO_LONG_MESSAGES}

    exchanges = await exchange(gateway, upstream, len(CONVERSATIONS), make)
    check_texts(exchanges)
    await check_that_none_holds_anothers(exchanges)


async def test_conversations_of_many_turns(gateway: Gateway, upstream: Upstream) -> None:
    def make(number: int) -> tuple[Plants, JsonObject]:
        prompt, response = CONVERSATIONS[number].prompt, CONVERSATIONS[number].response
        plants = Plants(f"many turns {number}", prompt + response)
        return plants, {**many_turns(plants, prompt, response), "model": ECHO_LONG_MESSAGES}

    exchanges = await exchange(gateway, upstream, len(CONVERSATIONS), make)
    check_texts(exchanges)
    await check_that_none_holds_anothers(exchanges)


async def test_prompts_with_values_in_every_place(gateway: Gateway, upstream: Upstream) -> None:
    def make(number: int) -> tuple[Plants, JsonObject]:
        prompt = CONVERSATIONS[number].prompt
        plants = Plants(f"places {number}", prompt)
        places = [*PLACES][number % PARTS :: PARTS]
        return plants, {**many_places(plants, places, prompt), "model": ECHO_LONG_MESSAGES}

    for each in await exchange(gateway, upstream, len(CONVERSATIONS), make):
        assert each.leaks == []
        assert each.streamed == each.answer


@pytest.mark.parametrize("place", PLACES)
async def test_each_place_by_itself(gateway: Gateway, upstream: Upstream, place: str) -> None:
    def make(number: int) -> tuple[Plants, JsonObject]:
        plants = Plants(f"{place} {number}")
        return plants, {**PLACES[place](plants), "model": ECHO_MESSAGES}

    for each in await exchange(gateway, upstream, SEEDS, make):
        assert each.plants.drawn
        assert each.leaks == []
        assert each.streamed == each.answer
        if not each.plants.has_json:
            assert each.answer.content == echoed_text(each.body, "messages")


async def test_arguments_come_back_with_their_keys_and_numbers(gateway: Gateway, upstream: Upstream) -> None:
    def make(number: int) -> tuple[Plants, JsonObject]:
        plants = Plants(f"arguments {number}")
        calls = [said("assistant", None, tool_calls=[call(plants)]), said("user", "Again")]
        return plants, chat(calls, ECHO_ARGUMENTS)

    for each in await exchange(gateway, upstream, 60, make):
        assert each.leaks == []
        assert _values(each.answer.arguments) == _values(echoed_text(each.body, "arguments"))
        assert each.streamed == each.answer


def _values(arguments: str) -> JsonObject:
    """The arguments as JSON; in the JSON inside a text of theirs, a number may come back as a string."""
    values: JsonObject = json.loads(arguments)
    inner = json.loads(str(values.pop("text in text")))
    return {**values, "inner": {key: str(value) for key, value in inner.items()}}


LITERALS = (
    "[EMAIL1]",
    "[EMAIL1.2]",
    "EMAIL1",
    "email1",
    "[email 1]",
    "[PHONE_NUMBER1]",
    "[Phone number 2]",
    "**[CREDIT_CARD1]**",
    "[KEYS1",
    "SSN1]",
    "[URL007]",
    "&#91;IBAN1&#93;",
    "⟦IP_ADDRESS1⟧",
    "\\[EMAIL2\\]",
    "[",
    "[[EMAIL1]]",
    "[NAME1]",
    "[IP_",
)


async def test_what_a_user_writes_like_a_placeholder_comes_back_as_it_was(gateway: Gateway, upstream: Upstream) -> None:
    def make(number: int) -> tuple[Plants, JsonObject]:
        plants = Plants(f"literals {number}", " ".join(LITERALS))
        messages = [said(role, _with_literals(plants)) for role in ("user", "assistant", "user")]
        return plants, chat(messages, ECHO_MESSAGES)

    check_texts(await exchange(gateway, upstream, 200, make))


def _with_literals(plants: Plants) -> str:
    pieces = [plants.random.choice((plants.text, lambda: plants.random.choice(LITERALS)))() for _ in range(8)]
    return plants.random.choice((" ", "\n", ", ")).join(pieces)


async def test_random_text_around_values(gateway: Gateway, upstream: Upstream) -> None:
    def make(number: int) -> tuple[Plants, JsonObject]:
        plants = Plants(f"random text {number}")
        around = "".join(plants.random.choices(plants.random.choice(ALPHABETS), k=300))
        return plants, chat([said("user", plants.into(around, 6))], ECHO_MESSAGES)

    check_texts(await exchange(gateway, upstream, 200, make))


ALPHABETS = (
    "abcdefghij klmnop qrstuv wxyz.,;:!? ",
    "[]()<>{}'\"`*_~#|\\/ \n\t ",
    "абвгде жзийкл мнопрс тухцчш ",
    "北京 上海 数据 邮件 電話 東京 ",
    "ابتث جحخد ذرزس ",
    "🎉👩‍👩‍👧 𝒜 é ñ \u200d \u00ad \ufeff ",
)


async def test_without_minimizing_every_value_is_seen_at_the_upstream(gateway: Gateway, upstream: Upstream) -> None:
    client = gateway.client("retain")
    for number, conversation in enumerate(CONVERSATIONS[:20]):
        plants = Plants(f"guard {number}", conversation.prompt)
        await whole(client, one_turn(plants, conversation.prompt))
        sent = upstream.requests[-1].wire
        assert [value for value in plants.drawn if not leaks([value], sent)] == []
        assert plants.leaks(sent)
