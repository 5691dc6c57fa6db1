"""A client that leaves cancels its turn all the way to the provider, and more turns than allowed are sent away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import aiohttp
import openai
import pytest
import pytest_asyncio

from gateway.types import JsonObject
from tests.e2e.bodies import chat, said
from tests.e2e.exchange import Answer, whole
from tests.support.gateway import Gateway, running_gateway
from tests.support.metrics import metric
from tests.support.upstream import Upstream
from tests.support.waiting import eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

CHAT = "/v1/chat/completions"
PER_KEY = 3
IN_ALL = 5


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(upstream: Upstream) -> AsyncIterator[Gateway]:
    """A gateway with room for few turns, and keys for three clients."""
    limits = {"max_in_flight": IN_ALL, "max_in_flight_per_key": PER_KEY, "request_timeout_seconds": 20.0}
    models: dict[str, JsonObject] = {"m*": {"max_retries": 0}, "again*": {"max_retries": 3}}
    async with running_gateway(upstream, edge=limits, policies={"second": {}, "third": {}}, models=models) as gateway:
        yield gateway


def asked(model: str, **fields: bool) -> JsonObject:
    return chat(
        [said("user", "Write to dana.okoye@harbor-quartz7.example, in some more words than one")], model, **fields
    )


async def nothing_in_flight() -> None:
    await eventually(lambda: metric("canarygate_turns_in_flight") == 0, 10, "the end of all turns")


@pytest.mark.parametrize("model", ["m?start=stall", "m?start=hold", "m?delay=3000", "m?ending=stall"])
@pytest.mark.parametrize("stream", [False, True])
async def test_a_client_that_leaves_hangs_up_at_the_upstream(
    gateway: Gateway, upstream: Upstream, model: str, stream: bool
) -> None:
    upstream.release.clear()
    number = len(upstream.requests)
    cancelled = metric("canarygate_turns_total", route="chat_completions", outcome="cancelled")
    asking = asyncio.create_task(whole(gateway.client(), asked(model, stream=stream)))
    await upstream.until(lambda: len(upstream.requests) > number)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await upstream.until(lambda: number in upstream.hung_up)
    await nothing_in_flight()
    assert metric("canarygate_turns_total", route="chat_completions", outcome="cancelled") == cancelled + 1


async def test_a_client_that_leaves_in_mid_stream_hangs_up_at_the_upstream(
    gateway: Gateway, upstream: Upstream
) -> None:
    number = len(upstream.requests)
    body = asked("m?pace=0.02&events=100000", stream=True)
    async with gateway.session() as session, session.post(CHAT, json=body) as response:
        await response.content.readuntil(b"\n\n")
        response.close()
    await upstream.until(lambda: number in upstream.hung_up)
    assert number not in upstream.finished
    await eventually(lambda: upstream.open_streams == 0, 10, "the end of the stream")
    await nothing_in_flight()


async def test_a_client_that_leaves_between_two_retries_is_not_asked_for_again(
    gateway: Gateway, upstream: Upstream
) -> None:
    number = len(upstream.requests)
    asking = asyncio.create_task(whole(gateway.client(), asked("again?status=429&retry_after=5")))
    await upstream.until(lambda: len(upstream.requests) > number)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await nothing_in_flight()
    answer = await whole(gateway.client(), asked("m?echo=last"))
    assert answer.content
    assert [request.json["model"] for request in upstream.requests[number:]] == [
        "again?status=429&retry_after=5",
        "m?echo=last",
    ]


async def test_one_client_has_so_many_turns_and_all_together_so_many(gateway: Gateway, upstream: Upstream) -> None:
    upstream.release.clear()
    first = await holding(gateway, upstream, "default", PER_KEY)
    await assert_too_many(gateway, "default", "key_limit")
    second = await holding(gateway, upstream, "second", IN_ALL - PER_KEY)
    await assert_too_many(gateway, "third", "edge_limit")
    upstream.release.set()
    for answer in await asyncio.gather(*first, *second):
        assert answer.content == echo(asked("m"))
    await nothing_in_flight()
    for policy in ("default", "second", "third"):
        assert (await whole(gateway.client(policy), asked("m"))).content


async def holding(gateway: Gateway, upstream: Upstream, policy: str, count: int) -> list[asyncio.Task[Answer]]:
    """So many turns of one client that the upstream has and does not answer yet."""
    before, client = len(upstream.requests), gateway.client(policy)
    held = [asyncio.create_task(whole(client, asked("m?start=hold"))) for _ in range(count)]
    await upstream.until(lambda: len(upstream.requests) == before + count)
    return held


async def assert_too_many(gateway: Gateway, policy: str, limit: str) -> None:
    with pytest.raises(openai.RateLimitError) as raised:
        await whole(gateway.client(policy), asked("m"))
    assert int(raised.value.response.headers["retry-after"]) >= 1
    assert raised.value.type == "rate_limit_error"
    async with gateway.session(policy) as session, session.post(CHAT, json=asked("m", stream=True)) as response:
        assert response.status == 429
        assert (await response.json())["error"]["code"] == limit


def echo(body: JsonObject) -> str:
    messages = body["messages"]
    assert isinstance(messages, list)
    assert isinstance(messages[0], dict)
    return str(messages[0]["content"])


async def test_a_failed_turn_gives_its_place_back(gateway: Gateway) -> None:
    for _ in range(2 * PER_KEY):
        with pytest.raises(openai.InternalServerError):
            await whole(gateway.client(), asked("m?status=500"))
    assert (await whole(gateway.client(), asked("m"))).content


async def test_a_slow_reader_gets_the_whole_stream(gateway: Gateway) -> None:
    body = json.dumps(asked("m?echo=last&events=3000&size=40", stream=True)).encode()
    async with (
        aiohttp.ClientSession(gateway.url, headers=gateway.headers(), read_bufsize=1024) as session,
        session.post(CHAT, data=body) as response,
    ):
        pieces = []
        async for chunk in response.content.iter_chunked(512):
            pieces.append(chunk)
            await asyncio.sleep(0)
    assert b"".join(pieces).endswith(b"data: [DONE]\n\n")
    assert b"".join(pieces).count(b"data: ") > 3000
