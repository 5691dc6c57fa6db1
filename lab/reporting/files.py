"""Reading files of JSON lines, and writing results whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import msgspec

from gateway.errors import BadRequest

line = TypeVar("line")


def read_lines(path: Path, line_type: type[line]) -> Iterator[tuple[str, line]]:
    """Return each line of a file as a value of that type, with its place (``pairs.jsonl, line 3``); skips blank lines.

    Raises BadRequest, naming the place and the field but no value, for a line that cannot be read.
    """
    decoder = msgspec.json.Decoder(line_type)
    with path.open("rb") as lines:
        for number, text in enumerate(lines, 1):
            place = f"{path.name}, line {number}"
            if text.strip():
                yield place, decoded(decoder, text, place)


def decoded(decoder: msgspec.json.Decoder[line], text: bytes, place: str) -> line:
    """Return the value of one line; raises BadRequest, naming the place and the field, where it cannot be read."""
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        raise BadRequest(f"{place}: {_without_values(str(error))}") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadRequest(f"{place}: this is no JSON object") from None


def _without_values(message: str) -> str:
    """Return msgspec's message without the value that it quotes where only some values are allowed.

    >>> _without_values("Invalid enum value 'Ann' - at `$.consensus`")
    'Invalid enum value - at `$.consensus`'
    """
    return re.sub(r" '.*'(?= - at `)| '.*'$", "", message, flags=re.DOTALL)


def write_lines(target: Path, lines: Iterable[bytes]) -> None:
    """Write a new file of lines; if anything fails there is no file."""
    with _workplace(target) as folder:
        with (folder / target.name).open("wb") as file:
            file.writelines(lines)
        (folder / target.name).rename(target)


def write_files(target: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write a new folder of files; if anything fails there is no folder."""
    with _workplace(target) as folder:
        (folder / target.name).mkdir()
        for name, content in files:
            (folder / target.name / name).write_bytes(content)
        (folder / target.name).rename(target)


def refuse_existing(target: Path) -> None:
    """Raise BadRequest where something is there already: nothing is ever overwritten."""
    if target.exists():
        raise BadRequest(f"{target} is there already: name another place, or remove it")


@contextmanager
def _workplace(target: Path) -> Iterator[Path]:
    """A temporary folder beside the target, on the same disk, so that its content can be renamed into place."""
    refuse_existing(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder:
        yield Path(folder)
