"""A recording, scriptable upstream that speaks OpenAI's protocol, for tests and benchmarks.

It keeps what it really received, to the byte. What it does with a request is chosen by the model's name (see
``behaviour``) or by ``Upstream.script``. As a process of its own it appends JSON lines to a file:
``python -m tests.support.upstream --port 9000 --record FILE``.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import itertools
import json
import logging
import socket
import struct
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO

from aiohttp import web

from gateway.types import JsonObject
from tests.support.answers import echoed_text, events, whole_answer
from tests.support.behaviour import Behaviour, Ending, Start, behaviour_of


@dataclass(frozen=True, slots=True)
class Received:
    """One request as it came over the wire. ``number`` counts from 0."""

    number: int
    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def json(self) -> JsonObject:
        """The body as a JSON object."""
        value = json.loads(self.body)
        assert isinstance(value, dict)
        return value

    @property
    def wire(self) -> bytes:
        """Everything of the request in one piece, for searching."""
        head = "\n".join([f"{self.method} {self.path}", *(f"{name}: {value}" for name, value in self.headers)])
        return head.encode() + b"\n\n" + self.body


@dataclass(slots=True)
class Upstream:
    """An async context manager: ``async with Upstream() as upstream: … upstream.url …``.

    ``requests`` holds all that was received, unless a ``record`` does; ``finished`` the numbers of the requests that
    were answered to the end, ``hung_up`` those whose client left before, ``open_streams`` how many streams are being
    sent right now.
    """

    port: int = 0
    record: Path | None = None
    script: Callable[[Received], Behaviour] | None = None
    requests: list[Received] = field(default_factory=list)
    finished: list[int] = field(default_factory=list)
    hung_up: list[int] = field(default_factory=list)
    open_streams: int = 0
    release: asyncio.Event = field(default_factory=asyncio.Event)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _numbers: Iterable[int] = field(default_factory=itertools.count)
    _seen: Counter[str] = field(default_factory=Counter)
    _file: IO[str] | None = None
    _runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """What a client takes as its ``base_url`` or ``api_base``."""
        return f"http://127.0.0.1:{self.port}/v1"

    async def __aenter__(self) -> Upstream:
        if self.record is not None:
            self._file = self.record.open("a", encoding="utf-8", buffering=1)
        app = web.Application(client_max_size=1 << 30)
        app.router.add_route("*", "/{path:.*}", self._handle)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port, backlog=1024).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        assert self._runner is not None
        await self._runner.cleanup()
        if self._file is not None:
            self._file.close()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Return as soon as the condition holds; it is looked at whenever a request comes, ends or is given up."""
        async with self._changed:
            await self._changed.wait_for(condition)

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        received = await self._receive(request)
        if request.path.endswith("/models"):
            return web.json_response({"object": "list", "data": [{"id": "upstream-model", "object": "model"}]})
        body = received.json if received.body else {}
        try:
            answer = await self._answer(request, body, self._behaviour(received, body))
        except (asyncio.CancelledError, ConnectionError):
            self.hung_up.append(received.number)
            await self._note({"event": "hung_up", "number": received.number})
            raise
        self.finished.append(received.number)
        await self._note({"event": "finished", "number": received.number})
        return answer

    async def _receive(self, request: web.Request) -> Received:
        body = await request.read()
        number = next(iter(self._numbers))
        received = Received(number, request.method, request.path_qs, tuple(request.headers.items()), body)
        if self.record is None:
            self.requests.append(received)
        await self._note({"event": "request", **_recorded(received)})
        return received

    async def _note(self, line: JsonObject) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line) + "\n")
        async with self._changed:
            self._changed.notify_all()

    def _behaviour(self, received: Received, body: JsonObject) -> Behaviour:
        model = str(body.get("model"))
        behaviour = self.script(received) if self.script else behaviour_of(model)
        self._seen[model] += 1
        return behaviour if not behaviour.times or self._seen[model] <= behaviour.times else Behaviour()

    async def _answer(self, request: web.Request, body: JsonObject, behaviour: Behaviour) -> web.StreamResponse:
        await self._begin(request, behaviour)
        if behaviour.status != 200:
            return _failure(body, behaviour)
        if behaviour.html:
            return web.Response(text=f"<html>{echoed_text(body, 'messages')}</html>", content_type="text/html")
        if body.get("stream"):
            return await self._stream(request, body, behaviour)
        return await self._whole(request, body, behaviour)

    async def _begin(self, request: web.Request, behaviour: Behaviour) -> None:
        if behaviour.delay:
            await asyncio.sleep(behaviour.delay)
        if behaviour.start is Start.HOLD:
            await self.release.wait()
        elif behaviour.start is Start.STALL:
            await _for_ever()
        elif behaviour.start is Start.RESET:
            reset(request)
            await _for_ever()

    async def _whole(self, request: web.Request, body: JsonObject, behaviour: Behaviour) -> web.StreamResponse:
        answer = json.dumps(whole_answer(body, behaviour), ensure_ascii=False).encode()
        if behaviour.ending in (Ending.DONE, Ending.NO_DONE):
            return web.Response(body=answer, content_type="application/json")
        half = answer[: len(answer) // 2]
        if behaviour.ending is Ending.HALF_JSON:
            return web.Response(body=half, content_type="application/json")
        response = web.StreamResponse(headers={"content-type": "application/json", "content-length": str(len(answer))})
        await response.prepare(request)
        await response.write(half)
        await _break_off(request, behaviour.ending)
        return response

    async def _stream(self, request: web.Request, body: JsonObject, behaviour: Behaviour) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "text/event-stream; charset=utf-8"})
        async with self._open_stream():
            await response.prepare(request)
            planned = list(events(body, behaviour))
            pace = behaviour.lasts / max(1, len(planned) - 1) or behaviour.pace
            for position, event in enumerate(planned):
                if behaviour.ending is not Ending.DONE and position == behaviour.cut_after:
                    break
                if position and pace:
                    await asyncio.sleep(pace)
                await _send(response, json.dumps(event, ensure_ascii=False), behaviour)
            await _end_stream(request, response, body, behaviour)
        return response

    @asynccontextmanager
    async def _open_stream(self) -> AsyncIterator[None]:
        self.open_streams += 1
        try:
            yield
        finally:
            self.open_streams -= 1


async def _end_stream(
    request: web.Request, response: web.StreamResponse, body: JsonObject, behaviour: Behaviour
) -> None:
    if behaviour.ending is Ending.HALF_JSON:
        await _send(response, '{"id": "chatcmpl-upstream", "choi', behaviour)
    if behaviour.ending is Ending.ERROR:
        await _send(response, json.dumps(_error(body, 500)), behaviour)
    if behaviour.ending in (Ending.DONE, Ending.ERROR, Ending.HALF_JSON):
        await _send(response, "[DONE]", behaviour)
    await _break_off(request, behaviour.ending)
    await response.write_eof()


async def _send(response: web.StreamResponse, data: str, behaviour: Behaviour) -> None:
    end = "\r\n\r\n" if behaviour.crlf else "\n\n"
    await response.write(f"data: {data}{end}".encode())


async def _break_off(request: web.Request, ending: Ending) -> None:
    if ending is Ending.STALL:
        await _for_ever()
    if ending is Ending.RESET:
        reset(request)
        await _for_ever()
    if ending is Ending.CLOSE and request.transport is not None:
        request.transport.close()
        await _for_ever()


def _failure(body: JsonObject, behaviour: Behaviour) -> web.Response:
    headers = {"retry-after": behaviour.retry_after} if behaviour.retry_after else {}
    return web.json_response(_error(body, behaviour.status), status=behaviour.status, headers=headers)


def _error(body: JsonObject, status: int) -> JsonObject:
    quoted = f"Upstream error {status}: I refuse to answer {json.dumps(body, ensure_ascii=False)}"
    return {"error": {"message": quoted, "type": "upstream_error", "param": None, "code": "upstream_code"}}


def reset(request: web.Request) -> None:
    """Close the connection with a TCP reset, so that the client cannot take it for an end."""
    transport = request.transport
    if transport is None:
        return
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


async def _for_ever() -> None:
    await asyncio.Event().wait()


def _recorded(received: Received) -> JsonObject:
    return {
        "number": received.number,
        "method": received.method,
        "path": received.path,
        "headers": [list(pair) for pair in received.headers],
        "body": base64.b64encode(received.body).decode(),
    }


def read_record(file: Path) -> list[Received]:
    """The requests in the file that an upstream process wrote."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [
        Received(
            line["number"],
            line["method"],
            line["path"],
            tuple((name, value) for name, value in line["headers"]),
            base64.b64decode(line["body"]),
        )
        for line in lines
        if line["event"] == "request"
    ]


async def serve(port: int, record: Path | None) -> None:
    """Serve until the process ends; the first line on standard output is the URL."""
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # clients that leave are no errors here
    async with Upstream(port=port, record=record) as upstream:
        print(upstream.url, flush=True)
        await _for_ever()


def main() -> None:
    """Run the upstream as a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--record", type=Path, help="append JSON lines to this file")
    arguments = parser.parse_args()
    asyncio.run(serve(arguments.port, arguments.record))


if __name__ == "__main__":
    main()
