"""Log files that are followed from where the last auditor left them, also where they are rotated or cut."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from gateway.records import LogPlaces
from streams.auditor.followed_file import FollowedFile, LogPiece
from streams.auditor.log_places import MOST_FILES, Identity, LeftFiles, identity_of

GONE_SECONDS: Final = 60.0
_ROOT: Final = Path("/")


@dataclass(slots=True, repr=False)
class LogFiles:
    """The files that ``patterns`` name now: paths, or such with ``*``, ``?`` and ``[…]``.

    A file that is there at first is read from where it was left (see ``LeftFiles``), one that comes later from its
    start. A file that was renamed is read on for a minute, until whoever writes it has opened the new one. ``key`` is
    that of the hashes by which files are known again.
    """

    patterns: Sequence[str]
    key: bytes
    clock: Callable[[], float] = time.monotonic
    is_whole: bool = False
    _left: LeftFiles = field(init=False)
    _followed: dict[Identity, FollowedFile] = field(default_factory=dict)
    _started: bool = False
    _searched: bool = False

    def __post_init__(self) -> None:
        self._left = LeftFiles(None, self.key)

    def resume(self, left: LogPlaces | None) -> None:
        """Begins where the last auditor left the files: whatever is written after this is read."""
        self._left = LeftFiles(left, self.key)
        self._find()

    def read(self) -> list[LogPiece]:
        """Returns what was written since the last reading; then ``is_whole`` says whether each pattern had a file,
        and all of these could be read to their end.
        """
        found = self._find()
        pieces: list[LogPiece] = []
        ended = [self._read(followed, pieces) for followed in [*self._followed.values()]]
        self.is_whole = found and all(ended)
        return pieces

    def searched(self) -> None:
        """Knows that all that was read has been searched."""
        self._searched = True
        for followed in self._followed.values():
            followed.searched()

    def places(self) -> LogPlaces | None:
        """Returns up to where the files were searched: of very many, those that were written last."""
        if not self._searched:
            return self._left.left
        files = sorted(self._followed.values(), key=lambda each: each.written_ns, reverse=True)
        left_out = files[MOST_FILES : MOST_FILES + 1]
        return LogPlaces(
            patterns=tuple(self.patterns),
            files=tuple(each.place() for each in files[:MOST_FILES]),
            since_ns=max((each.written_ns for each in left_out), default=0),
        )

    def close(self) -> None:
        """Closes all files, and leaves them where they were searched."""
        self._left = LeftFiles(self.places(), self.key)
        self._searched = False
        for followed in self._followed.values():
            followed.file.close()
        self._followed.clear()

    def _find(self) -> bool:
        """Opens what the patterns name now; returns whether each of them names a file, and all can be read."""
        named = {pattern: sorted(_ROOT.glob(pattern.lstrip("/"))) for pattern in self.patterns}
        opened = [self._open(path, pattern) for pattern, paths in named.items() for path in paths]
        if not self._started:
            self._open_renamed()
            self._started = True
        return all(named.values()) and all(opened)

    def _open(self, path: Path, pattern: str) -> bool:
        """Follows a file from now on; returns whether it can be read."""
        try:
            identity = identity_of(path.stat())
            if identity not in self._followed:
                self._follow(path, pattern)
            self._followed[identity].seen_at = self.clock()
        except OSError:
            return False
        return True

    def _open_renamed(self) -> None:
        """Follows also what was left under a name that has gone to another file, and that no pattern names now."""
        for path in self._left.renamed(set(self._followed)):
            self._open(path, "")

    def _follow(self, path: Path, pattern: str) -> None:
        file = path.open("rb")
        begin = 0 if self._started else self._left.begin(file, path, pattern)
        followed = FollowedFile(file, path, begin, self.key)
        self._followed[followed.identity] = followed

    def _read(self, followed: FollowedFile, pieces: list[LogPiece]) -> bool:
        """Adds what is new in a file; returns whether that was all. A file that is gone is closed in the end."""
        try:
            pieces += followed.read()
        except OSError:
            return False
        if self.clock() - followed.seen_at > GONE_SECONDS:
            followed.file.close()
            self._followed = {name: each for name, each in self._followed.items() if each is not followed}
        return followed.at_end
