"""The load generator: so many clients on one connection each, which send their next request when the last is answered,
or when the pace that they keep together says so.

It prints a line when it is warm and one when its time is over, and writes a ``Measured`` to a file.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import msgspec
import uvloop

from tests.bench.bodies import Chat, chats
from tests.bench.wire import HEAD_END, body_of, is_whole

_TOKEN = re.compile(rb'"content":"([^"]+)"')
_TURN_ID = re.compile(rb"x-canarygate-turn-id: (\w+)", re.IGNORECASE)
_PATIENCE_SECONDS = 30.0


class Traced(msgspec.Struct, frozen=True):
    """When a turn began and ended at its client, in seconds since the epoch."""

    turn_id: str
    began: float
    ended: float


class Measured(msgspec.Struct, frozen=True):
    """What the clients saw within ``seconds``; times are in milliseconds, ``traced`` is empty unless asked for.

    ``wrong`` counts what was no 200 with the request's own email and phone in it; the reasons are the first few.
    """

    seconds: float
    latencies: list[float]
    first_tokens: list[float]
    wrong: int
    reasons: list[str]
    traced: list[Traced]


class Connection(asyncio.Protocol):
    """One connection of a client; one request at a time."""

    def __init__(self) -> None:
        self._answer = bytearray()
        self._ended: asyncio.Future[bytes] | None = None
        self.first_token = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._answer += data
        if not self.first_token and _TOKEN.search(self._answer):
            self.first_token = time.perf_counter()
        if self._ended is not None and not self._ended.done() and is_whole(self._answer):
            self._ended.set_result(bytes(self._answer))

    def connection_lost(self, error: Exception | None) -> None:
        if self._ended is not None and not self._ended.done():
            self._ended.set_exception(ConnectionResetError("the connection ended in mid-answer"))

    async def exchange(self, request: bytes) -> bytes:
        """The answer, head and body."""
        self._answer.clear()
        self.first_token = 0.0
        self._ended = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        async with asyncio.timeout(_PATIENCE_SECONDS):
            return await self._ended


@dataclass(slots=True)
class Clients:
    """Clients that ask until their time is over; what ended between ``begin`` and ``end`` is kept."""

    url: str
    key: str
    trace: bool
    requests: Iterator[Chat]
    sent_at: Iterator[float]
    begin: float
    end: float
    latencies: list[float] = field(default_factory=list)
    first_tokens: list[float] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    traced: list[Traced] = field(default_factory=list)

    async def run(self) -> None:
        """One client, from its first request to its last."""
        host, _, port = urlsplit(self.url).netloc.partition(":")
        loop = asyncio.get_running_loop()
        connection: Connection | None = None
        while time.perf_counter() < self.end:
            await asyncio.sleep(next(self.sent_at) - time.perf_counter())
            if connection is None or connection.transport.is_closing():
                _, connection = await loop.create_connection(Connection, host, int(port))
            await self._ask(connection, next(self.requests))

    def measured(self) -> Measured:
        """What was kept."""
        seconds = self.end - self.begin
        return Measured(
            seconds, self.latencies, self.first_tokens, len(self.reasons), sorted(set(self.reasons))[:5], self.traced
        )

    async def _ask(self, connection: Connection, chat: Chat) -> None:
        began, began_at = time.perf_counter(), time.time()
        try:
            answer = await connection.exchange(self._request(chat))
        except (OSError, TimeoutError) as error:
            connection.transport.abort()
            self.reasons.append(type(error).__name__)
            return
        ended = time.perf_counter()
        if not self.begin <= ended < self.end:
            return
        self.latencies.append((ended - began) * 1000)
        self.first_tokens.append((connection.first_token - began) * 1000)
        if wrong := _wrong(answer, chat):
            self.reasons.append(wrong)
        if self.trace and (turn_id := _TURN_ID.search(answer)):
            self.traced.append(Traced(turn_id[1].decode(), began_at, began_at + ended - began))

    def _request(self, chat: Chat) -> bytes:
        head = (
            f"POST /v1/chat/completions HTTP/1.1\r\nhost: {urlsplit(self.url).netloc}\r\n"
            f"authorization: Bearer {self.key}\r\ncontent-type: application/json\r\ncontent-length: {len(chat.body)}"
        )
        return head.encode() + HEAD_END + chat.body


def _wrong(answer: bytes, chat: Chat) -> str | None:
    status = answer.partition(b" ")[2][:3].decode()
    if status != "200":
        return f"status {status}"
    text = b"".join(_TOKEN.findall(body_of(answer))).decode()
    return None if chat.email in text and chat.phone in text else "an answer without its own email and phone"


def _pace(per_second: float, begin: float) -> Iterator[float]:
    """Yields when to send the next request: evenly, or at once where no pace is asked for."""
    return (begin + number / per_second if per_second else 0.0 for number in count())


async def _measure(options: argparse.Namespace) -> Measured:
    now = time.perf_counter()
    begin = now + options.warm_up
    asyncio.get_running_loop().call_later(options.warm_up, partial(print, "begin", flush=True))
    requests = chats(options.seed, options.body_bytes, stream=options.stream)
    sent_at = _pace(options.per_second, now)
    clients = Clients(options.url, options.key, options.trace, requests, sent_at, begin, begin + options.seconds)
    await asyncio.gather(*(clients.run() for _ in range(options.connections)))
    return clients.measured()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.generator", description=__doc__)
    parser.add_argument("--url", required=True)
    parser.add_argument("--result", type=Path, required=True)
    parser.add_argument("--key", required=True)
    parser.add_argument("--connections", type=int, required=True)
    parser.add_argument("--per-second", type=float, default=0.0)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--warm-up", type=float, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--body-bytes", type=int, required=True)
    parser.add_argument("--stream", action="store_true")
    parser.add_argument("--trace", action="store_true")
    return parser


if __name__ == "__main__":
    options = _parser().parse_args()
    measured = uvloop.run(_measure(options))
    print("end", flush=True)
    options.result.write_bytes(msgspec.json.encode(measured))
