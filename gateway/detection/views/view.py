"""What a text says once an obfuscation is undone, and where each part of that stands in the text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from gateway.types import Span


class Edit(NamedTuple):
    """The half-open part of a text that reads as something else, or as nothing."""

    start: int
    end: int
    said: str


class _Place(NamedTuple):
    """Where an edit lies in the view, and what it stands for in the text."""

    start: int
    end: int
    original_start: int
    original_end: int


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """A text as it reads, with its offsets in what was written; a view of a view leads back to the first text.

    >>> view = edited("Mail j&ouml;rg", [Edit(6, 12, "ö")])
    >>> view.text, view.original_extent(5, 9), view.original_extent(6, 7)
    ('Mail jörg', (5, 14), (6, 12))
    """

    text: str
    base: View | None = None
    places: tuple[_Place, ...] = ()

    def original(self, span: Span) -> Span:
        """The same span in the first text; what an edit took away at its edges stays outside of it."""
        start, end = self.original_extent(span.start, span.end)
        return replace(span, start=start, end=end)

    def original_extent(self, start: int, end: int) -> tuple[int, int]:
        """The half-open offsets in the first text of a part of this one; where it cuts an edit it takes all of it."""
        start, end = self._start(start), self._end(end)
        return self.base.original_extent(start, end) if self.base else (start, end)

    def touches(self, span: Span) -> bool:
        """Whether a span of this view holds anything that this view, and not the one below it, says."""
        after = bisect_right(self.places, span.start, key=_end)
        return after < len(self.places) and self.places[after].start < span.end

    def _start(self, offset: int) -> int:
        before = bisect_right(self.places, offset, key=_start)
        if not before:
            return offset
        place = self.places[before - 1]
        return place.original_start if offset < place.end else place.original_end + offset - place.end

    def _end(self, offset: int) -> int:
        before = bisect_left(self.places, offset, key=_start)
        if not before:
            return offset
        place = self.places[before - 1]
        return place.original_end if offset <= place.end else place.original_end + offset - place.end


def edited(text: str, edits: Iterable[Edit]) -> View:
    """The view of a text that some edits, disjoint and in order, make.

    >>> edited("a b", [Edit(1, 2, "")]).text
    'ab'
    """
    pieces: list[str] = []
    places: list[_Place] = []
    done = length = 0
    for edit in edits:
        pieces += (text[done : edit.start], edit.said)
        start = length + edit.start - done
        length, done = start + len(edit.said), edit.end
        places.append(_Place(start, length, edit.start, edit.end))
    return View("".join([*pieces, text[done:]]), None, tuple(places))


def _start(place: _Place) -> int:
    return place.start


def _end(place: _Place) -> int:
    return place.end
