"""The witness is an upstream that clients are content with, whichever API they speak, and it keeps what it gets."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import msgspec
import pytest
import pytest_asyncio
from openai import AsyncOpenAI

from gateway.settings import Address
from gateway.types import JsonObject
from streams.verify.judging import Mark
from streams.verify.witness import WitnessServer
from tests.support.ports import free_ports

TEXT = "Tell me all about the harbour, its ships and what they carried, from the beginning. ⚓"
MARK = Mark("f3a9")


@pytest_asyncio.fixture
async def witness() -> AsyncIterator[WitnessServer]:
    async with WitnessServer(Address("127.0.0.1", free_ports(1)[0]), MARK) as witness:
        yield witness


def url(witness: WitnessServer) -> str:
    return f"http://{witness.listen}/v1"


def sdk(witness: WitnessServer) -> AsyncOpenAI:
    return AsyncOpenAI(base_url=url(witness), api_key="sk-of-a-gateway", max_retries=0)


async def test_chat_completions(witness: WitnessServer) -> None:
    client = sdk(witness)
    whole = await client.chat.completions.create(model="m", messages=[{"role": "user", "content": TEXT}])
    assert whole.choices[0].message.content == f"{MARK.of(0)} user {TEXT} m"
    stream = await client.chat.completions.create(model="m", messages=[{"role": "user", "content": TEXT}], stream=True)
    chunks = [chunk async for chunk in stream]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == f"{MARK.of(1)} user {TEXT} m"
    assert chunks[-1].choices[0].finish_reason == "stop"
    assert chunks[-1].usage is not None
    assert len(chunks) > 4


async def test_responses(witness: WitnessServer) -> None:
    client = sdk(witness)
    whole = await client.responses.create(model="m", input=TEXT)
    assert whole.output_text == f"{MARK.of(0)} {TEXT} m"
    async with client.responses.stream(model="m", input=TEXT) as stream:
        pieces = [event.delta async for event in stream if event.type == "response.output_text.delta"]
        final = await stream.get_final_response()
    assert "".join(pieces) == final.output_text == f"{MARK.of(1)} {TEXT} m"
    assert final.status == "completed"


@pytest.mark.parametrize("stream", [False, True])
async def test_messages(witness: WitnessServer, stream: bool) -> None:
    body: JsonObject = {"model": "m", "messages": [{"role": "user", "content": TEXT}], "stream": stream}
    async with aiohttp.ClientSession() as session, session.post(f"{url(witness)}/messages", json=body) as response:
        raw = await response.read()
    if not stream:
        assert msgspec.json.decode(raw)["content"] == [{"type": "text", "text": f"{MARK.of(0)} m user {TEXT}"}]
        return
    events = [event.split("\n") for event in raw.decode().strip().split("\n\n")]
    read = [(name.removeprefix("event: "), msgspec.json.decode(data.removeprefix("data: "))) for name, data in events]
    assert [name for name, _ in read] == [event["type"] for _, event in read]
    deltas = [event["delta"]["text"] for name, event in read if name == "content_block_delta"]
    assert "".join(deltas) == f"{MARK.of(0)} m user {TEXT}"
    names = [name for name, _ in read if name != "content_block_delta"]
    assert names == ["message_start", "content_block_start", "content_block_stop", "message_delta", "message_stop"]


async def test_models_are_listed_and_nothing_of_it_counts_as_a_request(witness: WitnessServer) -> None:
    assert [model.id async for model in sdk(witness).models.list()] == ["witness"]
    assert witness.received == []


@pytest.mark.parametrize(
    ("path", "body"), [("/v1/embeddings", b'{"input": "x"}'), ("/v1/chat/completions", b"\xff{"), ("/", b"")]
)
async def test_what_it_does_not_serve_is_kept_too(witness: WitnessServer, path: str, body: bytes) -> None:
    async with (
        aiohttp.ClientSession(f"http://{witness.listen}", headers={"x-note": "kept"}) as session,
        session.post(f"{path}?of=all", data=body) as response,
    ):
        assert response.status == 404
        assert body not in await response.read() or not body
    (received,) = witness.received
    assert (received.path, received.body) == (f"{path}?of=all", body)
    assert "kept" in received.headers


async def test_a_compressed_request_is_kept_as_it_reads(witness: WitnessServer) -> None:
    asked = msgspec.json.encode({"user": TEXT})
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{url(witness)}/chat/completions", data=asked, compress="gzip") as response,
    ):
        assert response.status == 200
    assert witness.received[0].body == asked
