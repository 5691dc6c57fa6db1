"""Where log files were left, so that the next auditor goes on there, whatever they are called by then."""

from __future__ import annotations

import hmac
import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from gateway.records import LogPlace, LogPlaces

HEAD_BYTES: Final = 256
MOST_FILES: Final = 1_000

Identity = tuple[int, int]


def identity_of(status: os.stat_result) -> Identity:
    """Returns what a file keeps when it is renamed: its device and number there."""
    return status.st_dev, status.st_ino


def head_of(file: IO[bytes], size: int, key: bytes) -> str:
    """Returns a keyed hash of so many bytes at a file's start: it tells files apart, and nothing of what they say.

    >>> from io import BytesIO
    >>> head_of(BytesIO(b"once"), 2, b"key") == head_of(BytesIO(b"on"), 2, b"key")
    True
    """
    file.seek(0)
    return hmac.digest(key, file.read(size), "sha256")[:16].hex()


class LeftFiles:
    """The files as the last auditor ``left`` them, None where nobody says; ``key`` is that of their heads."""

    def __init__(self, left: LogPlaces | None, key: bytes) -> None:
        self.left, self._key = left, key
        files: Sequence[LogPlace] = left.files if left is not None else ()
        self._by_identity = {(each.device, each.inode): each for each in files}
        self._by_path = {each.path: each for each in files}

    def begin(self, file: IO[bytes], path: Path, pattern: str) -> int:
        """Returns from which byte a file is read that is there when an auditor starts.

        It is read from where it was left, if it begins as it did then, also under another name or on another device; if
        it was cut, or another one took its name, from its start, like one that came since. What nobody has followed
        before, as its ``pattern`` is new, is read from its end.
        """
        status = os.fstat(file.fileno())
        known = [self._by_identity.get(identity_of(status)), self._by_path.get(str(path))]
        left = [each for each in known if each is not None]
        if left:
            return next((each.position for each in left if self._is(each, file, status.st_size)), 0)
        is_new = self.left is not None and pattern in self.left.patterns and status.st_mtime_ns > self.left.since_ns
        return 0 if is_new else status.st_size

    def renamed(self, there: Collection[Identity]) -> Iterator[Path]:
        """Yields the files that are not ``there``, but in the folder where they were left, under a name of now."""
        gone = {identity: each for identity, each in self._by_identity.items() if identity not in there}
        for folder in {Path(each.path).parent for each in gone.values()}:
            for path, identity in _files(folder):
                if identity in gone and self._is_at(gone[identity], path):
                    yield path

    def _is_at(self, left: LogPlace, path: Path) -> bool:
        try:
            with path.open("rb") as file:
                return self._is(left, file, os.fstat(file.fileno()).st_size)
        except OSError:
            return False

    def _is(self, left: LogPlace, file: IO[bytes], size: int) -> bool:
        return size >= left.position and head_of(file, left.head_bytes, self._key) == left.head


def _files(folder: Path) -> list[tuple[Path, Identity]]:
    try:
        with os.scandir(folder) as found:
            return [(Path(each), identity_of(each.stat())) for each in found if each.is_file()]
    except OSError:
        return []
