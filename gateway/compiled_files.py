"""Files of what takes long to compile, for the next process on this host: a folder that only this user can write."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_DIGEST_BYTES: Final = hashlib.sha256().digest_size
_WRITABLE_BY_OTHERS: Final = 0o022


@dataclass(frozen=True, slots=True)
class CompiledFiles:
    """Data by name in a folder. Without a folder, or where it cannot be used, it keeps and returns nothing.

    A folder that belongs to another user, or that others can write, is not used: what lies there decides what is found
    in texts. The folder is made when it is first needed. A file that is damaged counts as missing.
    """

    folder: Path | None

    def read(self, name: str) -> bytes | None:
        """Returns what was written under this name, or None."""
        if self.folder is None or not _is_own(self.folder):
            return None
        try:
            content = (self.folder / name).read_bytes()
        except OSError:
            return None
        digest, data = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
        return data if hashlib.sha256(data).digest() == digest else None

    def write(self, name: str, data: bytes) -> None:
        """Keeps the data under this name; a reader sees all of it or nothing. Does nothing if that is impossible."""
        if self.folder is None:
            return
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _is_own(self.folder):
                _write_at_once(self.folder / name, hashlib.sha256(data).digest() + data)


def cache_folder(environment: Mapping[str, str]) -> Path | None:
    """Returns the product's folder among the user's caches: in ``XDG_CACHE_HOME``, or else in ``~/.cache``.

    None if neither is an absolute path.

    >>> cache_folder({"XDG_CACHE_HOME": "/var/cache", "HOME": "/root"})
    PosixPath('/var/cache/canarygate')
    """
    home = Path(environment.get("HOME", ""))
    caches = Path(environment.get("XDG_CACHE_HOME") or home / ".cache")
    return caches / "canarygate" if caches.is_absolute() else None


def _write_at_once(path: Path, content: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            file.write(content)
            file.close()
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink()
            raise


def _is_own(folder: Path) -> bool:
    try:
        found = folder.stat()
    except OSError:
        return False
    return found.st_uid == os.geteuid() and not found.st_mode & _WRITABLE_BY_OTHERS
