from __future__ import annotations

from gateway.terminal import columns, harmless


def test_line_ends_and_tabs_are_kept() -> None:
    assert harmless("a\tb\nc") == "a\tb\nc"


def test_what_a_terminal_would_act_on_is_shown_as_a_dot() -> None:
    assert harmless("\x1b]0;title\x07\u202e\r") == "·]0;title···"


def test_cells_stand_below_each_other_and_no_line_ends_in_blanks() -> None:
    assert list(columns([("title", "n", ""), ("a", "10", "z")], right={1})) == ["title   n", "a      10  z"]
