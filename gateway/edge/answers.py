"""What the client gets: one restored JSON answer, or a stream of restored events as they arrive."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from functools import partial
from typing import Protocol

import orjson
from aiohttp import web

from gateway import metrics
from gateway.edge.notes import NOTES
from gateway.errors import GatewayError
from gateway.protocols.answer_form import AnswerForm
from gateway.protocols.api import Api, StreamRestorer
from gateway.records import Chunk
from gateway.types import JsonObject, ReplacementMap

TURN_ID = "x-canarygate-turn-id"
REQUEST_ID = "x-request-id"
INLINE_BYTES = 65_536


class TurnAnswer(Protocol):
    """A turn's answer as it comes: of the turn itself, or of one that several requests read."""

    @property
    def turn_id(self) -> str:
        """The turn's id."""
        ...

    async def chunk(self) -> Chunk:
        """Returns the answer's next chunk; raises the GatewayError that ends the turn early."""
        ...

    def chunks(self) -> AsyncIterator[Chunk]:
        """Yields the chunks of the answer, in order; raises the GatewayError that ends the turn early."""
        ...

    def replacement_map(self, chunk: Chunk) -> ReplacementMap:
        """Returns the map that came with the answer's first chunk."""
        ...


async def answer_whole(request: web.Request, answer: TurnAnswer, api: Api, form: AnswerForm) -> web.Response:
    """Sends a turn's whole answer, restored; raises the GatewayError that ended the turn."""
    chunk = await answer.chunk()
    whole = bytes(chunk.events[0])
    restore = partial(restored, whole, answer.replacement_map(chunk), api, form)
    with metrics.stage_seconds.labels("restore").time():
        # A long answer takes longer than other clients should wait for the event loop.
        body, unrestored = restore() if len(whole) <= INLINE_BYTES else await asyncio.to_thread(restore)
    metrics.unrestored_placeholders_total.inc(unrestored)
    response = json_answer(answer.turn_id, body)
    await response.prepare(request)
    await response.write_eof()
    return response


def restored(whole: bytes, replacement_map: ReplacementMap, api: Api, form: AnswerForm) -> tuple[bytes, int]:
    """Returns a whole answer's body, restored, and how many placeholders in it stand for nothing."""
    done = api.restore_answer(orjson.loads(whole), replacement_map, form)
    return orjson.dumps(done.answer), done.unrestored


def json_answer(turn_id: str, body: bytes) -> web.Response:
    """Returns the response with this JSON body and the turn's id."""
    return web.Response(body=body, content_type="application/json", headers={TURN_ID: turn_id, REQUEST_ID: turn_id})


class EventStream:
    """Server-sent events to one client.

    The response starts with the first event, so an error before it still gets its own HTTP status.
    """

    def __init__(self, request: web.Request, answer: TurnAnswer, api: Api, form: AnswerForm) -> None:
        self._request = request
        self._answer = answer
        self._api = api
        self._form = form
        self.response: web.StreamResponse | None = None

    async def send(self) -> None:
        """Sends the answer, with ``[DONE]`` only after a complete one; raises the GatewayError that ended it."""
        restorer: StreamRestorer | None = None
        async for chunk in self._answer.chunks():
            with metrics.stage_seconds.labels("restore").time():
                restorer = restorer or self._api.stream_restorer(self._answer.replacement_map(chunk), self._form)
                events = [event for raw in chunk.events for event in restorer.feed(orjson.loads(bytes(raw)))]
            await self._write(map(_event, events))
        if restorer is not None:
            await self._write((*map(_event, restorer.finish()), b"data: [DONE]\n\n"))
            metrics.unrestored_placeholders_total.inc(restorer.unrestored)

    async def fail(self, error: GatewayError) -> None:
        """Ends a started stream with an error event, never with a normal finish."""
        await self._write([_event(self._api.error_body(error))])

    async def _write(self, events: Iterable[bytes]) -> None:
        data = b"".join(events)
        if not data:
            return
        if self.response is None:
            self.response = await self._begin()
        await self.response.write(data)

    async def _begin(self) -> web.StreamResponse:
        response = web.StreamResponse(
            headers={
                "content-type": "text/event-stream; charset=utf-8",
                "cache-control": "no-cache",
                "x-accel-buffering": "no",
                TURN_ID: self._answer.turn_id,
                REQUEST_ID: self._answer.turn_id,
            }
        )
        await response.prepare(self._request)
        metrics.first_token_seconds.labels(self._api.name).observe(time.perf_counter() - self._request[NOTES].began)
        return response


def _event(body: JsonObject) -> bytes:
    return b"data: " + orjson.dumps(body) + b"\n\n"
