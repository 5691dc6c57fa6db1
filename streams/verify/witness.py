"""The witness: an upstream that answers as a provider would, and keeps every byte that it receives."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import TracebackType
from typing import Final

import msgspec
from aiohttp import web

from gateway.settings import Address
from gateway.types import JsonObject
from streams.verify.judging import Mark, WitnessedRequest
from streams.verify.reading import json_object
from streams.verify.speaking import SpokenAnswer, SpokenApi, spoken, texts

LARGEST_BODY: Final = 64 << 20
_MODEL: Final[JsonObject] = {"id": "witness", "object": "model", "created": 0, "owned_by": "witness"}


@dataclass(slots=True)
class WitnessServer:
    """Listens while it is entered. An answer begins with the number of its request, and quotes all that was said.

    So the gateway's own answer tells which request a probe became, and whether values come back to the client.
    """

    listen: Address
    mark: Mark
    received: list[WitnessedRequest] = field(default_factory=list)
    _runner: web.AppRunner | None = None

    async def __aenter__(self) -> WitnessServer:
        app = web.Application(client_max_size=LARGEST_BODY)
        app.router.add_get("/{before:.*}models", self._models)
        app.router.add_route("*", "/{path:.*}", self._answer)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0)
        await self._runner.setup()
        await web.TCPSite(self._runner, self.listen.host, self.listen.port).start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    async def _models(self, request: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [_MODEL]})

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        self.received.append(WitnessedRequest(request.path_qs, tuple(request.headers.values()), raw))
        name = self.mark.of(len(self.received) - 1)
        api = spoken(request.path)
        body = json_object(raw)
        if api is None or body is None:
            return web.json_response(
                {"error": {"message": "the witness does not serve this", "type": "not_found"}}, status=404
            )
        answer = SpokenAnswer("witness", body.get("model"), " ".join((name, *texts(body))))
        if body.get("stream"):
            return await _stream(request, api, answer)
        return web.json_response(body=msgspec.json.encode(api.whole(answer)))


async def _stream(request: web.Request, api: SpokenApi, answer: SpokenAnswer) -> web.StreamResponse:
    response = web.StreamResponse(headers={"content-type": "text/event-stream"})
    await response.prepare(request)
    for event in api.stream(answer):
        await response.write(event)
    await response.write_eof()
    return response
