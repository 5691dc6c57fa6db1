"""As much of HTTP/1.1 as the bench's own client and upstream need, so that they cost little."""

from __future__ import annotations

import re

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_LAST_CHUNK = b"0\r\n\r\n"
HEAD_END = b"\r\n\r\n"


def take_message(received: bytearray) -> bytes | None:
    r"""Takes a message with a Content-Length off the front and returns its body; None while it is not whole.

    >>> received = bytearray(b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nhiGET")
    >>> take_message(received), received
    (b'hi', bytearray(b'GET'))
    """
    head = received.find(HEAD_END)
    if head < 0:
        return None
    begin = head + len(HEAD_END)
    length = _LENGTH.search(received, 0, head)
    end = begin + (int(length[1]) if length else 0)
    if len(received) < end:
        return None
    body = bytes(received[begin:end])
    del received[:end]
    return body


def is_whole(answer: bytearray) -> bool:
    r"""Whether an answer has come to its end, by its length or by its last chunk.

    >>> is_whole(bytearray(b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nab"))
    False
    """
    head = answer.find(HEAD_END)
    if head < 0:
        return False
    length = _LENGTH.search(answer, 0, head)
    return len(answer) - head - len(HEAD_END) >= int(length[1]) if length else answer.endswith(_LAST_CHUNK)


def body_of(answer: bytes) -> bytes:
    r"""The body of a whole answer, its chunks put together.

    >>> body_of(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
    b'hi'
    """
    head, _, body = answer.partition(HEAD_END)
    if _LENGTH.search(head):
        return body
    pieces: list[bytes] = []
    while body:
        size, _, rest = body.partition(b"\r\n")
        pieces.append(rest[: int(size, 16)])
        body = rest[int(size, 16) + 2 :]
    return b"".join(pieces)


def chunk(data: bytes) -> bytes:
    r"""One chunk of a chunked body.

    >>> chunk(b"hi")
    b'2\r\nhi\r\n'
    """
    return b"%x\r\n%s\r\n" % (len(data), data)
