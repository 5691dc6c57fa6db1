"""What a person or an orchestrator gets who stops a process of the program while a client waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import aiohttp
import orjson
import pytest

from tests.support.configuration import openai_models
from tests.support.processes import Cluster, GatewayProcess
from tests.support.upstream import Upstream
from tests.support.waiting import eventually

BODY = {"model": "m?start=hold", "messages": [{"role": "user", "content": "Hi"}], "stream": True}
CLOSED_SECONDS = 30


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """No process yet."""
    with Cluster(tmp_path, "embedded", []) as cluster:
        yield cluster


async def asking(process: GatewayProcess, key: str, upstream: Upstream) -> asyncio.Task[tuple[int, bytes]]:
    """A request that the upstream has and does not answer yet."""

    async def ask() -> tuple[int, bytes]:
        headers = {"authorization": f"Bearer {key}"}
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{process.url}/v1/chat/completions", json=BODY, headers=headers) as response,
        ):
            return response.status, await response.read()

    task = asyncio.create_task(ask())
    await upstream.until(lambda: len(upstream.requests) == 1)
    return task


async def test_the_first_signal_lets_an_answer_be_finished_and_the_second_ends_it_with_an_error(
    cluster: Cluster,
) -> None:
    async with Upstream() as upstream:
        cluster.models = openai_models(upstream.url)
        for signals in (1, 2):
            upstream.requests.clear()
            upstream.release.clear()
            process = await asyncio.to_thread(cluster.start_all_in_one)
            answer = await asking(process, cluster.secrets.api_key, upstream)
            process.terminate()
            await eventually(partial(lets_nobody_connect, process), CLOSED_SECONDS, "the port's close")
            assert not answer.done()
            if signals == 1:
                upstream.release.set()
                status, body = await answer
                assert (status, body.endswith(b"data: [DONE]\n\n")) == (200, True)
            else:
                process.terminate()
                status, body = await answer
                assert (status, orjson.loads(body)["error"]["code"]) == (504, "draining")
                await upstream.until(lambda: upstream.hung_up != [])
            assert await asyncio.to_thread(process.wait) == 0


async def lets_nobody_connect(process: GatewayProcess) -> bool:
    """Whether the port of the process is closed."""
    try:
        async with aiohttp.request("GET", f"{process.url}/health/ready"):
            return False
    except aiohttp.ClientConnectorError:
        return True
