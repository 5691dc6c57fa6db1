"""Writes results whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from gateway.errors import BadRequest


def write_lines(target: Path, lines: Iterable[bytes]) -> None:
    """Writes a new file of lines; if anything fails there is no file."""
    with _workplace(target) as folder:
        with (folder / target.name).open("wb") as file:
            file.writelines(lines)
        (folder / target.name).rename(target)


def write_files(target: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Writes a new folder of files; if anything fails there is no folder."""
    with _workplace(target) as folder:
        (folder / target.name).mkdir()
        for name, content in files:
            (folder / target.name / name).write_bytes(content)
        (folder / target.name).rename(target)


def refuse_existing(target: Path) -> None:
    """Raises BadRequest where there is something already: nothing is ever overwritten."""
    if target.exists():
        raise BadRequest(f"{target} is there already: name another place, or remove it")


@contextmanager
def _workplace(target: Path) -> Iterator[Path]:
    """A folder beside the target, on the same disk, which is gone at the end."""
    refuse_existing(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder:
        yield Path(folder)
