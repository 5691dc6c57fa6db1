from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager

import aiohttp
import pytest
from aiohttp import web

from gateway.errors import BadRequest, GatewayError
from gateway.providers.openai_compatible import Endpoint, OpenAICompatible, new_session
from gateway.providers.provider import Limits
from gateway.types import JsonObject
from tests.support.upstream import Upstream

BODY: JsonObject = {
    "temperature": 1.0,
    "model": "m",
    "messages": [{"role": "user", "content": "é 😀 [NAME1]"}],
    "top_p": 1,
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with new_session() as session:
        yield session


@pytest.fixture
async def upstream() -> AsyncIterator[Upstream]:
    async with Upstream() as upstream:
        yield upstream


@asynccontextmanager
async def serving(handler: Handler) -> AsyncIterator[str]:
    """Yields the address of a server that uses this handler for every request."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handler)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


def provider(session: aiohttp.ClientSession, url: str) -> OpenAICompatible:
    return OpenAICompatible(session, Endpoint(url), Limits())


async def status_of(provider: OpenAICompatible, body: JsonObject) -> int:
    with pytest.raises(GatewayError) as raised:
        await provider.complete(body)
    return raised.value.status


async def test_only_the_headers_of_the_configuration_leave(session: aiohttp.ClientSession, upstream: Upstream) -> None:
    endpoint = Endpoint(upstream.url + "/", "secret", {"X-Team": "support"})
    await OpenAICompatible(session, endpoint, Limits()).complete(BODY)
    received = upstream.requests[0]
    assert received.path == "/v1/chat/completions"
    assert dict(received.headers) == {
        "Host": f"127.0.0.1:{upstream.port}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "Accept-Encoding": "identity",
        "User-Agent": "canarygate",
        "Authorization": "Bearer secret",
        "X-Team": "support",
        "Content-Length": str(len(received.body)),
    }


async def test_the_body_leaves_as_the_same_json_in_the_same_order(
    session: aiohttp.ClientSession, upstream: Upstream
) -> None:
    await provider(session, upstream.url).complete(BODY)
    assert list(upstream.requests[0].json.items()) == list(BODY.items())


async def test_a_body_with_half_a_surrogate_pair_is_a_bad_request_and_is_not_sent(
    session: aiohttp.ClientSession, upstream: Upstream
) -> None:
    with pytest.raises(BadRequest) as raised:
        await provider(session, upstream.url).complete({"model": "m", "user": "Ann \ud83d"})
    assert raised.value.__suppress_context__
    assert upstream.requests == []


async def test_one_connection_serves_calls_streams_and_refusals_in_turn(session: aiohttp.ClientSession) -> None:
    ports, taken = set(), asyncio.Event()

    async def answer(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        ports.add(request.transport.get_extra_info("peername"))
        body = await request.json()
        if body["model"] == "refused":
            return web.json_response({}, status=400)
        if not body.get("stream"):
            return web.json_response({})
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(b"data: {}\n\ndata: [DONE]\n\n")
        await taken.wait()  # so that the end of the body comes later than [DONE]
        return response

    async with serving(answer) as url:
        for _ in range(2):
            await provider(session, url).complete(BODY)
            async for batch in provider(session, url).stream({**BODY, "stream": True}):
                assert batch == [b"{}"]
                taken.set()
            taken.clear()
            assert await status_of(provider(session, url), {**BODY, "model": "refused"}) == 400
    assert len(ports) == 1


async def test_cookies_are_not_kept(session: aiohttp.ClientSession) -> None:
    cookies = []

    async def answer(request: web.Request) -> web.StreamResponse:
        cookies.append(dict(request.cookies))
        return web.json_response({}, headers={"Set-Cookie": "tracking=1; Path=/"})

    async with serving(answer) as url:
        await provider(session, url.replace("127.0.0.1", "localhost")).complete(BODY)
        await provider(session, url.replace("127.0.0.1", "localhost")).complete(BODY)
    assert cookies == [{}, {}]


async def test_a_redirect_is_not_followed(session: aiohttp.ClientSession, upstream: Upstream) -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        raise web.HTTPTemporaryRedirect(f"{upstream.url}/chat/completions")

    async with serving(answer) as url:
        assert await status_of(provider(session, url), BODY) == 502
    assert upstream.requests == []


async def test_a_compressed_answer_is_refused(session: aiohttp.ClientSession) -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        return web.Response(body=b"\x1f\x8b", headers={"Content-Encoding": "gzip"})

    async with serving(answer) as url:
        assert await status_of(provider(session, url), BODY) == 502


@pytest.mark.parametrize("crlf", [0, 1])
async def test_every_event_comes_as_its_own_bytes(
    session: aiohttp.ClientSession, upstream: Upstream, crlf: int
) -> None:
    body: JsonObject = {**BODY, "model": f"m?size=1&crlf={crlf}", "stream": True}
    batches = [batch async for batch in provider(session, upstream.url).stream(body)]
    deltas = [json.loads(event)["choices"][0]["delta"] for batch in batches for event in batch]
    assert "".join(delta.get("content", "") for delta in deltas) == "é 😀 [NAME1]"


async def test_what_arrived_before_an_error_is_handed_on(session: aiohttp.ClientSession, upstream: Upstream) -> None:
    events = []
    body: JsonObject = {**BODY, "model": "m?ending=error&cut_after=2", "stream": True}
    async with aclosing(provider(session, upstream.url).stream(body)) as stream:
        with pytest.raises(GatewayError):
            async for batch in stream:
                events += batch
    assert len(events) == 2


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/v1", "nonsense", "http://[::1"])
async def test_a_provider_that_cannot_be_reached_is_a_failed_one(session: aiohttp.ClientSession, url: str) -> None:
    assert await status_of(provider(session, url), BODY) == 502


async def test_a_key_with_a_line_break_is_the_operators_fault(
    session: aiohttp.ClientSession, upstream: Upstream
) -> None:
    broken = OpenAICompatible(session, Endpoint(upstream.url, "secret\nX-Other: 1"), Limits())
    assert await status_of(broken, BODY) == 502
    assert upstream.requests == []


def test_an_endpoint_does_not_print_its_key() -> None:
    assert "secret" not in repr(Endpoint(api_key="secret", extra_headers={"X-Key": "secret"}))
