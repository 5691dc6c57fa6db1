from __future__ import annotations

import phonenumbers
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from phonenumbers import PhoneNumberFormat

from gateway.detection.phones import in_threes, international, is_dialled, is_long_enough, without_plus


@pytest.mark.parametrize(
    ("candidate", "end"),
    [("+44 20 7946 0958", 16), ("0044 20 7946 0958 12", 17), ("+1 415 555 0123 4155", 15), ("%2B14155550123", 14)],
)
def test_the_most_groups_that_are_possible_are_taken(candidate: str, end: int) -> None:
    assert international(candidate) == ((0, end),)


@given(st.sampled_from(sorted(phonenumbers.COUNTRY_CODE_TO_REGION_CODE)), st.from_regex(r"[0-9]{6,14}", fullmatch=True))
@example(55, "01512345678")
@example(39, "0612345678")
def test_a_number_is_possible_if_the_library_says_so(country: int, own: str) -> None:
    number = f"+{country}{own}"
    try:
        is_possible = phonenumbers.is_possible_number(phonenumbers.parse(number))
    except phonenumbers.NumberParseException:
        is_possible = False
    assert bool(international(number)) is is_possible


@pytest.mark.parametrize("candidate", ["+999 1234567", "+1 23", "00 000 0000000"])
def test_digits_without_a_known_country_are_no_number(candidate: str) -> None:
    assert international(candidate) == ()


def test_bare_digits_must_be_valid_and_not_only_possible() -> None:
    assert without_plus("442079460958")
    assert not without_plus("1700000000000")


def test_nine_digits_must_be_valid_in_a_country_that_writes_threes() -> None:
    assert in_threes("612 345 678")
    assert not in_threes("100 200 300")


@pytest.mark.parametrize("date", ["2024-01-15 103", "15/01/2024 10", "09/2017 – 01/2019", "2019-2024"])
def test_what_begins_with_a_date_is_no_number(date: str) -> None:
    assert not is_dialled(date)
    assert not is_long_enough(date)


@pytest.mark.parametrize("region", sorted(phonenumbers.SUPPORTED_REGIONS))
def test_the_example_number_of_every_region_is_found_in_international_form(region: str) -> None:
    number = phonenumbers.example_number(region)
    assert number is not None
    for form in (PhoneNumberFormat.E164, PhoneNumberFormat.INTERNATIONAL):
        written = phonenumbers.format_number(number, form)
        assert international(written) == ((0, len(written)),)
