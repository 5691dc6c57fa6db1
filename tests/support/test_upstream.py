"""The scripted upstream does what its clients ask for, seen through a plain HTTP client."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import aiohttp
import pytest

from gateway.types import JsonObject
from tests.support.behaviour import Behaviour, Ending, Start, behaviour_of
from tests.support.upstream import Received, Upstream, read_record


def body(model: str, text: str = "Write to [EMAIL1]", stream: bool = False) -> JsonObject:
    return {"model": model, "messages": [{"role": "user", "content": text}], "stream": stream}


async def post(upstream: Upstream, request: JsonObject) -> tuple[int, bytes]:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{upstream.url}/chat/completions", json=request) as response,
    ):
        return response.status, await response.read()


async def test_it_answers_with_the_texts_that_it_received_and_keeps_the_request_to_the_byte() -> None:
    async with Upstream() as upstream:
        status, answer = await post(upstream, body("m"))
        assert (status, b"Write to [EMAIL1]" in answer) == (200, True)
        assert upstream.requests[0].json == body("m")
        assert b"Content-Type: application/json" in upstream.requests[0].wire


async def test_a_stream_splits_the_text_and_ends_with_done() -> None:
    async with Upstream() as upstream:
        _, answer = await post(upstream, body("m?size=2", stream=True))
        assert b'{"content": "Wr"}' in answer
        assert answer.endswith(b"data: [DONE]\n\n")
        assert upstream.open_streams == 0


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500])
async def test_it_fails_as_asked_and_quotes_the_request(status: int) -> None:
    async with Upstream() as upstream:
        answered, answer = await post(upstream, body(f"m?status={status}"))
        assert (answered, b"[EMAIL1]" in answer) == (status, True)


async def test_it_fails_only_as_often_as_asked() -> None:
    async with Upstream() as upstream:
        statuses = [(await post(upstream, body("m?status=500&times=2")))[0] for _ in range(3)]
        assert statuses == [500, 500, 200]


@pytest.mark.parametrize("ending", ["reset", "close"])
@pytest.mark.parametrize("stream", [False, True])
async def test_a_reset_or_a_cut_is_seen_by_the_client(ending: str, stream: bool) -> None:
    async with Upstream() as upstream:
        with pytest.raises(aiohttp.ClientError):
            await post(upstream, body(f"m?ending={ending}", stream=stream))


async def test_a_reset_before_the_answer_is_seen_by_the_client() -> None:
    async with Upstream() as upstream:
        with pytest.raises(aiohttp.ClientError):
            await post(upstream, body("m?start=reset"))


@pytest.mark.parametrize("model", ["m?start=stall", "m?ending=stall"])
async def test_it_notices_a_client_that_hangs_up(model: str) -> None:
    async with Upstream() as upstream:
        call = asyncio.ensure_future(post(upstream, body(model, stream=True)))
        await upstream.until(lambda: bool(upstream.requests))
        call.cancel()
        await upstream.until(lambda: upstream.hung_up == [0])
        assert upstream.finished == []


async def test_a_held_answer_comes_when_released() -> None:
    async with Upstream() as upstream:
        call = asyncio.ensure_future(post(upstream, body("m?start=hold")))
        await upstream.until(lambda: bool(upstream.requests))
        assert not call.done()
        upstream.release.set()
        assert (await call)[0] == 200


def test_every_field_of_a_behaviour_can_be_asked_for() -> None:
    asked = behaviour_of("m?status=500&times=2&start=hold&ending=reset&delay=0.5&pace=0.01&size=8&html=1&echo=body")
    assert asked == Behaviour(500, "", 2, Start.HOLD, Ending.RESET, 2, 0.5, 0.01, 8, 0, True, "body")


async def test_a_script_decides_before_the_model_name_does() -> None:
    def refuse(received: Received) -> Behaviour:
        return Behaviour(status=418)

    async with Upstream(script=refuse) as upstream:
        assert (await post(upstream, body("m?status=500")))[0] == 418


async def test_as_a_process_it_records_what_it_received(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.support.upstream", "--record", str(record), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    url = (await process.stdout.readline()).decode().strip()
    async with aiohttp.ClientSession() as session:
        await (await session.post(f"{url}/chat/completions", json=body("m"))).read()
    process.terminate()
    await process.wait()
    assert [received.json for received in read_record(record)] == [body("m")]
