"""Log files that are followed from their end, also where they are rotated or cut."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

PIECE_BYTES: Final = 1 << 16
ROUND_BYTES: Final = 1 << 22
OVERLAP_BYTES: Final = 1 << 10
GONE_SECONDS: Final = 60.0
_ROOT: Final = Path("/")

Identity = tuple[int, int]


@dataclass(frozen=True, slots=True, repr=False)
class LogPiece:
    """Whole lines of a file, and where they begin: ``logs/PATH:BYTE``."""

    place: str
    text: str


@dataclass(slots=True)
class LogFiles:
    """The files that ``patterns`` name now: paths, or such with ``*``, ``?`` and ``[…]``.

    A file that is there at the first reading is read from its end on, one that comes later from its start. A file that
    was renamed is read on for a minute, until whoever writes it has opened the new one.
    """

    patterns: Sequence[str]
    clock: Callable[[], float] = time.monotonic
    is_whole: bool = False
    _followed: dict[Identity, _FollowedFile] = field(default_factory=dict)
    _started: bool = False

    def read(self) -> list[LogPiece]:
        """Returns what was written since the last reading; then ``is_whole`` says whether each pattern had a file,
        and all of these could be read to their end.
        """
        named = [sorted(_ROOT.glob(pattern.lstrip("/"))) for pattern in self.patterns]
        opened = [self._open(path) for paths in named for path in paths]
        self._started = True
        pieces: list[LogPiece] = []
        ended = [self._read(followed, pieces) for followed in [*self._followed.values()]]
        self.is_whole = all(named) and all(opened) and all(ended)
        return pieces

    def close(self) -> None:
        """Closes all files."""
        for followed in self._followed.values():
            followed.file.close()
        self._followed.clear()

    def _open(self, path: Path) -> bool:
        """Follows a file from now on; returns whether it can be read."""
        try:
            status = path.stat()
            identity = status.st_dev, status.st_ino
            if identity not in self._followed:
                begin = 0 if self._started else status.st_size
                self._followed[identity] = _FollowedFile(path.open("rb"), path, begin)
            self._followed[identity].seen_at = self.clock()
        except OSError:
            return False
        return True

    def _read(self, followed: _FollowedFile, pieces: list[LogPiece]) -> bool:
        """Adds what is new in a file; returns whether that was all. A file that is gone is closed in the end."""
        try:
            pieces += followed.read()
        except OSError:
            return False
        if self.clock() - followed.seen_at > GONE_SECONDS:
            followed.file.close()
            self._followed = {name: each for name, each in self._followed.items() if each is not followed}
        return followed.at_end


@dataclass(slots=True)
class _FollowedFile:
    file: IO[bytes]
    path: Path
    position: int
    rest: bytes = b""  # of a line that has not ended
    seen_at: float = 0.0
    at_end: bool = True

    def read(self) -> Iterator[LogPiece]:
        size = os.fstat(self.file.fileno()).st_size
        if size < self.position:
            self.position, self.rest = 0, b""
        self.at_end = size - self.position <= ROUND_BYTES
        until = min(size, self.position + ROUND_BYTES)
        if until == self.position and self.rest:
            yield self._piece(len(self.rest))
        while self.position < until:
            self.file.seek(self.position)
            new = self.file.read(min(PIECE_BYTES, until - self.position))
            self.position += len(new)
            self.rest += new
            whole_lines = self.rest.rfind(b"\n") + 1
            if whole_lines:
                yield self._piece(whole_lines)
            elif len(self.rest) >= PIECE_BYTES:
                yield self._piece(len(self.rest), OVERLAP_BYTES)

    def _piece(self, length: int, again: int = 0) -> LogPiece:
        """Takes so many bytes of the rest, of which the last ones are read ``again``."""
        begin = self.position - len(self.rest)
        text = self.rest[:length].decode("utf-8", "replace")
        self.rest = self.rest[length - again :]
        return LogPiece(f"logs{self.path}:{begin}", text)
