"""Parses server-sent events as their bytes arrive.

Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
"""

from __future__ import annotations

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class EventParser:
    r"""Turns the bytes of an event stream, split anywhere, into the data of its events.

    It drops names, ids, comments, events without data, and an event that is incomplete when the stream ends.

    >>> parser = EventParser()
    >>> parser.feed(b'data: {"a":')
    []
    >>> parser.feed(b'1}\r\n\r\n: still here\n\ndata: [DONE]\n\n')
    [b'{"a":1}', b'[DONE]']
    """

    __slots__ = ("_at_start", "_data", "_ended_in_cr", "_pieces")

    def __init__(self) -> None:
        self._pieces: list[bytes] = []  # parts of the incomplete last line
        self._data: list[bytes] = []  # data lines of the incomplete event
        self._ended_in_cr = False
        self._at_start = True

    def feed(self, chunk: bytes) -> list[bytes]:
        """Returns the data of the events that this chunk completes, in order."""
        return [event for line in self._lines(chunk) if (event := self._take(line))]

    def _lines(self, chunk: bytes) -> list[bytes]:
        if self._ended_in_cr and chunk:
            chunk = chunk.removeprefix(b"\n")
            self._ended_in_cr = False
        if b"\n" not in chunk and b"\r" not in chunk:
            self._pieces.append(chunk)
            return []
        self._ended_in_cr = chunk.endswith(b"\r")
        lines = b"".join([*self._pieces, chunk]).splitlines()
        self._pieces = [] if chunk.endswith((b"\r", b"\n")) else [lines.pop()]
        return lines

    def _take(self, line: bytes) -> bytes:
        if self._at_start:
            line = line.removeprefix(_BYTE_ORDER_MARK)
            self._at_start = False
        if line.startswith(b"data:"):
            self._data.append(line[5:].removeprefix(b" "))
        if line or not self._data:
            return b""
        event = b"\n".join(self._data)
        self._data.clear()
        return event
