"""A field: a label, and the value that a text gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import NamedTuple


class Written(Enum):
    """How a value is written, which says how far its form can be trusted."""

    QUOTED = "quoted"  # between quotation marks: a literal also in code
    PLAIN = "plain"  # a place that holds data only: a cell, an element, the value of a header
    BARE = "bare"  # without quotation marks where code may stand too: ``label = value``


class Field(NamedTuple):
    """A value's half-open offsets in a text, its label and the labels around that, outermost first.

    ``group`` is equal for the fields of one record, as far as the format tells.
    """

    label: str
    start: int
    end: int
    written: Written = Written.PLAIN
    parents: tuple[str, ...] = ()
    group: int = 0

    def __repr__(self) -> str:
        return f"Field({self.start}, {self.end}, {self.written.value})"


Format = Callable[[str], Iterable[Field]]
"""Yields the fields that a text has in one format, in linear time; none where the format is not used."""


def unquoted(text: str, start: int, end: int) -> tuple[int, int]:
    """Returns the offsets of what stands between quotation marks at the beginning of a value, or the value's own.

    >>> unquoted("a = 'b' # c", 4, 11), unquoted("a = b", 4, 5), unquoted("a = 'b", 4, 6)
    ((5, 6), (4, 5), (4, 6))
    """
    closing = text.find(text[start], start + 1, end) if start < end and text[start] in "\"'" else -1
    return (start + 1, closing) if closing > start + 1 else (start, end)
