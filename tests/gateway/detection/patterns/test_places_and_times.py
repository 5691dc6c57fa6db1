"""Dates, times, addresses and coordinates."""

from __future__ import annotations

import pytest

from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import caseless, coordinates, date, date_of_programs, postcode, street, time_of_day
from gateway.types import EntityType
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    "value",
    [
        "24/Jan/2026:01:13:55 +0100",
        "Sat Jan  4 01:13:55 2026 +0100",
        "Sat Jan 24 01:13:55 CET 2026",
        "Sat, 24 Jan 2026 01:13:55 GMT",
    ],
)
def test_a_moment_is_found_as_programs_write_it(value: str) -> None:
    assert found(date_of_programs.PATTERNS, f"at [{value}] ok") == [value]


@pytest.mark.parametrize(
    "value",
    [
        "2024-03-12",
        "2024/3/12",
        "12.03.2024",
        "3/12/24",
        "2024-03-12T14:05:06Z",
        "March 12th, 2024",
        "12 March 2024",
        "the 3rd of March".removeprefix("the "),
        "March 2024",
        "Dec. 7, 2021",
        "3. März 2024",
        "le 3 mai 2020".removeprefix("le "),
        "3 de mayo de 2020",
        "12 marzo 2024",
        "12 maart 2024",
        "12 de março de 2024",
        "12 września 2024",
        "2024年3月12日",
        "June 2003 to June 2004",
        "March 3 at 9 PM",
    ],
)
def test_a_date_is_found_in_the_forms_that_people_write(value: str) -> None:
    assert found(date.PATTERNS, f"Well, {value}, then") == [value]


@pytest.mark.parametrize(
    "text",
    ["version 1.2.10", "10.0.0.12", "3/4 cup", "13/13/2024", "you may 2x", "port 2024", "marching 5th", "12-34-56"],
)
def test_other_numbers_are_no_dates(text: str) -> None:
    assert found(date.PATTERNS, text) == []


@pytest.mark.parametrize(
    "text",
    ["born 12/03/1984", "DOB: 1984-03-12", "geboren am 3. März 1984", "née le 3 mai 1990", "her birthday is May 3"],
)
def test_a_date_beside_a_word_for_birth_is_a_date_of_birth(text: str) -> None:
    assert [span.entity_type for span in PatternDetector().detect(text)] == [EntityType.BIRTH_DATE]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("at 14:05, 5pm, 5:30 p.m. EST", ["14:05", "5pm", "5:30 p.m. EST"]),
        ("half past 3, 5 o'clock, 17:45 Uhr, 18h30", ["half past 3", "5 o'clock", "17:45 Uhr", "18h30"]),
        ("three weeks ago, for 10 minutes", ["three weeks ago"]),
        ("a[10:20], 25:00, 1:1, {1:20}, 5 years old, ab12:30", []),
    ],
)
def test_a_time_of_day_is_found_and_a_slice_is_not(text: str, values: list[str]) -> None:
    assert found(time_of_day.PATTERNS, text) == values


@pytest.mark.parametrize(
    "value",
    [
        "742 Evergreen Terrace",
        "12 North Elm St. Apt. 4",
        "123-01 Roosevelt Avenue",
        "18 Clark avenue",
        "1600 Pennsylvania Avenue NW",
        "742 Evergreen Terrace, Springfield, IL 62704",
        "Hauptstraße 12",
        "Keizersgracht 123",
        "10 rue de la Paix",
        "Calle Mayor 5",
        "Via Roma 12",
        "Rua Augusta 1500",
        "ul. Długa 5/7",
        "P.O. Box 123",
    ],
)
def test_a_street_is_found_in_the_forms_of_many_countries(value: str) -> None:
    assert found(street.PATTERNS, f"Send it to {value}; thanks") == [value]


@pytest.mark.parametrize(
    "text", ["2 people walked down the street", "took 3 Roads less travelled", "chapter 12 Court cases"]
)
def test_a_word_for_street_alone_is_no_address(text: str) -> None:
    assert found(street.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("SW1A 1AA, K1A 0B1, IL 62704-1234", ["SW1A 1AA", "K1A 0B1", "IL 62704-1234"]),
        ("zip code: 90210, PLZ 10115", ["90210", "10115"]),
        ("order 90210, XX 62704", []),
    ],
)
def test_a_postcode_has_a_form_or_a_word(text: str, values: list[str]) -> None:
    assert found(postcode.PATTERNS, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("at 48.8584, 2.2945", ["48.8584, 2.2945"]),
        ("It is at 48.8584, 2.2945. So lat is 48.858.", ["48.8584, 2.2945", "48.858"]),
        ("lat=48.858, lng: -2.294", ["48.858", "-2.294"]),
        ("40°26'46\"N 79°58'56\"W", ["40°26'46\"N 79°58'56\"W"]),
        ("0.1234, 0.5678; 1.2345, 6.7891, 2.3456; 91.0001, 2.0001; pi 3.14159; lat 1.234.5", []),
    ],
)
def test_a_place_on_earth_is_found_and_a_list_of_numbers_is_not(text: str, values: list[str]) -> None:
    assert found(coordinates.PATTERNS, text) == values


@pytest.mark.parametrize(
    "value",
    ["١٢ آذار ٢٠٢٤", "3 من مارس", "12 במרץ 1985", "१२ मार्च १९८५", "১২ জানুয়ারি ২০২১", "৫ মে"],
)
def test_a_date_with_a_months_name_is_found_in_scripts_without_letter_case(value: str) -> None:
    assert found(caseless.PATTERNS, f"«{value}»") == [value]


@pytest.mark.parametrize(
    ("text", "age"),
    [("عمري ٤٥ سنة", "٤٥"), ("אני בת 34", "34"), ("उम्र: ४५ वर्ष", "४५"), ("বয়স ৪৫ বছর", "৪৫"), ("בן 12:30", None)],
)
def test_an_age_is_found_after_the_word_for_it(text: str, age: str | None) -> None:
    assert found(caseless.PATTERNS, text) == ([age] if age else [])
