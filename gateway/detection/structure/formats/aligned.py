"""Tables whose columns are aligned with spaces, as pandas, SQL clients, PowerShell and ``kubectl`` print them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Final, NamedTuple

from gateway.detection.structure.field import Field
from gateway.detection.structure.vocabulary import meaning

_RULE: Final = re.compile(r" *+[-=]{2,}+(?: ++[-=]{2,}+)++ *+")
_CELL: Final = re.compile(r"\S++(?: \S++)*+")
_WORD: Final = re.compile(r"\S++")
_INDEX: Final = re.compile(r"\d{1,9} ")
_NO_HEADER: Final = re.compile(r"[=:;{}()|\"`\\]|[.,?!](?: |$)")
_LONGEST_HEADER: Final = 2000
_MOST_CELLS: Final = 200


class _Column(NamedTuple):
    """The extent of a header, or of the rule below it, in its line; no label if it says nothing."""

    label: str
    start: int
    end: int


def read(text: str) -> Iterator[Field]:
    r"""Yields the cells below the labels of headers; a cell belongs to the header that it stands below or next to.

    >>> text = "       name  age note\n0   Ann Lee   41 late\n1        Bo   38    -"
    >>> [(each.label, text[each.start : each.end], each.group) for each in read(text)]
    [('name', 'Ann Lee', 1), ('age', '41', 1), ('name', 'Bo', 2), ('age', '38', 2)]
    """
    if "  " not in text:
        return
    columns: Sequence[_Column] = ()
    start = group = 0
    for line, below in pairwise([*text.split("\n"), ""]):
        if not columns:
            columns = columns_of(line, below)
        elif not _RULE.fullmatch(line):
            cells = [*islice(_row(line, columns), _MOST_CELLS)]
            group += 1
            yield from (Field(each.label, start + each.start, start + each.end, group=group) for each in cells)
            columns = columns if cells else ()
        start += len(line) + 1


def columns_of(line: str, below: str) -> Sequence[_Column]:
    """Returns the columns of a line that is a header for the line below it; none if it is none."""
    if len(line) > _LONGEST_HEADER or not below or _NO_HEADER.search(line):
        return ()
    if _RULE.fullmatch(below):
        columns = _below_rule(line, below)
    elif line.startswith(" ") and (index := _INDEX.match(below)):  # pandas: one space may part its columns
        columns = [_Column("", *index.span()), *_at(line, _WORD)]
    elif "  " in line.strip() and "  " in below.strip():
        columns = _at(line, _CELL)
    else:
        return ()
    telling = [said for each in columns if (said := meaning(each.label))]
    is_table = len(telling) > 1 and len(telling) * 3 >= len(columns)
    first = meaning(columns[0].label) if len(columns) > 2 else None
    is_list = first is not None and not first.is_ambiguous
    return columns if is_table or is_list else ()


def _at(line: str, cell: re.Pattern[str]) -> Sequence[_Column]:
    return [_Column(_label(each[0]), *each.span()) for each in islice(cell.finditer(line), _MOST_CELLS)]


def _below_rule(line: str, rule: str) -> Sequence[_Column]:
    starts = [each.start() for each in islice(_WORD.finditer(rule), _MOST_CELLS)]
    extents = pairwise([*starts, max(len(line), len(rule)) + 1])
    return [_Column(_label(line[first : last - 1].strip()), first, last - 1) for first, last in extents]


def _label(said: str) -> str:
    return said if meaning(said) else ""


def _row(line: str, columns: Sequence[_Column]) -> Iterator[_Column]:
    """Yields the cells of a line, each with its column's label; none if the line is no row."""
    cells = [*islice(_CELL.finditer(line), _MOST_CELLS)]
    if len(cells) < 2 and len(columns) > 2:
        return
    for cell in cells:
        over = [each for each in columns if each.start < cell.end() and cell.start() < each.end]
        if len(over) > 1:
            yield from _parted(line, cell, over)
        elif label := (over[0] if over else _nearest(cell, columns)).label:
            yield _Column(label, *cell.span())


def _nearest(cell: re.Match[str], columns: Iterable[_Column]) -> _Column:
    return min(columns, key=lambda each: max(each.start - cell.end(), cell.start() - each.end))


def _parted(line: str, cell: re.Match[str], over: Sequence[_Column]) -> Iterator[_Column]:
    """Yields the cells of what one space parts: a word below no header belongs to the word before it."""
    begins: list[tuple[_Column, int]] = []
    for word in _WORD.finditer(line, *cell.span()):
        column = next((each for each in over if each.start < word.end() and word.start() < each.end), None)
        if column and (not begins or column != begins[-1][0]):
            begins.append((column, word.start()))
    for (column, first), last in zip(begins, [at for _, at in begins[1:]] + [cell.end() + 1], strict=True):
        if column.label:
            yield _Column(column.label, first, last - 1)
