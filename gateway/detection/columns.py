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

from gateway.detection.overlap import OrderedSpans, completed
from gateway.detection.structure.blanks import is_blank
from gateway.types import EntityType, Span

RECOGNIZER: Final = "columns"
_SIGNS: Final = ("\t", "|", ";", " - ", " – ", " — ", " / ", ",")
_WIDE: Final = re.compile(r" {2,}|\.{3,}")  # what parts columns of a fixed width
_FEWEST_ROWS: Final = 3
_FEWEST_FOUND: Final = 2  # cells of a column
_LONGEST_CELL: Final = 60  # characters, on average: longer cells are sentences
_LOOSE: Final = frozenset({EntityType.URL, EntityType.PRODUCT, EntityType.QUANTITY})  # say little of their column
_BARE: Final = re.compile(r"[+#€£$-]?[^\W_](?:.*[^\W_])?[+%€£$*-]?")
_LETTER_OR_DIGIT: Final = re.compile(r"[^\W_]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_DIGIT: Final = re.compile(r"\d")
_SCORE: Final = attrgetter("score")


class _Line(NamedTuple):
    """A line; ``sign`` parts it into cells, which are of a fixed width if the sign is empty, and one without any."""

    start: int
    text: str
    sign: str
    cells: int


class _Cell(NamedTuple):
    """The offsets of a cell, whether spans cover all its letters and digits, and the surest of these spans."""

    start: int
    end: int
    is_covered: bool
    surest: Span | None


_Column = Sequence[_Cell]


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
    return completed(spans, (span for table in _tables(spans, text) for span in _rest(table, text)), text)


def _tables(spans: Sequence[Span], text: str) -> Iterator[Sequence[_Column]]:
    """Yields the columns of each table."""
    ordered = OrderedSpans(spans)
    for (_, cells), group in groupby(_lines(text), lambda line: line[2:]):
        lines = list(group) if cells > 1 else []
        if len(lines) >= _FEWEST_ROWS and sum(len(line.text) for line in lines) <= _LONGEST_CELL * cells * len(lines):
            yield [*zip(*([_cell(ordered, text, *extent) for extent in _extents(line)] for line in lines), strict=True)]


def _lines(text: str) -> Iterator[_Line]:
    start = 0
    for line in text.split("\n"):
        sign = next((each for each in _SIGNS if each in line), "")
        yield _Line(start, line, sign, 1 + (line.count(sign) if sign else len(_WIDE.findall(line))))
        start += len(line) + 1


def _extents(line: _Line) -> Iterator[tuple[int, int]]:
    start, text, sign, _ = line
    if sign:
        for cell in text.split(sign):
            yield start, start + len(cell)
            start += len(cell) + len(sign)
    else:
        edges = [0, *(edge for gap in _WIDE.finditer(text) for edge in gap.span()), len(text)]
        yield from ((start + first, start + last) for first, last in zip(edges[::2], edges[1::2], strict=True))


def _cell(spans: OrderedSpans, text: str, start: int, end: int) -> _Cell:
    """Returns what disjoint spans cover of a cell."""
    inside = spans.meeting(start, end)
    if not inside:
        return _Cell(start, end, False, None)
    if inside[0].start <= start and inside[0].end >= end:
        return _Cell(start, end, True, inside[0])
    edges = [start, *(edge for span in inside for edge in span[:2]), end]
    gaps = zip(edges[::2], edges[1::2], strict=True)
    is_covered = not any(_LETTER_OR_DIGIT.search(text, *gap) for gap in gaps)
    return _Cell(start, end, is_covered, max(inside, key=_SCORE))


def _rest(columns: Sequence[_Column], text: str) -> Iterator[Span]:
    """Yields the cells of a table that are what their column is, and not covered."""
    told = [(column, kind) for column in columns if (kind := _kind(column, text))]
    heads = [column for column, kind in told if _is(column[0], kind.entity_type)]
    first = 0 if 2 * len(heads) >= len(told) else 1
    for column, kind in told:
        for cell in column[first:]:
            bare = None if cell.is_covered else _BARE.search(text, cell.start, cell.end)
            if bare and kind.fits(bare[0]):
                yield Span(*bare.span(), kind.entity_type, kind.score, RECOGNIZER)


def _kind(column: _Column, text: str) -> _Kind | None:
    """Returns what a column is; None if nobody can tell, or if all of its cells are covered."""
    types = Counter(each.surest.entity_type for each in column if each.is_covered and each.surest)
    entity_type, count = types.most_common(1)[0] if types else (EntityType.URL, 0)
    others = column[not column[0].is_covered :]
    if count < _FEWEST_FOUND or entity_type in _LOOSE or all(each.is_covered for each in others):
        return None
    if 2 * count < sum(each.is_covered or not _is_empty(text[each.start : each.end]) for each in others):
        return None
    alike = [cell for cell in others if _is(cell, entity_type)]
    values = [text[cell.start : cell.end] for cell in alike]
    score = max(cell.surest.score for cell in alike if cell.surest)
    return _Kind(entity_type, score, all(map(_DIGIT.search, values)), all(map(_LETTER.search, values)))


def _is_empty(cell: str) -> bool:
    bare = _BARE.search(cell)
    return bare is None or is_blank(bare[0])


def _is(cell: _Cell, entity_type: EntityType) -> bool:
    return cell.is_covered and cell.surest is not None and cell.surest.entity_type is entity_type
