"""Texts that name nobody: source code of the standard library, and the prose of the language reference."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from pathlib import Path
from pydoc_data.topics import topics

from lab.training.rows import Row

_LINES = 40
_PARAGRAPHS = 6
_PACKAGES = ("asyncio", "email", "http", "importlib", "json", "logging")


def source_code() -> Iterator[Row]:
    """Yields pieces of the standard library's source, in order."""
    root = Path(sysconfig.get_path("stdlib"))
    for package in _PACKAGES:
        for path in sorted((root / package).glob("*.py")):
            yield from pieces("code", path)


def prose() -> Iterator[Row]:
    """Yields every fourth piece of the language reference that ``help()`` prints, in order."""
    paragraphs = [each for _, topic in sorted(topics.items()) for each in topic.split("\n\n")]
    for first in range(0, len(paragraphs), 4 * _PARAGRAPHS):
        yield Row("prose", f"topics:{first}", "\n\n".join(paragraphs[first : first + _PARAGRAPHS]))


def pieces(source: str, path: Path) -> Iterator[Row]:
    """Yields the file as unlabelled rows of forty lines each."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for first in range(0, len(lines), _LINES):
        yield Row(source, f"{path.name}:{first}", "\n".join(lines[first : first + _LINES]))
