from __future__ import annotations

import csv

from lab.reporting.statistics import Estimate
from lab.reporting.tables import Column, Table, to_csv, to_markdown

COLUMNS = [Column("Who"), Column("Count", ",d"), Column("Share", ".1%")]
TABLE = Table("t", "T", COLUMNS, [["a | b\nc", 1234, Estimate(0.5, 0.25, 0.75)], ["d", None, 0.5]])


def test_a_reader_sees_rounded_figures_and_no_cell_breaks_the_table() -> None:
    *_, first, second = to_markdown(TABLE).splitlines()
    assert first == "| a \\| b c | 1,234 | 50.0% [25.0%, 75.0%] |"
    assert second == "| d | – | 50.0% |"


def test_a_program_reads_figures_as_they_are_with_a_note_in_every_row() -> None:
    head, first, second = csv.reader(to_csv(TABLE, "a note").splitlines(keepends=True))
    assert head == ["Who", "Count", "Share", "Share low", "Share high", "Note"]
    assert first == ["a | b\nc", "1234", "0.5", "0.25", "0.75", "a note"]
    assert second == ["d", "", "0.5", "", "", "a note"]


def test_a_table_without_rows_has_its_columns() -> None:
    assert to_csv(Table("t", "T", COLUMNS, [])) == "Who,Count,Share\n"
