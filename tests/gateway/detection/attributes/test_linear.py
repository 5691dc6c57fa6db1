"""Recognizers of attributes take about linear time on every text."""

from __future__ import annotations

import pytest

from gateway.detection.attributes import ALL
from gateway.detection.recognizer import Pattern

UNITS = [
    "a ",
    "I am ",
    "my wife ",
    "is a nurse ",
    "has flu, ",
    "1-year-old ",
    "of Greek ",
    "gay ",
    "AP Bio ",
    "a-",
    "I'm a",
]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("recognizer", ALL, ids=lambda each: each.name)
def test_a_hundred_thousand_characters_of_anything_end_soon(recognizer: Pattern) -> None:
    for unit in UNITS:
        assert all(span.end <= 100_000 for span in recognizer.search(unit * (100_000 // len(unit))))
