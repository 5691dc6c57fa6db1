"""The provider that all subjects ask: it repeats the email and the phone that it was given, at little cost.

``python -m tests.bench.upstream PORT``
"""

from __future__ import annotations

import asyncio
import re
import sys
from typing import cast

import uvloop

from tests.bench.wire import chunk, take_message

# As the client wrote them, or in place of them.
_EMAIL = re.compile(r"[\w.]+@example\.org|(?:\[|⟦)EMAIL[0-9]+(?:\]|⟧)".encode())
_PHONE = re.compile(r"\+1 [0-9]{3} [0-9]{3} [0-9]{4}|(?:\[|⟦)PHONE_NUMBER[0-9]+(?:\]|⟧)".encode())
PACE_SECONDS = 0.01
WORDS = 20

_WHOLE = (
    b'{"id":"chatcmpl-bench","object":"chat.completion","created":1750000000,"model":"bench","choices":[{"index":0,'
    b'"message":{"role":"assistant","content":"Done: I wrote to %s and rang %s, as you asked."},'
    b'"finish_reason":"stop"}],"usage":{"prompt_tokens":140,"completion_tokens":20,"total_tokens":160}}'
)
_EVENT = (
    b'data: {"id":"chatcmpl-bench","object":"chat.completion.chunk","created":1750000000,"model":"bench",'
    b'"choices":[{"index":0,"delta":{%s},"finish_reason":%s}]}\n\n'
)
_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
_STREAM_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"

_END = chunk(b"data: [DONE]\n\n") + b"0\r\n\r\n"


class Upstream(asyncio.Protocol):
    """One connection; a stream's first word comes at once, each further one ``PACE_SECONDS`` later."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._received = bytearray()

    def data_received(self, data: bytes) -> None:
        self._received += data
        while (body := take_message(self._received)) is not None:
            self._answer(body)

    def _answer(self, body: bytes) -> None:
        email, phone = _last(_EMAIL, body), _last(_PHONE, body)
        if b'"stream":true' not in body and b'"stream": true' not in body:
            answer = _WHOLE % (email, phone)
            self._transport.write(_HEAD % len(answer) + answer)
            return
        first, *rest = _events(email, phone)
        self._transport.write(_STREAM_HEAD + chunk(first))
        loop = asyncio.get_running_loop()
        now = loop.time()
        for number, event in enumerate(rest, 1):
            end = _END if number == len(rest) else b""
            loop.call_at(now + number * PACE_SECONDS, self._write, chunk(event) + end)

    def _write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)


def _last(form: re.Pattern[bytes], body: bytes) -> bytes:
    found: list[bytes] = form.findall(body)
    return found[-1] if found else b""


def _events(email: bytes, phone: bytes) -> list[bytes]:
    """The first word with the role, then the others; the email and the phone come in halves."""
    half = len(email) // 2
    words = [b"Done: ", b"I ", b"wrote ", b"to ", email[:half], email[half:], b" and ", b"rang ", phone[:6], phone[6:]]
    words += [b" word"] * (WORDS - len(words))
    contents = [_EVENT % (b'"content":"%s"' % word, b"null") for word in words]
    return [
        _EVENT % (b'"role":"assistant","content":""', b"null") + contents[0],
        *contents[1:],
        _EVENT % (b"", b'"stop"'),
    ]


async def _serve(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(Upstream, "127.0.0.1", port, backlog=1024)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(_serve(int(sys.argv[1])))
