"""New connections go to edges that are ready; those that there are stay."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
from aiohttp import web

from tests.support.balancer import Balancer
from tests.support.processes import GatewayProcess
from tests.support.waiting import eventually

PATIENCE_SECONDS = 10.0


@dataclass(slots=True)
class _Edge:
    """An edge that answers with its name."""

    name: str
    ready: bool = True
    told_unready: asyncio.Event = field(default_factory=asyncio.Event)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    left: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, request: web.Request) -> web.Response:
        return web.Response(text=self.name)

    async def health(self, request: web.Request) -> web.Response:
        if not self.ready:
            self.told_unready.set()
        return web.Response(status=200 if self.ready else 503)

    async def hold(self, request: web.Request) -> web.Response:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.left.set()
        return web.Response()


@asynccontextmanager
async def running(*edges: _Edge) -> AsyncIterator[list[GatewayProcess]]:
    runners, processes = [], []
    for edge in edges:
        app = web.Application()
        app.add_routes([web.get("/", edge.answer), web.get("/hold", edge.hold), web.get("/health/ready", edge.health)])
        runner = web.AppRunner(app, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        runners.append(runner)
        processes.append(GatewayProcess(edge.name, ["edge"], Path(), Path(), runner.addresses[0][1], 0, {}))
    try:
        yield processes
    finally:
        for runner in runners:
            await runner.cleanup()


async def asked(url: str, times: int = 4) -> set[str]:
    """Who answers so many connections."""
    answers = set()
    for _ in range(times):
        async with aiohttp.ClientSession(url) as session, session.get("/") as answer:
            answers.add(await answer.text())
    return answers


async def test_connections_are_shared_among_the_edges_that_are_ready() -> None:
    first, second = _Edge("first"), _Edge("second")
    async with running(first, second) as edges, Balancer(lambda: edges) as balancer:

        async def served_by(*names: str) -> bool:
            return await asked(balancer.url) == set(names)

        await eventually(lambda: served_by("first", "second"), PATIENCE_SECONDS, "answers of both")
        first.ready = False
        await eventually(lambda: served_by("second"), PATIENCE_SECONDS, "answers of the one that is ready")


async def test_a_connection_stays_with_its_edge_when_that_is_no_longer_ready() -> None:
    first, second = _Edge("first"), _Edge("second", ready=False)
    async with (
        running(first, second) as edges,
        Balancer(lambda: edges) as balancer,
        aiohttp.ClientSession(balancer.url) as session,
    ):
        await (await session.get("/")).read()
        first.ready, second.ready = False, True

        async def is_taken_over() -> bool:
            return await asked(balancer.url, 1) == {"second"}

        await eventually(is_taken_over, PATIENCE_SECONDS, "an answer of the other edge to a new connection")
        assert await (await session.get("/")).text() == "first"


async def test_where_no_edge_is_ready_clients_get_what_an_edge_answers() -> None:
    edge = _Edge("only")
    async with running(edge) as edges, Balancer(lambda: edges) as balancer:
        edge.ready = False
        await edge.told_unready.wait()
        assert await asked(balancer.url) == {"only"}


async def test_an_edge_sees_that_its_client_has_left() -> None:
    edge = _Edge("only")
    async with running(edge) as edges, Balancer(lambda: edges) as balancer:
        async with aiohttp.ClientSession(balancer.url) as session:
            waiting = asyncio.create_task(session.get("/hold"))
            await edge.asked.wait()
            waiting.cancel()
        await edge.left.wait()
