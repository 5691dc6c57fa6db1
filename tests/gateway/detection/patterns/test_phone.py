from __future__ import annotations

import pytest

from gateway.detection.patterns.phone import PATTERNS
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    "value",
    [
        "+1-415-555-0123",
        "(415) 555-0123",
        "415.555.0123",
        "4155550123",
        "1-800-555-0199",
        "8 (800) 123-45-67",
        "+44 20 7946 0958",
        "0044 20 7946 0958",
        "011 44 20 7946 0958",
        "+49 (0)30 123456",
        "+4915112345678",
        "442079460958",
        "020 7946 0958",
        "(08) 8747 6301",
        "01.84.17.61.18",
        "0688 872 49 99",
        "0393 1144137",
        "98765 43210",
        "138 1234 5678",
        "(11) 91234-5678",
        "612 345 678",
        "555-0123 ext. 12",
        "415\u00a0555\u20110123",
    ],
)
def test_a_number_is_found_as_its_country_writes_it(value: str) -> None:
    assert found(PATTERNS, f"note {value}, thanks") == [value]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("call me on 9472 7916?", "9472 7916"),
        ("Phone:\n467 3395", "467 3395"),
        ("tel:60-56-85-91", "60-56-85-91"),
        ("手机 １３８１２３４５", "１３８１２３４５"),
    ],
)
def test_a_short_number_is_found_beside_a_word_for_telephone(text: str, value: str) -> None:
    assert found(PATTERNS, text) == [value]
    assert found(PATTERNS, f"lot {value}") == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("06 12 34 56 78 06 98 76 54 32", ["06 12 34 56 78", "06 98 76 54 32"]),
        ("+33 6 12 34 56 78 06 98 76 54 32", ["+33 6 12 34 56 78", "06 98 76 54 32"]),
        ("415-555-0123 415-555-0199", ["415-555-0123", "415-555-0199"]),
        ("call_4155550123_now", ["4155550123"]),
        ("+1 415 555 0123 12 people", ["+1 415 555 0123"]),
    ],
)
def test_neighbours_do_not_hide_a_number(text: str, values: list[str]) -> None:
    assert found(PATTERNS, text) == values


@pytest.mark.parametrize(
    "text",
    [
        "2024-01-15",
        "15.01.2024 1030",
        "call on 2024-01-15",
        "season 2019-2024",
        "09/2017 – 01/2019",
        "1.2.3.4",
        "3.14159265",
        "0.4155550123",
        "1700000000",
        "1700000000000",
        "978-3-16-148410-0",
        "1,000,000",
        "1 000 000",
        "10 20 30 40 50",
        "order 123456",
        "4111111111111111",
        "ZIP 12345-6789",
    ],
)
def test_dates_counts_and_decimals_are_no_numbers_to_dial(text: str) -> None:
    assert found(PATTERNS, text) == []
