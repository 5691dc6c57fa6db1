"""Our own prompts with every span marked: work, private life, documents, records, chat, code, languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from gateway.types import EntityType
from lab.training.rows import Labelled, Row

PROMPTS: Final = Path(__file__).parent / "prompts"
SOURCE: Final = "written"
_BETWEEN: Final = re.compile(r"^⟦⟧\n", re.MULTILINE)
_MARK: Final = re.compile(r"⟦(?P<type>[A-Z_]+|\?)\|(?P<value>[^⟦⟧]+)⟧")
_ARGUABLE: Final = "?"


def written() -> Iterator[Row]:
    """Yields the prompts of all files, in order."""
    for path in sorted(PROMPTS.glob("*.txt")):
        yield from marked_in(path)


def marked_in(path: Path) -> Iterator[Row]:
    """Yields the prompts of a file, in order."""
    for number, text in enumerate(_BETWEEN.split(path.read_text(encoding="utf-8"))):
        yield marked(f"{path.stem}:{number}", text.strip("\n"))


def marked(key: str, text: str) -> Row:
    """Returns a text with marked spans as a row; parts marked with a question mark are unknown.

    >>> row = marked("1", "Ask ⟦NAME|Ann⟧ at ⟦?|noon⟧.")
    >>> row.text, [(start, end, kind.value) for start, end, kind in row.spans], row.unknown
    ('Ask Ann at noon.', [(4, 7, 'NAME')], ((11, 15),))
    """
    plain: list[str] = []
    spans: list[Labelled] = []
    unknown: list[tuple[int, int]] = []
    at = length = 0
    for match in _MARK.finditer(text):
        plain += text[at : match.start()], match["value"]
        start = length + match.start() - at
        at, length = match.end(), start + len(match["value"])
        if match["type"] == _ARGUABLE:
            unknown.append((start, length))
        else:
            spans.append((start, length, EntityType(match["type"])))
    return Row(SOURCE, key, "".join(plain) + text[at:], tuple(spans), tuple(unknown))
