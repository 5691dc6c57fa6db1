"""Files of what takes long to compile, for the next process on this host: a folder that only this user can write."""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_DIGEST_BYTES: Final = hashlib.sha256().digest_size
_WRITABLE_BY_OTHERS: Final = 0o022


@dataclass(frozen=True, slots=True)
class CompiledFiles:
    """Keeps data by name in a folder, which it makes when it is first needed.

    Without a folder, or where it cannot be used, nothing is kept. A folder that belongs to another user, or that others
    can write, is not used: what lies there decides what is found in texts. A file that is damaged counts as missing.
    """

    folder: Path | None

    def kept(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Returns the data of this name, or else makes and keeps it; other processes that want it wait for that."""
        if self.folder is None or not _is_usable(self.folder):
            return make()
        with _alone(self.folder / f"{name}.lock"):
            data = _read(self.folder / name)
            if data is None:
                data = make()
                _write(self.folder / name, data)
        return data


def cache_folder(environment: Mapping[str, str]) -> Path | None:
    """Returns the product's folder among the user's caches: in ``XDG_CACHE_HOME``, or else in ``~/.cache``.

    None if neither is an absolute path.

    >>> cache_folder({"XDG_CACHE_HOME": "/var/cache", "HOME": "/root"})
    PosixPath('/var/cache/canarygate')
    """
    home = Path(environment.get("HOME", ""))
    caches = Path(environment.get("XDG_CACHE_HOME") or home / ".cache")
    return caches / "canarygate" if caches.is_absolute() else None


def _is_usable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError:
        return False
    return found.st_uid == os.geteuid() and not found.st_mode & _WRITABLE_BY_OTHERS


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Lets one process or thread in at a time, where the folder takes files; the lock ends with its process."""
    with ExitStack() as held:
        with suppress(OSError):
            file = held.enter_context(lock.open("ab"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _read(path: Path) -> bytes | None:
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, data = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
    return data if hashlib.sha256(data).digest() == digest else None


def _write(path: Path, data: bytes) -> None:
    """Writes a file of which a reader sees all or nothing; does nothing if that is impossible."""
    with suppress(OSError), tempfile.TemporaryDirectory(dir=path.parent) as aside:
        written = Path(aside) / path.name
        written.write_bytes(hashlib.sha256(data).digest() + data)
        written.replace(path)
