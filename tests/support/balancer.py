"""A TCP load balancer in front of edges, as an orchestrator sets one up: new connections go to edges that are ready.

A connection stays with its edge until one of both closes it, whatever the edge's readiness says meanwhile. Where none
is ready, all of them are asked, as balancers do: so clients get the edge's own error.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from types import TracebackType
from typing import Self

import aiohttp

from tests.support.processes import GatewayProcess
from tests.support.waiting import eventually

POLL_SECONDS = 0.25
PROBE_SECONDS = 1.0
READY_SECONDS = 10.0
PIECE_BYTES = 1 << 16


@dataclass(slots=True)
class Balancer:
    """An async context manager: ``url`` is where clients connect once it is entered; ``edges`` lists those to ask."""

    edges: Callable[[], Sequence[GatewayProcess]]
    url: str = ""
    _ready: list[GatewayProcess] = field(default_factory=list)
    _turns: Iterator[int] = field(default_factory=count)
    _server: asyncio.Server | None = None
    _polling: asyncio.Task[None] | None = None
    _served: dict[asyncio.Task[None], asyncio.StreamWriter] = field(default_factory=dict)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=1024)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        self._polling = asyncio.create_task(self._poll())
        await eventually(lambda: bool(self._ready), READY_SECONDS, "an edge that is ready")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        assert self._server is not None and self._polling is not None
        self._polling.cancel()
        self._server.close()
        for writer in self._served.values():
            writer.transport.abort()
        await asyncio.gather(*self._served)

    async def _poll(self) -> None:
        timeout = aiohttp.ClientTimeout(total=PROBE_SECONDS)
        async with aiohttp.ClientSession(timeout=timeout) as session:
            while True:
                edges = self.edges()
                answers = await asyncio.gather(*(_is_ready(session, edge) for edge in edges))
                self._ready = [edge for edge, is_ready in zip(edges, answers, strict=True) if is_ready]
                await asyncio.sleep(POLL_SECONDS)

    def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connection(reader, writer))
        self._served[task] = writer
        task.add_done_callback(self._served.pop)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened = await self._connect()
        if opened is None:
            writer.close()
            return
        edge_reader, edge_writer = opened
        ways = [asyncio.create_task(_pump(reader, edge_writer)), asyncio.create_task(_pump(edge_reader, writer))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        edge_writer.close()
        writer.close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """A connection to the next edge that is ready and can be reached."""
        edges, start = self._ready or list(self.edges()), next(self._turns)
        for at in range(len(edges)):
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", edges[(start + at) % len(edges)].edge_port)
        return None


async def _is_ready(session: aiohttp.ClientSession, edge: GatewayProcess) -> bool:
    try:
        async with session.get(f"{edge.url}/health/ready") as answer:
            return answer.status == 200
    except (aiohttp.ClientError, TimeoutError, OSError):
        return False


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while piece := await source.read(PIECE_BYTES):
            sink.write(piece)
            await sink.drain()
