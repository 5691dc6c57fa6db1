"""Connections to an edge as clients keep them: over each, requests go one after the other."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

import pytest
import uvloop

from tests.gateway.edge.house import KEY
from tests.gateway.edge.serving import BODY, CHAT, WAIT_SECONDS, Edge
from tests.support.waiting import eventually

# The loops of tests and of roles: they accept connections in different ways.
on_both_loops = pytest.mark.parametrize(
    "event_loop_policy", [asyncio.DefaultEventLoopPolicy(), uvloop.EventLoopPolicy()], ids=["asyncio", "uvloop"]
)


def asking(body: bytes) -> bytes:
    """A request as it goes over a connection."""
    head = f"POST {CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {KEY}\r\ncontent-length: {len(body)}\r\n\r\n"
    return head.encode() + body


@dataclass(slots=True)
class KeptConnection:
    """One connection to the edge, over which requests go one after the other."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def ask(self) -> tuple[int, bool, bytes]:
        """The status of an answer, whether it says that the connection closes, and its body."""
        self.send(BODY)
        return await self.answer()

    def send(self, body: bytes) -> None:
        """Sends a request and waits for nothing."""
        self.writer.write(asking(body))

    async def answer(self) -> tuple[int, bool, bytes]:
        """The same, of a request that was sent."""
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower().splitlines()
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        body = await self.reader.readexactly(int(headers["content-length"]))
        return int(lines[0].split()[1]), headers.get("connection") == "close", body

    async def is_closed(self) -> bool:
        """Whether the edge closes it: in order, not with a reset."""
        return await self.reader.read() == b""


@asynccontextmanager
async def kept(edge: Edge) -> AsyncIterator[KeptConnection]:
    reader, writer = await asyncio.open_connection("127.0.0.1", edge.port)
    try:
        yield KeptConnection(reader, writer)
    finally:
        writer.close()


@contextmanager
def connected_at_once(edge: Edge) -> Iterator[socket.socket]:
    """A connection that the kernel has accepted, and the event loop has not."""
    with socket.create_connection(("127.0.0.1", edge.port)) as connected:
        connected.setblocking(False)
        yield connected


async def port_closed(edge: Edge) -> None:
    runner = edge.server._runner
    await eventually(lambda: runner is not None and not runner.sites, WAIT_SECONDS, "the end of listening")


def draining(edge: Edge, seconds: float = 60) -> asyncio.Task[int]:
    return asyncio.create_task(edge.server.drain(seconds))
