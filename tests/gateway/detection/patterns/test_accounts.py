"""Amounts, incomes, accounts at banks and of crypto currencies, network cards."""

from __future__ import annotations

import pytest

from gateway.detection.patterns import bank_account, crypto, mac_address, money, money_in_words
from gateway.types import EntityType
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("$1,250.50, €20 and 30 €", ["$1,250.50", "€20", "30 €"]),
        ("50 million dollars, CHF 1'000, 20 euros", ["50 million dollars", "CHF 1'000", "20 euros"]),
        ("from 4,350 to 5,200 dollars, 300-400 €", ["4,350 to 5,200 dollars", "300-400 €"]),
        (
            "₦65,000, 1.349 TL, Rs. 500, 1.8 lakhs, 23 grand",
            ["₦65,000", "1.349 TL", "Rs. 500", "1.8 lakhs", "23 grand"],
        ),
        ("12 dollars and 75 cents", ["12 dollars and 75 cents"]),
        ("$x, ${1}, 20, US 20, yen", []),
        ("$41.3 billion, 2.7bn euros, 3 Mrd. Euro and $1.3 million", ["$1.3 million"]),  # billions are nobody's
    ],
)
def test_an_amount_has_a_currency(text: str, values: list[str]) -> None:
    assert found(money.PATTERNS, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("one thousand three hundred dollars", ["one thousand three hundred dollars"]),
        ("half a million pounds and a couple of grand", ["half a million pounds", "a couple of grand"]),
        ("zwölf Euro und siebenhundertachtzig Euro", ["zwölf Euro", "siebenhundertachtzig Euro"]),
        ("cuarenta y cinco pesos y mil euros", ["cuarenta y cinco pesos", "mil euros"]),
        ("three men in euros, much in dollars, पाँच रुपये में", []),
    ],
)
def test_an_amount_in_words_begins_with_a_number_and_ends_with_a_currency(text: str, values: list[str]) -> None:
    assert found(money_in_words.PATTERNS, text) == values


@pytest.mark.parametrize(
    "text", ["I earn 85k a year", "my salary is $90,000", "she makes $25 an hour", "Gehalt: 4.000 €"]
)
def test_what_a_person_earns_is_income(text: str) -> None:
    spans = [span for pattern in money.PATTERNS for span in pattern.find(text)]
    assert max(spans, key=lambda span: span.score).entity_type is EntityType.INCOME


def test_a_monthly_price_is_a_less_likely_income() -> None:
    pattern = next(each for each in money.PATTERNS if each.name == "income_rate")
    scores = [next(iter(pattern.find(f"{before} $25 a month"))).score for before in ("we earn", "that is", "it costs")]
    assert scores == sorted(scores, reverse=True) and len(set(scores)) == 3


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("account number 000123456789, sort code 12-34-56", ["000123456789", "12-34-56"]),
        ("routing 021000021, SWIFT: DEUTDEFF500", ["021000021", "DEUTDEFF500"]),
        ("routing 021000022, call it TRANSFER, number 000123456789", []),
    ],
)
def test_an_account_needs_its_word_and_a_routing_number_its_check_digit(text: str, values: list[str]) -> None:
    assert found(bank_account.PATTERNS, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"]),
        ("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"]),
        ("0x742d35Cc6634C0532925a3b844Bc454e4438f44e", ["0x742d35Cc6634C0532925a3b844Bc454e4438f44e"]),
        ("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3 0x742d35Cc", []),
    ],
)
def test_a_bitcoin_address_needs_its_checksum(text: str, values: list[str]) -> None:
    assert found(crypto.PATTERNS, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("00:1B:44:11:3A:B7, 00-1b-44-11-3a-b7", ["00:1B:44:11:3A:B7", "00-1b-44-11-3a-b7"]),
        ("001b.4411.3ab7", ["001b.4411.3ab7"]),
        ("00:1B:44:11:3A, 00:1B:44:11:3A:B7:99, 00:1B-44:11:3A:B7, dead.beef.cafe", []),
    ],
)
def test_an_address_of_a_network_card_has_six_pairs(text: str, values: list[str]) -> None:
    assert found(mac_address.PATTERNS, text) == values
