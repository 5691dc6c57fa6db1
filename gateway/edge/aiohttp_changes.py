"""What must be changed in aiohttp 3.14 for the edge; ``apply`` does it, before the edge listens.

What is no HTTP never comes to a middleware: aiohttp answers it itself, in plain text, and repeats what it could
not read, which may be a user's text. Here such a request gets the gateway's own error, in the shape of the API.

A connection that waits for its next request is closed at the very end only, when a client may just be using it again;
``close_idle`` closes it while the edge still answers on the others. ``close_port`` closes the port, and no connection.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from select import POLLIN, poll
from typing import cast

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from gateway.errors import BadRequest
from gateway.protocols.chat_completions import CHAT_COMPLETIONS

_handle_error = RequestHandler.handle_error


def _answer_unreadable(
    self: RequestHandler, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, *_: object
) -> web.StreamResponse:
    _handle_error(self, request, status, exc)  # logs it, and raises where an answer has begun
    error = BadRequest("the request is no HTTP that this gateway reads", code="unreadable_request")
    response = web.json_response(CHAT_COMPLETIONS.error_body(error), status=status)
    response.force_close()
    return response


def apply() -> None:
    """Change aiohttp for this process; a second call changes nothing."""
    RequestHandler.handle_error = _answer_unreadable  # type: ignore[method-assign,assignment]


async def close_port(runner: web.AppRunner) -> None:
    """Let nobody connect any more; connections that are there go on.

    So do those that the event loop has not yet accepted: the kernel would reset them with the port, and what they have
    sent. A process without a free file descriptor can accept none.
    """
    await asyncio.sleep(0)  # what asyncio has accepted it serves from its next round on
    if (server := runner.server) is None:
        return
    for site in runner.sites:
        accepted = [*_accepted(site)]
        await site.stop()
        for connected in accepted:
            await asyncio.get_running_loop().connect_accepted_socket(server, connected)


def close_idle(runner: web.AppRunner) -> None:
    """Close the connections that wait for their next request, as aiohttp does with those that wait for too long.

    One on which bytes have come that nobody has read stays: a busy event loop is late, its clients are not.
    """
    for connection in runner.server.connections if runner.server is not None else ():
        if connection._waiter is not None and not connection._waiter.done() and not _has_unread(connection):
            connection.force_close()


def _accepted(site: web.BaseSite) -> Iterator[socket.socket]:
    server = cast("asyncio.Server | None", site._server)  # none where its address was not free
    for listening in () if server is None else server.sockets:
        with suppress(OSError), socket.socket(fileno=os.dup(listening.fileno())) as waiting:
            waiting.setblocking(False)
            while True:
                yield waiting.accept()[0]


def _has_unread(connection: RequestHandler) -> bool:
    transport = connection.transport
    if transport is None:
        return False
    looking = poll()
    looking.register(transport.get_extra_info("socket"), POLLIN)
    return bool(looking.poll(0))
