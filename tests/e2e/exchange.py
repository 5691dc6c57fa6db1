"""Asking through the official SDK, whole and streamed, and seeing the same of both."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from openai import AsyncOpenAI, AsyncStream
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from gateway.types import JsonObject

AT_ONCE = 16

result_type = TypeVar("result_type")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the first choice of an answer says, and what it calls a tool with."""

    content: str
    arguments: str


async def whole(client: AsyncOpenAI, body: JsonObject) -> Answer:
    """The answer in one piece."""
    completion = await client.post("/chat/completions", cast_to=ChatCompletion, body=body)
    message = completion.choices[0].message
    arguments = [
        call.function.arguments if call.type == "function" else call.custom.input for call in message.tool_calls or ()
    ]
    return Answer(message.content or "", "".join(arguments))


async def streamed(client: AsyncOpenAI, body: JsonObject) -> Answer:
    """The answer put together from the pieces of a stream."""
    pieces = [piece async for piece in deltas(client, body)]
    return Answer("".join(piece.content for piece in pieces), "".join(piece.arguments for piece in pieces))


async def deltas(client: AsyncOpenAI, body: JsonObject) -> AsyncIterator[Answer]:
    """The pieces of a stream as they come."""
    stream = await client.post(
        "/chat/completions",
        cast_to=ChatCompletionChunk,
        body={**body, "stream": True},
        stream=True,
        stream_cls=AsyncStream[ChatCompletionChunk],
    )
    async for chunk in stream:
        for choice in chunk.choices:
            calls = choice.delta.tool_calls or ()
            yield Answer(choice.delta.content or "", "".join(_arguments(call.to_dict()) for call in calls))


def _arguments(call: dict[str, object]) -> str:
    called = call.get("function") or call.get("custom")
    assert isinstance(called, dict)
    return str(called.get("arguments") or called.get("input") or "")


async def all_at_once(work: Iterable[Awaitable[result_type]], at_once: int = AT_ONCE) -> list[result_type]:
    """The results in order; so many are worked on at any time."""
    room = asyncio.Semaphore(at_once)

    async def one(each: Awaitable[result_type]) -> result_type:
        async with room:
            return await each

    return await asyncio.gather(*map(one, work))
