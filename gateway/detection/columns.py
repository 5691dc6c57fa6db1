"""Completes columns of tables: what stands in a column of ages is an age, also where nothing else tells it.

A table is lines one below the other that are parted by the same sign into as many cells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from gateway.detection.overlap import resolve
from gateway.detection.structure.blanks import is_blank
from gateway.types import EntityType, Span

RECOGNIZER: Final = "columns"
_DELIMITERS: Final = tuple(map(re.compile, (r"\t+", r"\|", ";", " [-–—] ", " / ", ",", r" {2,}|\.{3,}")))
_FEWEST_ROWS: Final = 3
_FEWEST_FOUND: Final = 2  # cells of a column
_LONGEST_CELL: Final = 60  # characters, on average: longer cells are sentences
_LOOSE: Final = frozenset({EntityType.URL, EntityType.PRODUCT, EntityType.QUANTITY})  # say little of their column
_BARE: Final = re.compile(r"[+#€£$-]?[^\W_](?:.*[^\W_])?[+%€£$*-]?")
_LETTER_OR_DIGIT: Final = re.compile(r"[^\W_]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_DIGIT: Final = re.compile(r"\d")
_score = attrgetter("score")


class _Line(NamedTuple):
    start: int
    text: str
    delimiter: re.Pattern[str] | None
    cells: int


class _Cell(NamedTuple):
    """A cell without its quotation marks and the like, and what covers it: all of it or not, and the surest span."""

    start: int
    end: int
    is_covered: bool
    surest: Span | None


_Column = Sequence[_Cell | None]  # None has neither letter nor digit


class _Kind(NamedTuple):
    """What most cells of a column are, and whether all of these have a digit, or a letter."""

    entity_type: EntityType
    score: float
    with_digits: bool
    with_letters: bool

    def fits(self, value: str) -> bool:
        """Returns whether another cell of the column may be the same, to judge by its digits and letters."""
        return (
            not is_blank(value)
            and (not self.with_digits or _DIGIT.search(value) is not None)
            and (not self.with_letters or _LETTER.search(value) is not None)
        )


def columned(spans: tuple[Span, ...], text: str) -> tuple[Span, ...]:
    r"""Returns disjoint spans in order: the given ones, and the other cells of each column half of which they cover.

    At least two cells are of the column's type, and the others have digits or letters as these do. A first row with
    few such cells is a header, and stays; so do cells that say nothing, such as "none". The time is linear in the text.

    >>> text = "Ann,41,flu\nBo,38,gout\nCy,27,none"
    >>> spans = tuple(Span(at, at + 2, EntityType.AGE, 0.9, "age") for at in (4, 14))
    >>> [text[each.start : each.end] for each in columned(spans, text)]
    ['41', '38', '27']
    """
    if len(spans) < _FEWEST_FOUND or text.count("\n") < _FEWEST_ROWS - 1:
        return spans
    more = [span for table in _tables(spans, text) for span in _completed(table, text)]
    return resolve([*spans, *more], text) if more else spans


def _tables(spans: Sequence[Span], text: str) -> Iterator[list[_Column]]:
    """Yields the columns of each table."""
    covered = _Covered(spans, text)
    for (delimiter, cells), group in groupby(_lines(text), lambda line: line[2:]):
        lines = list(group) if delimiter else []
        if len(lines) >= _FEWEST_ROWS and sum(len(line.text) for line in lines) <= _LONGEST_CELL * cells * len(lines):
            rows = [[covered.cell(*extent) for extent in _extents(line)] for line in lines]
            yield [[row[at] for row in rows] for at in range(cells)]


def _lines(text: str) -> Iterator[_Line]:
    start = 0
    for line in text.split("\n"):
        delimiter = next((each for each in _DELIMITERS if each.search(line)), None)
        yield _Line(start, line, delimiter, len(delimiter.findall(line)) + 1 if delimiter else 0)
        start += len(line) + 1


def _extents(line: _Line) -> Iterator[tuple[int, int]]:
    assert line.delimiter is not None
    begin = 0
    for sign in line.delimiter.finditer(line.text):
        yield line.start + begin, line.start + sign.start()
        begin = sign.end()
    yield line.start + begin, line.start + len(line.text)


class _Covered:
    """Tells what disjoint, ordered spans cover of cells, which are asked for in order."""

    def __init__(self, spans: Sequence[Span], text: str) -> None:
        self._spans, self._text = spans, text
        self._at = 0

    def cell(self, start: int, end: int) -> _Cell | None:
        """Returns a cell; None if it has neither letter nor digit."""
        bare = _BARE.search(self._text, start, end)
        if bare is None:
            return None
        inside = self._inside(bare.start(), bare.end())
        gaps, at = [], bare.start()
        for span in inside:
            gaps.append((at, span.start))
            at = span.end
        is_covered = not any(_LETTER_OR_DIGIT.search(self._text, *gap) for gap in (*gaps, (at, bare.end())))
        return _Cell(bare.start(), bare.end(), is_covered, max(inside, key=_score, default=None))

    def _inside(self, start: int, end: int) -> list[Span]:
        while self._at < len(self._spans) and self._spans[self._at].end <= start:
            self._at += 1
        last = self._at
        while last < len(self._spans) and self._spans[last].start < end:
            last += 1
        return [*self._spans[self._at : last]]


def _completed(columns: Sequence[_Column], text: str) -> Iterator[Span]:
    """Yields the cells of a table that are what their column is, and not covered."""
    told = [(column, kind) for column in columns if (kind := _kind(column, text))]
    heads = [column[0] for column, kind in told if column[0] and _is(column[0], kind.entity_type)]
    first = 0 if 2 * len(heads) >= len(told) else 1
    for column, kind in told:
        for cell in filter(None, column[first:]):
            if not cell.is_covered and kind.fits(text[cell.start : cell.end]):
                yield Span(cell.start, cell.end, kind.entity_type, kind.score, RECOGNIZER)


def _kind(column: _Column, text: str) -> _Kind | None:
    body = column if column[0] and column[0].is_covered else column[1:]
    cells = [cell for cell in body if cell and not is_blank(text[cell.start : cell.end])]
    types = Counter(each.surest.entity_type for each in cells if each.is_covered and each.surest)
    if not types:
        return None
    [(entity_type, count)] = types.most_common(1)
    if count < _FEWEST_FOUND or 2 * count < len(cells) or entity_type in _LOOSE:
        return None
    alike = [cell for cell in cells if _is(cell, entity_type)]
    values = [text[cell.start : cell.end] for cell in alike]
    score = max(cell.surest.score for cell in alike if cell.surest)
    return _Kind(entity_type, score, all(map(_DIGIT.search, values)), all(map(_LETTER.search, values)))


def _is(cell: _Cell, entity_type: EntityType) -> bool:
    return cell.is_covered and cell.surest is not None and cell.surest.entity_type is entity_type
