"""Weekdays with their hour, hours in words, days of a month, and months with a year."""

from __future__ import annotations

import pytest

from gateway.detection.patterns import appointment
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Ballet is Friday at 7", ["Friday at 7"]),
        ("Der Kurs ist Mittwoch um 18 Uhr", ["Mittwoch um 18 Uhr"]),
        ("Salimos a las nueve y media", ["las nueve y media"]),
        ("En congé du 2 au 9 mai", ["2 au 9 mai"]),
        ("Contrato desde 02/2019", ["02/2019"]),
    ],
)
def test_when_people_meet_is_found_whole(text: str, values: list[str]) -> None:
    assert found(appointment.PATTERNS, text) == values


@pytest.mark.parametrize(
    "text",
    ["Divide 11/2022 by 3", "Rows 2 to 9 may be empty", "A half four-wheel trailer", "Pages 3 to 17 are missing"],
)
def test_numbers_of_other_things_are_no_times(text: str) -> None:
    assert found(appointment.PATTERNS, text) == []
