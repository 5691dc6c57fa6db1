from __future__ import annotations

import pytest

from gateway.detection.patterns import age
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("three kids (2, 5 and 9)", ["2", "5", "9"]),
        ("72F presents with a cough", ["72F"]),
        ("Meine Tante ist schon 83.", ["83"]),
    ],
)
def test_ages_of_children_patients_and_relatives_are_found(text: str, values: list[str]) -> None:
    assert found(age.PATTERNS, text) == values


@pytest.mark.parametrize(
    "text", ["nodes have children: 3 and 4", "the fund raised 20M with partners", "Der Mann ist 83 km gefahren"]
)
def test_other_numbers_beside_such_words_are_no_ages(text: str) -> None:
    assert found(age.PATTERNS, text) == []
