import ipaddress
from random import Random
from urllib.parse import urlsplit

import phonenumbers
import pytest

from tests.support.planting import Kind, iban_remainder, luhn, plant
from tests.support.search import find


def _texts(kind: Kind, count: int = 200) -> list[str]:
    return [planted.text for planted in plant(Random(11), count, [kind])]


def test_the_same_seed_plants_the_same_and_another_seed_does_not() -> None:
    assert plant(Random(3), 80) == plant(Random(3), 80)
    assert not {planted.text for planted in plant(Random(3), 80)} & {planted.text for planted in plant(Random(4), 80)}


def test_no_two_values_are_alike_even_without_their_separators() -> None:
    cores = ["".join(filter(str.isalnum, planted.text)) for planted in plant(Random(5), 2_000)]
    assert len(set(cores)) == len(cores)


def test_no_value_is_found_in_another() -> None:
    values = [planted.text for planted in plant(Random(6), 400)]
    assert sorted(found.value for found in find(values, "\n".join(values).encode())) == sorted(values)


def test_cards_have_their_check_digit() -> None:
    assert all(luhn("".join(filter(str.isdigit, text))) for text in _texts(Kind.CARD))


def test_ibans_have_their_check_digits() -> None:
    assert {iban_remainder(text.replace(" ", "")) for text in _texts(Kind.IBAN)} == {1}


def test_phone_numbers_are_assigned_to_somebody_by_their_plan() -> None:
    parsed = [phonenumbers.parse(text, "US") for text in _texts(Kind.PHONE)]
    assert all(map(phonenumbers.is_valid_number, parsed))


def test_ip_addresses_are_public_and_of_both_versions() -> None:
    addresses = [ipaddress.ip_address(text) for text in _texts(Kind.IP_ADDRESS)]
    assert all(address.is_global for address in addresses)
    assert {address.version for address in addresses} == {4, 6}


def test_urls_have_a_private_host() -> None:
    assert all(urlsplit(text).hostname for text in _texts(Kind.URL))


@pytest.mark.parametrize("kind", list(Kind))
def test_each_kind_comes_in_more_than_one_form(kind: Kind) -> None:
    shapes = {"".join("0" if c.isdigit() else "a" if c.isalpha() else c for c in text) for text in _texts(kind)}
    assert len(shapes) > 1
