"""A gateway as teams write it in an afternoon: patterns over the text of messages, and everything else as it came."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from ssl import SSLContext
from types import TracebackType
from typing import Final

import aiohttp
from aiohttp import web

from gateway.types import JsonObject, JsonValue

KEY: Final = "sk-of-a-weak-gateway"
_VALUES: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b\d{3}-\d{2}-\d{4}\b")
_DOMAINS: Final = re.compile(r"(?<=\w)@[\w-]+(?:\.[\w-]+)+")


def mask_values(text: str) -> str:
    """The text without mail addresses and social security numbers."""
    return _VALUES.sub("[MASKED]", text)


def mask_domains(text: str) -> str:
    """The text with mail addresses that have lost what stands behind their ``@``."""
    return _DOMAINS.sub("@[MASKED]", text)


@dataclass(slots=True)
class WeakGateway:
    """Masks the contents of messages, also their parts, and sends all to ``upstream``, an ``api_base``.

    It answers 422 to a body with a field that ``refuses`` names; streams go to ``another`` upstream where there is one.
    """

    upstream: str
    mask: Callable[[str], str] = mask_values
    refuses: frozenset[str] = frozenset()
    another: str | None = None
    tls: SSLContext | None = None
    models: tuple[str, ...] = ("m",)
    port: int = 0
    asked: int = 0
    keys: set[str | None] = field(default_factory=set)
    _open: AsyncExitStack = field(default_factory=AsyncExitStack)
    _session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> WeakGateway:
        self._session = await self._open.enter_async_context(aiohttp.ClientSession())
        app = web.Application()
        app.router.add_get("/v1/models", self._models)
        app.router.add_post("/v1/chat/completions", self._chat)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0)
        await runner.setup()
        self._open.push_async_callback(runner.cleanup)
        await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=self.tls).start()
        self.port = runner.addresses[0][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._open.aclose()

    @property
    def url(self) -> str:
        """Where clients reach it."""
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}"

    async def _models(self, request: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [{"id": name} for name in self.models]})

    async def _chat(self, request: web.Request) -> web.Response:
        self.asked += 1
        self.keys.add(request.headers.get("authorization"))
        if request.headers.get("authorization") != f"Bearer {KEY}":
            return web.json_response({"error": {"message": "unknown key"}}, status=401)
        body = await request.json()
        if self.refuses & body.keys():
            return web.json_response({"error": {"message": "unknown field"}}, status=422)
        body["messages"] = [self._masked(message) for message in body["messages"]]
        assert self._session is not None
        upstream = self.another if self.another and body.get("stream") else self.upstream
        async with self._session.post(f"{upstream}/chat/completions", json=body) as response:
            kept = {"content-type": response.headers["content-type"]}
            return web.Response(body=await response.read(), status=response.status, headers=kept)

    def _masked(self, message: JsonObject) -> JsonObject:
        return {**message, "content": self._masked_content(message.get("content"))}

    def _masked_content(self, content: JsonValue) -> JsonValue:
        if isinstance(content, str):
            return self.mask(content)
        masked: JsonValue = json.loads(self.mask(json.dumps(content)))
        return masked
