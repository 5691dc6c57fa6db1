from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
import pytest

from gateway.errors import BadRequest
from gateway.providers.openai_compatible import Endpoint, OpenAICompatible, new_session
from gateway.providers.provider import Limits
from gateway.settings import Address
from gateway.types import JsonObject, Surface
from streams.auditor.witness import AuditWitness

BODY: JsonObject = {"model": "m", "messages": [{"role": "user", "content": "Write to [EMAIL1]."}]}


@dataclass(slots=True)
class Searches:
    """What was handed to the search, in order."""

    texts: list[tuple[Surface, str, str]] = field(default_factory=list)

    async def __call__(self, surface: Surface, place: str, text: str) -> None:
        self.texts.append((surface, place, text))


@asynccontextmanager
async def listening(searches: Searches) -> AsyncIterator[tuple[AuditWitness, str]]:
    witness = AuditWitness(Address("127.0.0.1", 0), 1 << 20)
    await witness.start(searches)
    try:
        yield witness, f"http://127.0.0.1:{witness.port}/v1"
    finally:
        await witness.stop()


@pytest.mark.parametrize("stream", [False, True])
async def test_the_dispatchers_client_gets_an_answer_whose_id_says_that_its_bytes_were_searched(stream: bool) -> None:
    searches = Searches()
    async with listening(searches) as (witness, url), new_session() as session:
        provider = OpenAICompatible(session, Endpoint(url, "sk-1", {"X-Team": "a team"}), Limits())
        body = {**BODY, "stream": stream}
        if stream:
            answers = [json.loads(event) async for events in provider.stream(body) for event in events]
        else:
            answers = [json.loads(await provider.complete(body))]
        (answer_id,) = {answer["id"] for answer in answers}
        assert witness.received(answer_id)
        assert not witness.received("chatcmpl-another")
        assert not witness.received(None)
    ((surface, place, text),) = searches.texts
    assert (surface, place) == (Surface.EGRESS, f"witness/{answer_id}")
    assert text.startswith("POST /v1/chat/completions\n")
    assert "Authorization: Bearer sk-1\n" in text
    assert "X-Team: a team\n" in text
    assert json.loads(text.partition("\n\n")[2]) == body


@pytest.mark.parametrize(
    ("path", "content", "status"),
    [("/responses?note=a", b'{"input": "hello"}', 404), ("/chat/completions", b"half {", 400)],
)
async def test_what_it_cannot_answer_is_searched_too(path: str, content: bytes, status: int) -> None:
    searches = Searches()
    async with (
        listening(searches) as (_, url),
        aiohttp.ClientSession() as session,
        session.post(url + path, data=content) as answer,
    ):
        assert answer.status == status
    ((_, _, text),) = searches.texts
    assert f"POST /v1{path}\n" in text
    assert text.endswith(content.decode())


async def test_a_port_that_is_taken_is_said_with_the_setting() -> None:
    async with listening(Searches()) as (witness, _):
        with pytest.raises(BadRequest, match=r"audit\.witness\.listen"):
            await AuditWitness(Address("127.0.0.1", witness.port), 1).start(Searches())
