"""Providers that speak OpenAI's protocol, over one pooled HTTP session.

Only headers built here from the configuration are sent. Cookies, proxies from the environment, redirects and
compression are off.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

import aiohttp
import msgspec

from gateway.errors import BadRequest, GatewayError, ProviderFailed
from gateway.providers.answers import object_of, unreadable
from gateway.providers.errors import code_and_param, from_status, retry_after_seconds, transport_errors
from gateway.providers.provider import Limits
from gateway.providers.sse import EventParser
from gateway.types import JsonObject

DEFAULT_API_BASE = "https://api.openai.com/v1"

_CONNECT_SECONDS = 10
_DRAIN_SECONDS = 0.1
_ERROR_BYTES = 64 * 1024
_DONE = b"[DONE]"


@dataclass(frozen=True, slots=True, repr=False)
class Endpoint:
    """A provider's address, key and extra headers. The key is secret and never printed."""

    api_base: str = DEFAULT_API_BASE
    api_key: str | None = None
    extra_headers: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Endpoint(api_base={self.api_base!r})"

    @property
    def headers(self) -> dict[str, str]:
        """All headers of a request except ``Host`` and ``Content-Length``.

        >>> Endpoint(api_key="k", extra_headers={"X-Team": "a"}).headers["Authorization"]
        'Bearer k'
        """
        key = {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}
        plain = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "Accept-Encoding": "identity",
            "User-Agent": "canarygate",
        }
        return {**plain, **key, **self.extra_headers}


def new_session() -> aiohttp.ClientSession:
    """Returns a session with a connection pool, for all providers of a process. The caller must close it."""
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0),
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT_SECONDS),
        auto_decompress=False,
        trust_env=False,
    )


class OpenAICompatible:
    """A ``Provider`` that posts to ``{api_base}/chat/completions``."""

    def __init__(self, session: aiohttp.ClientSession, endpoint: Endpoint, limits: Limits) -> None:
        self._session = session
        self._url = endpoint.api_base.rstrip("/") + "/chat/completions"
        self._headers = endpoint.headers
        self._limits = limits

    async def complete(self, body: JsonObject) -> bytes:
        """Returns the answer's bytes unchanged, after checking that they are one JSON object without an error."""
        with transport_errors():
            async with asyncio.timeout(self._limits.first_byte_seconds), await self._post(body) as response:
                answer = await _read(response, self._limits.answer_bytes)
        if len(answer) > self._limits.answer_bytes:
            raise unreadable("is too long")
        object_of(answer)
        return answer

    async def stream(self, body: JsonObject) -> AsyncGenerator[list[bytes], None]:
        """Yields the events as they arrive, up to ``[DONE]``."""
        clock = asyncio.get_running_loop().time
        until = clock() + self._limits.first_byte_seconds
        with transport_errors():
            async with asyncio.timeout_at(until):
                response = await self._post(body)
            async with response:
                parser, room, batch = EventParser(), self._limits.answer_bytes, _Batch([])
                while not batch.complete:
                    async with asyncio.timeout_at(until):
                        chunk = await response.content.readany()
                    room -= len(chunk)
                    batch = _batch(parser.feed(chunk)) if chunk and room >= 0 else _Batch([], error=_cut(room))
                    if batch.events:
                        yield batch.events
                    if batch.error:
                        raise batch.error
                    until = clock() + self._limits.idle_seconds
                await _drain(response)

    async def _post(self, body: JsonObject) -> aiohttp.ClientResponse:
        """Returns the response once its status is 200; its body is not read yet."""
        data = _encoded(body)
        response = await self._session.post(self._url, data=data, headers=self._headers, allow_redirects=False)
        if response.status == 200 and response.headers.get("Content-Encoding", "identity") == "identity":
            return response
        async with response:
            if response.status == 200:
                raise unreadable("is compressed although the gateway did not ask for that")
            raise await _failure(response)


class _Batch(NamedTuple):
    """Events that arrived together, up to the stream's end: ``[DONE]`` or an error."""

    events: list[bytes]
    complete: bool = False
    error: GatewayError | None = None


def _batch(events: list[bytes]) -> _Batch:
    for position, event in enumerate(events):
        if event == _DONE:
            return _Batch(events[:position], complete=True)
        try:
            object_of(event)
        except GatewayError as error:
            return _Batch(events[:position], error=error)
    return _Batch(events)


def _cut(room: int) -> GatewayError:
    if room < 0:
        return unreadable("is too long")
    return ProviderFailed("The provider's stream ended before it was complete.")


def _encoded(body: JsonObject) -> bytes:
    try:
        return msgspec.json.encode(body)
    except (ValueError, RecursionError):
        raise BadRequest("The request cannot be written as JSON; it holds half a surrogate pair.") from None


async def _read(response: aiohttp.ClientResponse, limit: int) -> bytes:
    """Returns the body; stops reading soon after it has more than ``limit`` bytes."""
    chunks, length = [], 0
    while length <= limit and (chunk := await response.content.readany()):
        chunks.append(chunk)
        length += len(chunk)
    return b"".join(chunks)


async def _failure(response: aiohttp.ClientResponse) -> GatewayError:
    wait = retry_after_seconds(response.headers.get("Retry-After"), datetime.now(UTC))
    code, param = code_and_param(await _read(response, _ERROR_BYTES))
    return from_status(response.status, code=code, param=param, retry_after=wait)


async def _drain(response: aiohttp.ClientResponse) -> None:
    """Reads the rest of the body, so that the connection can be reused; gives up if that takes too long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_DRAIN_SECONDS):
            await _read(response, _ERROR_BYTES)
