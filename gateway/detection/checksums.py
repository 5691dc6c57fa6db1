"""Tells real numbers from look-alikes by check digits, issued ranges and form."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from stdnum import bitcoin

from gateway.detection.recognizer import Extent

_DIGIT_GROUP: Final = re.compile(r"\d+")
_LONG_GROUP: Final = re.compile(r"[^:]{3}")
_MOST_GROUPS: Final = 8
_DOUBLED: Final = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)

_VIN_WEIGHTS: Final = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_VIN_VALUES: Final = MappingProxyType(
    dict(zip("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "012345678912345678123457923456789"), strict=True))
)
_NRIC: Final = MappingProxyType(  # what is added to the sum, and the letters, by the first letter
    {
        "S": (0, "JZIHGFEDCBA"), "T": (4, "JZIHGFEDCBA"), "F": (0, "XWUTRQPNMLK"), "G": (4, "XWUTRQPNMLK"),
        "M": (3, "XWUTRQPNJLK"),
    }
)  # fmt: skip
_BECH32: Final = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_BECH32M: Final = 0x2BC830A3
_BITCOIN_PREFIX: Final = (3, 3, 0, 2, 3)  # "bc", expanded as BIP 173 says

# Issuer prefixes and the lengths of their card numbers (ISO/IEC 7812 ranges, as published by the card schemes).
_CARD_LENGTHS: Final = (
    (re.compile(r"4"), frozenset({13, 16, 19})),  # Visa
    (re.compile(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), frozenset({16})),  # Mastercard
    (re.compile(r"3[47]"), frozenset({15})),  # American Express
    (re.compile(r"30[0-5]|3095|3[689]"), frozenset({14, 15, 16, 17, 18, 19})),  # Diners Club
    (re.compile(r"35"), frozenset({16, 17, 18, 19})),  # JCB
    (re.compile(r"2131|1800"), frozenset({15})),  # JCB, older
    (re.compile(r"6011|64[4-9]|65"), frozenset({16, 17, 18, 19})),  # Discover
    (re.compile(r"62|81"), frozenset({16, 17, 18, 19})),  # UnionPay
    (re.compile(r"220[0-4]"), frozenset({16, 17, 18, 19})),  # Mir
    (re.compile(r"60|82|508|353|356"), frozenset({16})),  # RuPay, Hipercard
    (re.compile(r"5[06-8]|6"), frozenset({12, 13, 14, 15, 16, 17, 18, 19})),  # Maestro
)

# Length of IBANs by country (SWIFT IBAN registry).
IBAN_LENGTHS: Final[Mapping[str, int]] = MappingProxyType(
    {
        country: length
        for length, countries in {
            15: "NO",
            16: "BE",
            18: "DK FI FO GL NL SD",
            19: "MK SI",
            20: "AT BA EE KZ LT LU MN XK",
            21: "CH CR HR LI LV",
            22: "BG BH DE GB GE IE ME RS",
            23: "AE GI IL IQ OM SO TL",
            24: "AD CZ ES MD PK RO SA SE SK TN VG",
            25: "LY PT ST",
            26: "IS TR",
            27: "BI DJ FR GR IT MC MR SM",
            28: "AL AZ BY CY DO GT HN HU LB NI PL SV",
            29: "BR EG PS QA UA",
            30: "JO KW MU YE",
            31: "MT SC",
            32: "LC",
            33: "RU",
        }.items()
        for country in countries.split()
    }
)


def luhn_holds(digits: str) -> bool:
    """Returns whether the last digit is the Luhn check digit of the others (ISO/IEC 7812-1, annex B).

    >>> luhn_holds("4111111111111111"), luhn_holds("4111111111111112")
    (True, False)
    """
    backwards = [int(digit) for digit in reversed(digits)]
    return (sum(backwards[::2]) + sum(_DOUBLED[digit] for digit in backwards[1::2])) % 10 == 0


def is_card(digits: str) -> bool:
    """Returns whether digits have the prefix and length of a card scheme and a valid check digit.

    >>> is_card("4111111111111111"), is_card("9111111111111111"), is_card("411111111111111")
    (True, False, False)
    """
    return any(len(digits) in lengths and prefix.match(digits) for prefix, lengths in _CARD_LENGTHS) and luhn_holds(
        digits
    )


def cards(run: str) -> Iterator[Extent]:
    """Yields the offsets of card numbers in a run of digit groups; each starts and ends with a group.

    There may be several, with other groups (expiry date, security code) around them. Overlapping ones are joined,
    because any of them may be the real one.

    >>> list(cards("1 4111 1111 1111 1111 123"))
    [(2, 21)]
    """
    groups = [(match.start(), match.end(), match.group()) for match in _DIGIT_GROUP.finditer(run)]
    start, end = 0, 0
    for index, (group_start, _, _) in enumerate(groups):
        last = _card_end(groups, index)
        if last is None:
            continue
        if group_start >= end:
            if end:
                yield start, end
            start = group_start
        end = max(end, groups[last][1])
    if end:
        yield start, end


def _card_end(groups: list[tuple[int, int, str]], first: int) -> int | None:
    """Returns the index of the last group of the longest card number that starts at ``first``, or None.

    Twelve digits in several groups do not count: they are more often telephone numbers.
    """
    digits = ""
    found = None
    for index in range(first, min(first + _MOST_GROUPS, len(groups))):
        digits += groups[index][2]
        if len(digits) > 19:
            break
        if len(digits) >= (12 if index == first else 13) and is_card(_ascii_digits(digits)):
            found = index
    return found


def _ascii_digits(digits: str) -> str:
    return digits if digits.isascii() else "".join(str(int(digit)) for digit in digits)


def iban_holds(candidate: str) -> bool:
    """Returns whether a candidate has its country's length and valid check digits (ISO 13616), separators ignored.

    >>> iban_holds("GB82 WEST 1234 5698 7654 32"), iban_holds("GB82 WEST 1234 5698 7654 33")
    (True, False)
    """
    compact = "".join(filter(str.isalnum, candidate)).upper()
    if IBAN_LENGTHS.get(compact[:2]) != len(compact) or not compact.isascii():
        return False
    return int("".join(str(int(character, 36)) for character in compact[4:] + compact[:4])) % 97 == 1


def is_ssn(candidate: str) -> bool:
    """Returns whether the US Social Security Administration issues numbers with this area, group and serial.

    >>> is_ssn("536-90-4399"), is_ssn("666-90-4399"), is_ssn("536-00-4399")
    (True, False, False)
    """
    digits = "".join(filter(str.isdigit, candidate))
    area, group, serial = digits[:3], digits[3:5], digits[5:]
    return area not in {"000", "666"} and area < "900" and group != "00" and serial != "0000"


def is_nric(candidate: str) -> bool:
    """Returns whether a number of Singapore's citizens and residents has a valid check letter.

    >>> is_nric("S6902031C"), is_nric("S6902031A")
    (True, False)
    """
    kind, digits, letter = candidate[0], candidate[1:8], candidate[8]
    total = sum(int(digit) * weight for digit, weight in zip(digits, (2, 7, 6, 5, 4, 3, 2), strict=True))
    offset, letters = _NRIC[kind]
    return letters[(total + offset) % 11] == letter


def is_vin(candidate: str) -> bool:
    """Returns whether the ninth character is a valid check digit (49 CFR 565) and there is at least one letter.

    >>> is_vin("1HGCM82633A004352"), is_vin("1HGCM82634A004352"), is_vin("1" * 17)
    (True, False, False)
    """
    remainder = sum(_VIN_VALUES[character] * weight for character, weight in zip(candidate, _VIN_WEIGHTS, strict=True))
    return candidate[8] == "0123456789X"[remainder % 11] and not candidate.isdigit()


def is_bitcoin(candidate: str) -> bool:
    """Returns whether a Bitcoin address has a valid checksum: base58check, bech32 (BIP 173) or bech32m (BIP 350).

    >>> is_bitcoin("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"), is_bitcoin("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3")
    (True, False)
    >>> is_bitcoin("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0")
    True
    """
    if not candidate.lower().startswith("bc1p"):
        return bitcoin.is_valid(candidate)
    values = [_BECH32.find(character) for character in candidate[3:].lower()]
    return min(values) >= 0 and bitcoin.bech32_checksum([*_BITCOIN_PREFIX, *values]) == _BECH32M


def is_ipv4(candidate: str) -> bool:
    """Returns whether all numbers between the dots are at most 255.

    >>> is_ipv4("192.168.0.1"), is_ipv4("1.2.3.256")
    (True, False)
    """
    return all(int(number) <= 255 for number in candidate.split("."))


def ipv6_addresses(candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of an IPv6 address in a run of hexadecimal digits, colons and dots; nothing if it has none.

    A final colon or dot is not part of it. With omitted zeros (``::``) it needs a digit and a group of three
    characters, because source code often contains shorter ones.

    >>> ipv6_addresses("2001:db8::1:"), ipv6_addresses("dec::add"), ipv6_addresses("1::4"), ipv6_addresses("12:30:45")
    (((0, 11),), (), (), ())
    """
    trimmed = candidate.rstrip(".")
    if trimmed.endswith(":") and not trimmed.endswith("::"):
        trimmed = trimmed.rstrip(":")
    if "::" in trimmed and not (_LONG_GROUP.search(trimmed) and any(map(str.isdigit, trimmed))):
        return ()
    try:
        ipaddress.IPv6Address(trimmed)
    except ValueError:
        return ()
    return ((0, len(trimmed)),)
