from __future__ import annotations

import pytest

from gateway.detection.patterns import earnings
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("my base is 92k plus bonus", ["92k"]),
        ("Grundgehalt: 4.150 brutto", ["4.150 brutto"]),
        ("me ofrecen 2.300 limpios", ["2.300 limpios"]),
        ("sa rémunération : 2 480", ["2 480"]),
        ("Miete 1.180, Gehalt 3.900", ["1.180", "3.900"]),
    ],
)
def test_a_number_right_behind_words_for_pay_or_debt_is_found(text: str, values: list[str]) -> None:
    assert sorted(found(earnings.PATTERNS, text)) == values


@pytest.mark.parametrize(
    "text",
    ["he earned 500 points", "salary 2024", "the rent of 12 350 flats", "gehalt,1180", "balance 415 2900 of 3000"],
)
def test_what_is_counted_and_what_follows_another_sign_is_no_pay(text: str) -> None:
    assert found(earnings.PATTERNS, text) == []
