"""Tables with a header: CSV, TSV, ``;`` of any script, ``|``, Markdown, psql's; and tables of a label and its value.

A header is a line of cells with a label of the vocabulary among them, and a line of as many cells below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from gateway.detection.structure.field import Field
from gateway.detection.structure.formats.aligned import columns_of
from gateway.detection.structure.vocabulary import meaning

_DELIMITERS: Final = "\t|;؛；,&"
_RULE: Final = re.compile(r"[\s|+:=_-]+")
_LABEL: Final = re.compile(r"[\s\"'*_`]*+(?P<label>[^\W\d][^\n\"*`:={}\[\]]{0,47}?)[\s\"'*_`:]*")
_PAIR: Final = re.compile(
    r"[|\s]{0,8}+[\"'*_`]{0,3}+(?P<label>[^\W\d][^\n\"*`:|,;&\t]{0,47}?)[\"'*_`:]{0,4}+"
    r"(?:[ ]*+(?:[|&\t][|&\t ]*+)|[,;](?=\S)|  ++)"
    r"(?P<value>[^|\t\n]{1,400}+)[|\s\\]*+$"
)
_SIGNS: Final = ("|", "\t", "&", "  ")
_MAY_BE_TABLE: Final = re.compile(r"\n[^,;؛；\n.?!]{0,60}+[,;؛；][^,;؛；\n?!]{0,60}+(?<![.:])[,;؛；\n]")
_MAY_PAIR: Final = re.compile(r"[|\t&]|  |[,;](?=\S)")
_LONGEST_LABEL: Final = 40  # characters, on average: longer cells are sentences
_LONGEST_HEADER: Final = 4000
_MOST_CELLS: Final = 200


class _Table(NamedTuple):
    delimiter: str
    columns: Sequence[tuple[int, str]]


def read(text: str) -> Iterator[Field]:
    r"""Yields the cells below the labels of headers, and the second cells of lines that begin with a label.

    >>> text = "id,first,note\n1,Ann,x\n2,\"Bo, jr\",y\n\n| Name | Ann Lee |\n| PIN | 1234 |"
    >>> [(each.label, text[each.start : each.end]) for each in read(text)]
    [('first', 'Ann'), ('first', '"Bo, jr"'), ('Name', 'Ann Lee '), ('PIN', '1234 ')]
    """
    if not any(sign in text for sign in _SIGNS) and not _MAY_BE_TABLE.search(f"\n{text}\n"):
        return
    table: _Table | None = None
    start = group = 0
    for line, below in pairwise([*text.split("\n"), ""]):
        if table and (table.delimiter in line or _RULE.fullmatch(line)):
            if not _RULE.fullmatch(line):
                group += 1
                yield from _row(line, start, table, group)
        else:
            table = _header(line, below)
            if table is None:
                yield from _pair(line, below, start, group)
        start += len(line) + 1


def _header(line: str, below: str) -> _Table | None:
    if len(line) > _LONGEST_HEADER or not below:
        return None
    for delimiter in _DELIMITERS:
        if delimiter not in line or (delimiter not in below and not _RULE.fullmatch(below)):
            continue
        cells = line.split(delimiter)[:_MOST_CELLS]
        if sum(map(len, map(str.strip, cells))) > _LONGEST_LABEL * len(cells):
            continue
        labels = [_LABEL.fullmatch(cell) for cell in cells]
        columns = [(at, each["label"]) for at, each in enumerate(labels) if each and meaning(each["label"])]
        filled = sum(bool(cell.strip()) for cell in cells)
        wanted = 2 if f"{delimiter} " in line else 5  # what has spaces behind its commas may be a list in a sentence
        if filled < 2 or not columns or len(columns) * wanted < filled or sum(map(bool, labels)) * 5 < filled * 4:
            continue
        is_short = below.count(delimiter) < line.count(delimiter) and not _RULE.fullmatch(below)
        if is_short and len(columns) * 2 < filled:
            continue
        if filled > 2 or len(columns) > 1 or not _begins_with_label(below):
            return _Table(delimiter, columns)
    return None


def _begins_with_label(line: str) -> bool:
    pair = _PAIR.match(line)
    return bool(pair and meaning(pair["label"].strip()))


def _row(line: str, start: int, table: _Table, group: int) -> Iterator[Field]:
    cells = list(_cells(line, table.delimiter))
    for at, label in table.columns:
        if at < len(cells):
            first, last = cells[at]
            yield Field(label, start + first, start + last, group=group)


def _cells(line: str, delimiter: str) -> Iterator[tuple[int, int]]:
    """Yields the offsets of a line's cells; a delimiter between quotation marks belongs to its cell."""
    begin = at = 0
    is_open = False
    for piece in line.split(delimiter):
        at += len(piece)
        is_open ^= piece.count('"') % 2 == 1
        if not is_open:
            yield begin, at
            begin = at + 1
        at += 1
    if is_open:  # a stray quotation mark: what follows is one cell
        yield begin, len(line)


def _pair(line: str, below: str, start: int, group: int) -> Iterator[Field]:
    pair = _PAIR.match(line) if _MAY_PAIR.search(line) else None
    if pair and meaning(pair["label"].strip()) and not columns_of(line, below):
        yield Field(pair["label"].strip(), start + pair.start("value"), start + pair.end("value"), group=group)
