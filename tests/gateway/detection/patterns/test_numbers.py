"""Cards, bank accounts, social security numbers and network addresses."""

from __future__ import annotations

import pytest

from gateway.detection.patterns import credit_card, iban, ip_address, ssn
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("4111 1111 1111 1111 12/26 123", ["4111 1111 1111 1111"]),
        ("4111-1111-1111-1111 5500.0000.0000.0004", ["4111-1111-1111-1111", "5500.0000.0000.0004"]),
        ("3 4111\u00a01111\u202f11111111", ["4111\u00a01111\u202f11111111"]),
        ("_378282246310005_", ["378282246310005"]),
        ("4111111111111112", []),
        ("9111111111111111", []),
        ("41111111111111111", []),
        ("4 3 5 3 5 3 2 8 1 6 7 7 3", []),
    ],
)
def test_a_card_needs_an_issuer_and_a_right_check_digit(text: str, values: list[str]) -> None:
    assert found(credit_card.PATTERNS, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("GB82 WEST 1234 5698 7654 32 and more", ["GB82 WEST 1234 5698 7654 32"]),
        ("ibande89370400440532013000now", ["de89370400440532013000"]),
        ("no11 DE89 3704 0044 0532 0130 00", ["DE89 3704 0044 0532 0130 00"]),
        ("GB82 WEST 1234 5698 7654 33", []),
        ("XX82 WEST 1234 5698 7654 32", []),
    ],
)
def test_an_iban_needs_its_countrys_length_and_remainder(text: str, values: list[str]) -> None:
    assert found(iban.PATTERNS, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("536-90-4399", ["536-90-4399"]),
        ("SSN: 536904399", ["536904399"]),
        ("lot 536904399", []),
        ("666-90-4399", []),
        ("536-00-4399", []),
        ("536-90.4399", []),
    ],
)
def test_a_social_security_number_needs_an_issued_area(text: str, values: list[str]) -> None:
    assert found(ssn.PATTERNS, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("192.168.0.1:8080, 10.0.0.0/8.", ["192.168.0.1", "10.0.0.0"]),
        ("[2001:db8::1]:443", ["2001:db8::1"]),
        ("fe80::1%eth0", ["fe80::1"]),
        ("::ffff:1.2.3.4", ["::ffff:1.2.3.4"]),
        ("1:2:3:4:5:6:7:8", ["1:2:3:4:5:6:7:8"]),
        ("1.2.3.4.5", []),
        ("1.2.3.256", []),
        ("data[1::4], std::dec, 12:30:45, aa:bb:cc:dd:ee:ff", []),
    ],
)
def test_an_address_of_a_network_is_found_and_a_slice_or_a_time_is_not(text: str, values: list[str]) -> None:
    assert found(ip_address.PATTERNS, text) == values
