"""A scripted endpoint of Anthropic's Messages API, so that a second wire format is tested."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

from gateway.types import JsonObject


@dataclass
class Anthropic:
    """The endpoint; it records its requests. ``reset`` or ``stall`` in the model's name cuts its streams."""

    url: str = ""
    requests: list[JsonObject] = field(default_factory=list)
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        body: JsonObject = await request.json()
        self.requests.append(body)
        model, text = str(body["model"]), json.dumps(body["messages"])
        if "status-" in model:
            error = {"type": "invalid_request_error", "message": f"I refuse {text}"}
            return web.json_response({"type": "error", "error": error}, status=int(model.rpartition("-")[2]))
        if body.get("stream"):
            return await self.stream(request, model)
        message = _message(model)
        return web.json_response({**message, "content": [{"type": "text", "text": "Hello [NAME1]"}]})

    async def stream(self, request: web.Request, model: str) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        try:
            await _send(response, {"type": "message_start", "message": _message(model)})
            block: JsonObject = {"type": "text", "text": ""}
            await _send(response, {"type": "content_block_start", "index": 0, "content_block": block})
            for piece in ("Hello ", "[NAM", "E1]"):
                delta: JsonObject = {"type": "text_delta", "text": piece}
                await _send(response, {"type": "content_block_delta", "index": 0, "delta": delta})
            if "stall" in model:
                await asyncio.Event().wait()
            if "cut" in model:
                return response
            await _send(response, {"type": "content_block_stop", "index": 0})
            await _send(
                response,
                {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 5}},
            )
            await _send(response, {"type": "message_stop"})
        except (asyncio.CancelledError, ConnectionError):
            self.hung_up.set()
            raise
        return response


def _message(model: str) -> JsonObject:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 3, "output_tokens": 5},
    }


async def _send(response: web.StreamResponse, event: JsonObject) -> None:
    await response.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())


@asynccontextmanager
async def anthropic() -> AsyncIterator[Anthropic]:
    endpoint = Anthropic()
    app = web.Application()
    app.router.add_post("/v1/messages", endpoint.answer)
    runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    endpoint.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield endpoint
    finally:
        await runner.cleanup()
