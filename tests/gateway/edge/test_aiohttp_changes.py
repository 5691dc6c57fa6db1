from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson
import pytest
from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from gateway.edge import aiohttp_changes

PLANTED = b"dana.okoye@example.org"
NO_HTTP = b"GET / HTTP/1.1\r\nHost: a\r\n" + PLANTED + b"\r\n\r\n"


@asynccontextmanager
async def server() -> AsyncIterator[int]:
    """The port of a server that has no routes."""
    runner = web.AppRunner(web.Application())
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


async def answered(request: bytes) -> tuple[bytes, bytes]:
    """The head and the body of what a server answers to these bytes; the connection ends."""
    async with server() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        async with asyncio.timeout(30):
            answer = await reader.read()
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return head, body


@pytest.fixture
def unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """aiohttp as it is installed."""
    monkeypatch.setattr(RequestHandler, "handle_error", aiohttp_changes._handle_error)


@pytest.mark.usefixtures("unchanged")
async def test_aiohttp_itself_repeats_what_it_could_not_read() -> None:
    head, body = await answered(NO_HTTP)
    assert head.startswith(b"HTTP/1.1 400") or head.startswith(b"HTTP/1.0 400")
    assert PLANTED in body


@pytest.mark.usefixtures("unchanged")
async def test_what_is_no_http_gets_an_error_of_the_api_that_repeats_nothing() -> None:
    aiohttp_changes.apply()
    aiohttp_changes.apply()
    head, body = await answered(NO_HTTP)
    assert b" 400 " in head
    assert orjson.loads(body)["error"]["code"] == "unreadable_request"
    assert PLANTED not in head + body


@pytest.mark.usefixtures("unchanged")
async def test_what_is_http_is_answered_as_before() -> None:
    aiohttp_changes.apply()
    head, _ = await answered(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    assert b" 404 " in head
