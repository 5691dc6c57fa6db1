"""The tagger takes linear time on every text: operations are counted, not timed."""

from __future__ import annotations

import pytest

from gateway.detection.names.features import gap_kind, line_kind
from gateway.detection.names.tagger import Tagger
from gateway.detection.names.words import split
from tests.gateway.detection.names.models import small_model

UNITS = [
    "a",
    "a'",
    "'",
    "a_",
    "_",
    "@a",
    "(",
    "a(",
    ")",
    "[",
    "import ",
    "a.",
    ".",
    "\n",
    "- ",
    " ",
    '"',
    "= ",
    "a = ",
    "</",
    "é",
    "\u0301",
    "一",
    "1.",
    "1:1",
    "1/1-",
    "A.",
    "A.B.C.D.E.F.g",
    "1a",
]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.timeout(20)
def test_two_hundred_thousand_characters_of_anything_end_soon(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    words = split(text)
    assert len(words.gaps) == len(words.forms) + 1
    assert list(Tagger(small_model()).find(text)) == []
    assert gap_kind(text) >= 0
    assert line_kind(text) >= 0


def test_a_line_and_a_gap_are_judged_by_their_beginnings_only() -> None:
    line = "Dear Ann, this is a long line of prose " * 20
    assert line_kind(line) == line_kind(line + ";")
    assert gap_kind(" " * 60) == gap_kind(" " * 60 + "=")
