from __future__ import annotations

import ipaddress
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.checksums import (
    cards,
    iban_holds,
    ipv6_addresses,
    is_card,
    is_ipv4,
    is_ssn,
    luhn_holds,
)
from tests.gateway.detection import values


@given(st.text(string.digits, min_size=1, max_size=30))
def test_exactly_one_check_digit_is_right(body: str) -> None:
    assert sum(luhn_holds(body + check) for check in string.digits) == 1


@given(st.text(string.digits, min_size=2, max_size=19), st.data())
def test_one_wrong_digit_is_always_seen(digits: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(digits) - 1))
    wrong = data.draw(st.sampled_from(sorted(set(string.digits) - {digits[at]})))
    assert not (luhn_holds(digits) and luhn_holds(digits[:at] + wrong + digits[at + 1 :]))


@pytest.mark.parametrize(("digits", "card"), [("4111111111111111", True), ("0000000000000000", False), ("", False)])
def test_a_card_has_a_known_prefix(digits: str, card: bool) -> None:
    assert is_card(digits) is card


def test_twelve_digits_in_groups_are_no_card() -> None:
    assert list(cards("611300633462")) == [(0, 12)]
    assert list(cards("61 1300 633 462")) == []


@given(values.ibans())
def test_swapping_the_ends_of_an_iban_or_changing_a_digit_breaks_it(iban: str) -> None:
    assert iban_holds(iban)
    assert not iban_holds(iban[:-1] + str((int(iban[-1]) + 1) % 10))
    assert not iban_holds(iban + "0")


@pytest.mark.parametrize("number", ["000-12-3456", "666-12-3456", "900-12-3456", "123-00-4567", "123-45-0000"])
def test_areas_groups_and_serials_that_are_never_issued_are_refused(number: str) -> None:
    assert not is_ssn(number)
    assert is_ssn("123-45-6789")


@given(st.ip_addresses(v=4))
def test_every_ipv4_address_is_one(address: ipaddress.IPv4Address) -> None:
    assert is_ipv4(str(address))


@given(st.ip_addresses(v=6))
def test_every_written_out_ipv6_address_is_one(address: ipaddress.IPv6Address) -> None:
    assert ipv6_addresses(address.exploded + ":") == ((0, 39),)


def test_a_card_is_found_whole_where_digits_before_it_make_another_with_its_first_group() -> None:
    assert list(cards("400045678 4111 1111 1111 1111 99")) == [(0, 29)]
