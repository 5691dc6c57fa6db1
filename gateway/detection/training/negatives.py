"""Texts in which nobody is named: source code of the standard library."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from pathlib import Path

from gateway.detection.training.rows import Row

_LINES = 40
_PACKAGES = ("asyncio", "email", "http", "importlib", "json", "logging")


def source_code() -> Iterator[Row]:
    """Pieces of the standard library's source, in order."""
    root = Path(sysconfig.get_path("stdlib"))
    for package in _PACKAGES:
        for path in sorted((root / package).glob("*.py")):
            yield from pieces("code", path)


def pieces(source: str, path: Path) -> Iterator[Row]:
    """A file as rows of forty lines without labels."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for first in range(0, len(lines), _LINES):
        yield Row(source, f"{path.name}:{first}", "\n".join(lines[first : first + _LINES]))
