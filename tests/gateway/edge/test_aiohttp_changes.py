from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from errno import EMFILE

import orjson
import pytest
from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from gateway.edge import aiohttp_changes
from streams.topics.embedded import EmbeddedBroker
from tests.gateway.edge.connections import (
    KeptConnection,
    asking,
    connected_at_once,
    draining,
    on_both_loops,
    port_closed,
)
from tests.gateway.edge.serving import BODY, WAIT_SECONDS, serving

PLANTED = b"dana.okoye@example.org"
MANY = 120  # connections, of the 128 that may wait
TOO_MANY = 429
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


@on_both_loops
async def test_who_asked_while_the_event_loop_was_busy_is_served_although_the_port_is_closed(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with serving(embedded_broker) as edge, asyncio.timeout(WAIT_SECONDS):
        with ExitStack() as stack:
            waiting = [stack.enter_context(connected_at_once(edge)) for _ in range(MANY)]
            for each in waiting:
                each.sendall(asking(BODY))
            drained = draining(edge)
            await port_closed(edge)
            opened = [await asyncio.open_connection(sock=each) for each in waiting]
            connections = [KeptConnection(reader, writer) for reader, writer in opened]
            statuses = {(await connection.answer())[0] for connection in connections}
            assert statuses <= {200, TOO_MANY}, "their tenant has a limit; none is cut"
            for connection in connections:
                connection.writer.close()
        assert await drained == 0


@on_both_loops
async def test_a_server_whose_address_was_not_free_has_no_port_to_close(embedded_broker: EmbeddedBroker) -> None:
    async with serving(embedded_broker) as edge:
        runner = web.AppRunner(web.Application())
        await runner.setup()
        with pytest.raises(OSError):
            await web.TCPSite(runner, "127.0.0.1", edge.port).start()
        await aiohttp_changes.close_port(runner)
        assert not runner.sites
        await runner.cleanup()


@on_both_loops
async def test_a_process_that_can_accept_nobody_closes_its_port_all_the_same(
    embedded_broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_more_files(descriptor: int) -> int:
        raise OSError(EMFILE, "too many open files")

    async with serving(embedded_broker) as edge, asyncio.timeout(WAIT_SECONDS):
        monkeypatch.setattr("os.dup", no_more_files)
        with connected_at_once(edge):
            await edge.server._close_port()
        await port_closed(edge)
