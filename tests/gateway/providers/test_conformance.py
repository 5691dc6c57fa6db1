"""The promises of every provider, whichever protocol it speaks; each test runs with all that it applies to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TypedDict

import pytest

from gateway.errors import GatewayError
from gateway.providers.echo import Echo
from gateway.providers.litellm_provider import Account, LitellmProvider, close_litellm
from gateway.providers.openai_compatible import Endpoint, OpenAICompatible, new_session
from gateway.providers.provider import Limits, Provider
from gateway.types import JsonObject, JsonValue
from tests.support.upstream import Upstream

IMPATIENT = Limits(first_byte_seconds=0.3, idle_seconds=0.3)
RESTLESS = Limits(first_byte_seconds=600, idle_seconds=0.3)
TEXT = "Ann wrote to [EMAIL1] and to [EMAIL2]"


@dataclass
class Subject:
    """A kind of provider under test, and its upstream."""

    under: Callable[[Limits], Provider]
    upstream: Upstream
    prefix: str

    @property
    def provider(self) -> Provider:
        return self.under(Limits())

    def body(self, behaviour: str = "", **fields: JsonValue) -> JsonObject:
        return {"model": f"{self.prefix}m?{behaviour}", "messages": [{"role": "user", "content": TEXT}], **fields}


@asynccontextmanager
async def openai_compatible(upstream: Upstream) -> AsyncIterator[Subject]:
    async with new_session() as session:
        yield Subject(partial(OpenAICompatible, session, Endpoint(upstream.url, "secret")), upstream, "")


@asynccontextmanager
async def litellm(upstream: Upstream) -> AsyncIterator[Subject]:
    yield Subject(partial(LitellmProvider, Account(upstream.url, "secret")), upstream, "hosted_vllm/")
    await close_litellm()


@pytest.fixture(params=[openai_compatible, litellm])
async def subject(request: pytest.FixtureRequest) -> AsyncIterator[Subject]:
    async with Upstream() as upstream, request.param(upstream) as subject:
        yield subject


class Delta(TypedDict, total=False):
    content: str | None


class Choice(TypedDict):
    delta: Delta


class Event(TypedDict, total=False):
    choices: list[Choice]
    usage: dict[str, int]


async def events_of(provider: Provider, body: JsonObject) -> list[Event]:
    return [json.loads(event) for batch in [batch async for batch in provider.stream(body)] for event in batch]


def text_of(events: list[Event]) -> str:
    return "".join(choice["delta"].get("content") or "" for event in events for choice in event["choices"])


async def failure(provider: Provider, body: JsonObject) -> GatewayError:
    with pytest.raises(GatewayError) as raised:
        if body.get("stream"):
            await events_of(provider, body)
        else:
            await provider.complete(body)
    error = raised.value
    assert "Ann" not in f"{error}{error.code}{error.param}", "a provider's words quote the request"
    assert error.__context__ is None or error.__suppress_context__
    return error


async def test_an_answer_is_the_bytes_of_one_object(subject: Subject) -> None:
    answer = json.loads(await subject.provider.complete(subject.body()))
    assert answer["choices"][0]["message"]["content"] == TEXT
    assert answer["usage"]["total_tokens"] == 14


async def test_a_stream_says_what_the_answer_says(subject: Subject) -> None:
    body = subject.body(stream=True, stream_options={"include_usage": True})
    events = await events_of(subject.provider, body)
    assert text_of(events) == TEXT
    assert [event["usage"]["total_tokens"] for event in events if event.get("usage")] == [14]


async def test_the_echo_streams_what_it_answers() -> None:
    body: JsonObject = {"model": "echo", "messages": [{"role": "user", "content": TEXT}]}
    answer = json.loads(await Echo().complete(body))
    assert text_of(await events_of(Echo(), body)) == answer["choices"][0]["message"]["content"]


async def test_tool_calls_come_through(subject: Subject) -> None:
    tool: JsonObject = {
        "type": "function",
        "function": {"name": "find", "parameters": {"type": "object", "properties": {}}},
    }
    body = subject.body("channels=tool_calls", tools=[tool])
    call = json.loads(await subject.provider.complete(body))["choices"][0]["message"]["tool_calls"][0]
    assert (call["function"]["name"], json.loads(call["function"]["arguments"])) == ("find", {"echo": TEXT})


async def test_events_are_handed_on_as_they_come(subject: Subject) -> None:
    async with aclosing(subject.provider.stream(subject.body("ending=stall&cut_after=3", stream=True))) as stream:
        first = await anext(stream)
    assert first


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("behaviour", "status"),
    [
        ("status=400", 400),
        ("status=401", 502),
        ("status=404", 404),
        ("status=429", 429),
        ("status=500", 502),
        ("status=503", 502),
        ("html=1", 502),
        ("start=reset", 502),
        ("ending=reset", 502),
        ("ending=close", 502),
    ],
)
async def test_each_failure_becomes_one_of_ours(subject: Subject, behaviour: str, status: int, stream: bool) -> None:
    assert (await failure(subject.provider, subject.body(behaviour, stream=stream))).status == status


async def test_half_an_object_is_a_failure(subject: Subject) -> None:
    assert (await failure(subject.provider, subject.body("ending=half_json"))).status == 502


@pytest.mark.parametrize("behaviour", ["ending=no_done", "ending=error"])
async def test_a_stream_without_its_end_is_a_failure(subject: Subject, behaviour: str) -> None:
    assert (await failure(subject.provider, subject.body(behaviour, stream=True))).status == 502


@pytest.mark.parametrize(
    ("limits", "behaviour", "stream"),
    [
        (IMPATIENT, "start=stall", False),
        (IMPATIENT, "ending=stall", False),
        (IMPATIENT, "start=stall", True),
        (IMPATIENT, "ending=stall", True),
        (RESTLESS, "ending=stall", True),
    ],
)
async def test_silence_ends_at_a_limit(subject: Subject, limits: Limits, behaviour: str, stream: bool) -> None:
    assert (await failure(subject.under(limits), subject.body(behaviour, stream=stream))).status == 504
    await subject.upstream.until(lambda: subject.upstream.hung_up == [0])


async def test_the_first_byte_may_take_longer_than_the_pauses_after_it(subject: Subject) -> None:
    assert await events_of(subject.under(RESTLESS), subject.body("delay=0.4", stream=True))


@pytest.mark.parametrize("stream", [False, True])
async def test_an_answer_over_the_limit_is_refused(subject: Subject, stream: bool) -> None:
    error = await failure(subject.under(Limits(answer_bytes=4000)), subject.body("events=2000", stream=stream))
    assert "too long" in error.message


async def test_no_proxy_of_the_environment_is_asked(subject: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    assert await subject.provider.complete(subject.body())


async def test_retry_after_is_passed_on(subject: Subject) -> None:
    assert (await failure(subject.provider, subject.body("status=429&retry_after=7"))).retry_after == 7


async def test_a_failure_is_not_retried_here(subject: Subject) -> None:
    await failure(subject.provider, subject.body("status=500"))
    assert len(subject.upstream.requests) == 1


async def test_a_closed_stream_hangs_up_at_once(subject: Subject) -> None:
    async with aclosing(subject.provider.stream(subject.body("ending=stall", stream=True))) as stream:
        await anext(stream)
    await subject.upstream.until(lambda: subject.upstream.hung_up == [0])


@pytest.mark.parametrize("stream", [False, True])
async def test_a_cancelled_call_hangs_up_at_once(subject: Subject, stream: bool) -> None:
    body = subject.body("start=stall", stream=stream)

    async def ask() -> None:
        await (events_of(subject.provider, body) if stream else subject.provider.complete(body))

    call = asyncio.ensure_future(ask())
    await subject.upstream.until(lambda: bool(subject.upstream.requests))
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await subject.upstream.until(lambda: subject.upstream.hung_up == [0])
