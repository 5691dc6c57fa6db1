"""The witness: an endpoint that stands in for a provider, and hands all that it receives to the search."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

import orjson
from aiohttp import web

from gateway.echo import EchoedAnswer
from gateway.health import listen_at
from gateway.settings import Address
from gateway.types import JsonObject, Surface

MOST_ANSWERS: Final = 10_000

Search = Callable[[Surface, str, str], Awaitable[None]]
"""Searches a text of a surface, at a place; what is found is written when it returns."""


@dataclass(slots=True)
class AuditWitness:
    """Speaks OpenAI's chat completions and answers like ``echo``; ``search`` is asked before it answers.

    Every answer has an id of its own, which comes back to whoever sent the request: so a probe knows that what it was
    turned into came here, although nothing in the request tells it from others.
    """

    listen: Address
    max_body_bytes: int
    _search: Search | None = None
    _runner: web.AppRunner | None = None
    _answers: dict[str, None] = field(default_factory=dict)

    @property
    def port(self) -> int:
        """The port that it listens at."""
        assert self._runner is not None
        return int(self._runner.addresses[0][1])

    async def start(self, search: Search) -> None:
        """Starts to listen; raises BadRequest if it cannot."""
        self._search = search
        app = web.Application(client_max_size=self.max_body_bytes)
        app.router.add_route("*", "/{path:.*}", self._take)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await listen_at(self._runner, self.listen.host, self.listen.port, "audit.witness.listen")

    async def stop(self) -> None:
        """Closes the port."""
        if self._runner is not None:
            await self._runner.cleanup()

    def received(self, answer_id: str | None) -> bool:
        """Whether it gave the answer with this id, and searched the request before."""
        return answer_id in self._answers

    async def _take(self, request: web.Request) -> web.StreamResponse:
        assert self._search is not None
        answer = EchoedAnswer(f"chatcmpl-{secrets.token_hex(16)}", int(time.time()))
        content = await request.read()
        await self._search(Surface.EGRESS, f"witness/{answer.answer_id}", wire(request, content))
        if not request.path.endswith("/chat/completions"):
            return _refusal(404, "the witness answers chat completions only")
        try:
            body = orjson.loads(content)
        except orjson.JSONDecodeError:
            body = None
        if not isinstance(body, dict):
            return _refusal(400, "the body is not a JSON object")
        self._answers[answer.answer_id] = None
        if len(self._answers) > MOST_ANSWERS:
            del self._answers[next(iter(self._answers))]
        return await _answered(request, answer, body)


def wire(request: web.Request, content: bytes) -> str:
    """Returns all that a request holds as one text: its line, its headers and its body as they came."""
    headers = (f"{name}: {value}" for name, value in request.headers.items())
    head = "\n".join([f"{request.method} {request.raw_path}", *headers])
    return f"{head}\n\n{content.decode('utf-8', 'replace')}"


async def _answered(request: web.Request, answer: EchoedAnswer, body: JsonObject) -> web.StreamResponse:
    if body.get("stream") is not True:
        return web.Response(body=answer.whole(body), content_type="application/json")
    response = web.StreamResponse(headers={"content-type": "text/event-stream; charset=utf-8"})
    await response.prepare(request)
    for event in answer.events(body):
        await response.write(b"data: " + event + b"\n\n")
    await response.write(b"data: [DONE]\n\n")
    return response


def _refusal(status: int, message: str) -> web.Response:
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": None}
    return web.json_response({"error": error}, status=status)
