"""One log file that is read piece by piece as it grows, also where it is cut."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from gateway.records import LogPlace
from streams.auditor.log_places import HEAD_BYTES, Identity, head_of, identity_of

PIECE_BYTES: Final = 1 << 16
ROUND_BYTES: Final = 1 << 22
OVERLAP_BYTES: Final = 1 << 10


@dataclass(frozen=True, slots=True, repr=False)
class LogPiece:
    """Whole lines of a file, and where they begin: ``logs/PATH:BYTE``."""

    place: str
    text: str


@dataclass(slots=True, repr=False)
class FollowedFile:
    """A file that is read from ``position`` on; ``key`` is that of its head.

    ``at_end`` says whether the last reading came to its end, ``written_ns`` when somebody wrote to it before that.
    """

    file: IO[bytes]
    path: Path
    position: int
    key: bytes
    identity: Identity = field(init=False)
    seen_at: float = 0.0
    at_end: bool = True
    written_ns: int = 0
    _rest: bytes = b""  # of a line that has not ended
    _searched: int = field(init=False)
    _head: str = ""
    _head_bytes: int = -1

    def __post_init__(self) -> None:
        self._searched = self.position
        self.identity = identity_of(os.fstat(self.file.fileno()))

    def read(self) -> Iterator[LogPiece]:
        """Yields what was written since the last reading, up to a limit; the rest of a line once nothing follows."""
        status = os.fstat(self.file.fileno())
        size, self.written_ns = status.st_size, status.st_mtime_ns
        if size < self.position:
            self.position, self._rest, self._head_bytes = 0, b"", -1
        self._look_at_head(size)
        self.at_end = size - self.position <= ROUND_BYTES
        until = min(size, self.position + ROUND_BYTES)
        if until == self.position and self._rest:
            yield self._piece(len(self._rest))
        while self.position < until:
            self.file.seek(self.position)
            new = self.file.read(min(PIECE_BYTES, until - self.position))
            self.position += len(new)
            self._rest += new
            whole_lines = self._rest.rfind(b"\n") + 1
            if whole_lines:
                yield self._piece(whole_lines)
            elif len(self._rest) >= PIECE_BYTES:
                yield self._piece(len(self._rest), OVERLAP_BYTES)

    def searched(self) -> None:
        """Knows that all that was read has been searched."""
        self._searched = self.position - len(self._rest)

    def place(self) -> LogPlace:
        """Returns up to where it was searched."""
        device, inode = self.identity
        return LogPlace(device, inode, str(self.path), self._searched, self._head, self._head_bytes)

    def _look_at_head(self, size: int) -> None:
        length = min(size, HEAD_BYTES)
        if length != self._head_bytes:
            self._head, self._head_bytes = head_of(self.file, length, self.key), length

    def _piece(self, length: int, again: int = 0) -> LogPiece:
        """Takes so many bytes of the rest, of which the last ones are read ``again``."""
        begin = self.position - len(self._rest)
        text = self._rest[:length].decode("utf-8", "replace")
        self._rest = self._rest[length - again :]
        return LogPiece(f"logs{self.path}:{begin}", text)
