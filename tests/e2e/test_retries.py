"""A client that asks again with its Idempotency-Key: the provider is called once, and the answer is whole."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from gateway.types import JsonObject
from tests.e2e.bodies import chat, said
from tests.support.gateway import Gateway, running_gateway
from tests.support.metrics import metric
from tests.support.upstream import Upstream
from tests.support.waiting import eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

CHAT = "/v1/chat/completions"
EMAIL = "dana.okoye@harbor-quartz7.example"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(upstream: Upstream) -> AsyncIterator[Gateway]:
    """The product, whose turns end soon if nobody answers them."""
    async with running_gateway(upstream, edge={"request_timeout_seconds": 20.0}) as gateway:
        yield gateway


def asked(model: str, *, stream: bool) -> JsonObject:
    return chat([said("user", f"Write to {EMAIL}")], model, stream=stream)


async def ask(gateway: Gateway, body: JsonObject, key: str) -> str:
    """The whole body of an answer."""
    async with (
        gateway.session() as session,
        session.post(CHAT, json=body, headers={"idempotency-key": key}) as response,
    ):
        assert response.status == 200
        return await response.text()


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("answered_meanwhile", [False, True])
async def test_a_retry_after_a_broken_connection_calls_the_provider_once(
    gateway: Gateway, upstream: Upstream, stream: bool, answered_meanwhile: bool
) -> None:
    upstream.release.clear()
    number, key = len(upstream.requests), f"retry-{stream}-{answered_meanwhile}"
    body = asked("m?start=hold&echo=last", stream=stream)
    first = asyncio.create_task(ask(gateway, body, key))
    await upstream.until(lambda: len(upstream.requests) > number)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await eventually(lambda: metric("canarygate_turns_in_flight") == 0, 10, "the client's leaving")
    retry = None if answered_meanwhile else asyncio.create_task(ask(gateway, body, key))
    if retry:
        await eventually(lambda: metric("canarygate_turns_in_flight") == 1, 10, "the retry's arrival")
    upstream.release.set()
    await upstream.until(lambda: number in upstream.finished)
    assert EMAIL in await (retry or ask(gateway, body, key))
    assert len(upstream.requests) == number + 1
    assert number not in upstream.hung_up


async def test_the_key_never_leaves(gateway: Gateway, upstream: Upstream) -> None:
    await ask(gateway, asked("m?echo=last", stream=False), "planted-key")
    assert b"planted-key" not in upstream.requests[-1].wire
