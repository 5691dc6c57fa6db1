from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web

from streams.auditor.asking import ProbeOutcome, ask
from tests.support.ports import free_ports


@asynccontextmanager
async def edge(status: int, text: str) -> AsyncIterator[aiohttp.ClientSession]:
    """A client of an edge that answers everything so."""

    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=status, text=text, headers={"x-canarygate-turn-id": "t", "x-path": request.raw_path})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with aiohttp.ClientSession(f"http://127.0.0.1:{runner.addresses[0][1]}") as session:
        yield session
    await runner.cleanup()


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, ProbeOutcome.ANSWERED),
        (400, ProbeOutcome.REFUSED),
        (404, ProbeOutcome.REFUSED),
        (401, ProbeOutcome.UNAUTHORIZED),
        (429, ProbeOutcome.TOO_MANY),
        (503, ProbeOutcome.UNAVAILABLE),
        (504, ProbeOutcome.TIMED_OUT),
        (502, ProbeOutcome.FAILED),
        (500, ProbeOutcome.FAILED),
    ],
)
async def test_a_status_says_what_became_of_a_probe(status: int, outcome: ProbeOutcome) -> None:
    async with edge(status, "said") as session:
        answer = await ask(session, "/v1/notes/a%20b", b"{}", "key")
    assert (answer.outcome, answer.turn_id) == (outcome, "t")
    assert "x-path: /v1/notes/a%20b\n" in answer.text
    assert answer.text.endswith("\n\nsaid")


@pytest.mark.parametrize(
    "text", ['{"id":"chatcmpl-1a","choices":[]}', 'data: {"id": "chatcmpl-1a"}\n\ndata: [DONE]\n\n']
)
async def test_the_id_of_an_answer_is_read_from_json_and_from_a_stream(text: str) -> None:
    async with edge(200, text) as session:
        assert (await ask(session, "/", b"{}", "key")).answer_id == "chatcmpl-1a"


async def test_an_edge_that_is_not_there_is_unreachable() -> None:
    (port,) = free_ports(1)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        answer = await ask(session, "/", b"{}", "key")
    assert (answer.outcome, answer.text, answer.answer_id) == (ProbeOutcome.UNREACHABLE, "", None)
