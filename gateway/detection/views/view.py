"""A text with an obfuscation undone, and the mapping of its offsets to those in the original text."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from gateway.types import Span


class Edit(NamedTuple):
    """A half-open part of a text, and the characters that replace it, if any."""

    start: int
    end: int
    said: str

    def __repr__(self) -> str:
        return f"Edit({self.start}, {self.end})"


class _Places(NamedTuple):
    """The offsets of each edit in the view and in the text below, in arrays, because there may be millions."""

    starts: array[int]
    ends: array[int]
    original_starts: array[int]
    original_ends: array[int]


def _no_places() -> _Places:
    return _Places(array("q"), array("q"), array("q"), array("q"))


_AS_WRITTEN: Final = _no_places()


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """A rewritten text whose offsets can be mapped back; a view of a view maps back to the first text.

    >>> view = edited("Mail j&ouml;rg", [Edit(6, 12, "ö")])
    >>> view.text, view.original_extent(5, 9), view.original_extent(6, 7)
    ('Mail jörg', (5, 14), (6, 12))
    """

    text: str
    base: View | None = None
    places: _Places = _AS_WRITTEN

    def original(self, span: Span) -> Span:
        """Returns the same span in the first text, without characters that an edit removed at its edges."""
        start, end = self.original_extent(span.start, span.end)
        sure = tuple(self.original_extent(*part) for part in span.sure)
        return span._replace(start=start, end=end, sure=sure)

    def original_extent(self, start: int, end: int) -> tuple[int, int]:
        """Returns the half-open offsets of a part in the first text; an edit that is partly inside counts fully."""
        start, end = self._start(start), self._end(end)
        return self.base.original_extent(start, end) if self.base else (start, end)

    def touches(self, span: Span) -> bool:
        """Returns whether a span contains any text that this view changed."""
        after = bisect_right(self.places.ends, span.start)
        return after < len(self.places.starts) and self.places.starts[after] < span.end

    def _start(self, offset: int) -> int:
        places, before = self.places, bisect_right(self.places.starts, offset) - 1
        if before < 0:
            return offset
        beyond = offset - places.ends[before]
        return places.original_starts[before] if beyond < 0 else places.original_ends[before] + beyond

    def _end(self, offset: int) -> int:
        places, before = self.places, bisect_left(self.places.starts, offset) - 1
        if before < 0:
            return offset
        return places.original_ends[before] + max(0, offset - places.ends[before])


def edited(text: str, edits: Iterable[Edit]) -> View | None:
    """Returns the view that disjoint, ordered edits make of a text; None if there are no edits.

    >>> edited("a b", [Edit(1, 2, "")]).text
    'ab'
    """
    pieces: list[str] = []
    places = _no_places()
    done = length = 0
    for start, end, said in edits:
        pieces += (text[done:start], said)
        places.starts.append(length + start - done)
        length += start - done + len(said)
        places.ends.append(length)
        places.original_starts.append(start)
        places.original_ends.append(end)
        done = end
    return View("".join([*pieces, text[done:]]), None, places) if pieces else None
