"""Marked prompts whose values give way to slots: where values stand is learned, not which they are.

They are by authors who had seen neither other prompts nor the rules; a folder has the files of one language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from gateway.types import EntityType
from lab.training.rows import Row
from lab.training.written import marked_in

FOLDER: Final = Path(__file__).parent / "circumstances" / "prompts"
_BRACES: Final = str.maketrans("{}", "()")

Slot = Callable[[EntityType, str], str]
"""Returns the slot in braces for a value of a type, or the value itself."""


def marked_rows(language: str) -> Iterator[Row]:
    """Yields the marked prompts of a language, in the order of their files."""
    files = sorted((FOLDER / language).glob("*.txt"))
    return (row for file in files for row in marked_in(file) if row.text)


def slotted(row: Row, slot: Slot) -> str:
    """Returns a prompt with slots for its values; its own braces are parentheses.

    >>> slotted(Row("written", "1", "{Ask} Ann", ((6, 9, EntityType.NAME),)), lambda kind, value: "{name}")
    '(Ask) {name}'
    """
    written = row.text.translate(_BRACES)
    text, last = "", 0
    for start, end, entity_type in sorted(row.spans):
        text += written[last:start] + slot(entity_type, written[start:end])
        last = end
    return text + written[last:]
