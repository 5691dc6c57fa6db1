"""Tables of figures, as Markdown to read and as CSV to compute with."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

import msgspec

from lab.reporting.statistics import Estimate

Cell = str | int | float | Estimate | None
"""A word, a figure, a figure with its interval, or nothing where there is none."""


class Column(msgspec.Struct, frozen=True):
    """A column's name, and how its figures are written for a reader, as Python's format specifications say it."""

    name: str
    style: str = ""


class Table(msgspec.Struct, frozen=True):
    """Rows under a title; ``name`` is what its file is called, without an ending."""

    name: str
    title: str
    columns: list[Column]
    rows: list[list[Cell]]


def to_markdown(table: Table) -> str:
    """Return the table for a reader: figures rounded, intervals in brackets, a dash where there is nothing.

    >>> print(to_markdown(Table("t", "T", [Column("Who"), Column("Share", ".0%")], [["we", Estimate(0.5, 0.4, 0.6)]])))
    | Who | Share |
    | --- | --- |
    | we | 50% [40%, 60%] |
    """
    styles = [column.style for column in table.columns]
    head = [[column.name for column in table.columns], ["---"] * len(styles)]
    body = [[_shown(cell, style) for cell, style in zip(row, styles, strict=True)] for row in table.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [*head, *body])


def to_csv(table: Table, note: str = "") -> str:
    """Return the table for a program: figures as they are, an interval in two columns of its own, a note in every row.

    >>> print(to_csv(Table("t", "T", [Column("Share")], [[Estimate(0.5, 0.4, 0.6)]]), "made up"), end="")
    Share,Share low,Share high,Note
    0.5,0.4,0.6,made up
    """
    columns = range(len(table.columns))
    with_interval = [any(isinstance(row[at], Estimate) for row in table.rows) for at in columns]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    pairs = list(zip(table.columns, with_interval, strict=True))
    names = [name for column, intervals in pairs for name in _names(column.name, intervals)]
    writer.writerow([*names, *(["Note"] if note else [])])
    for row in table.rows:
        cells = [number for cell, wide in zip(row, with_interval, strict=True) for number in _numbers(cell, wide)]
        writer.writerow([*cells, *([note] if note else [])])
    return out.getvalue()


def _shown(cell: Cell, style: str) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, Estimate):
        low, high = (format(end, style) for end in (cell.low, cell.high))
        return f"{format(cell.value, style)} [{low}, {high}]"
    return " ".join(cell.split()).replace("|", "\\|") if isinstance(cell, str) else format(cell, style)


def _names(name: str, with_interval: bool) -> Sequence[str]:
    return [name, f"{name} low", f"{name} high"] if with_interval else [name]


def _numbers(cell: Cell, with_interval: bool) -> Iterator[str]:
    values = [cell.value, cell.low, cell.high] if isinstance(cell, Estimate) else [cell]
    for value in [*values, *[None] * (2 if with_interval and len(values) == 1 else 0)]:
        yield "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
