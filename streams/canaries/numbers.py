"""Numbers of realistic canaries: from ranges that belong to nobody where there are such, with their check digits."""

from __future__ import annotations

from typing import Final

from gateway.detection.checksums import is_vin
from streams.canaries.drawing import Draw

# Numbers for films and examples: NANPA (555-0100 to 555-0199), Ofcom, ARCEP and Bundesnetzagentur. Not 415, which is
# the paper's, and without a country's code, so that no number is the end of another one.
_AREAS: Final = (
    201, 202, 205, 206, 212, 213, 214, 215, 216, 301, 303, 305, 310, 312, 313, 314, 401, 404, 408, 410, 412, 414,
    501, 503, 504, 505, 510, 512, 513, 602, 603, 606, 608, 610, 612, 614, 617, 619, 628, 701, 702, 703, 704, 706, 707,
    713, 714, 716, 718, 801, 802, 803, 804, 805, 808, 812, 816, 818, 901, 903, 904, 907, 909, 912, 914, 916, 918, 919,
)  # fmt: skip
_UNITED_KINGDOM: Final = (
    "+44 20 7946 0{}", "+44 113 496 0{}", "+44 114 496 0{}", "+44 115 496 0{}", "+44 116 496 0{}", "+44 117 496 0{}",
    "+44 118 496 0{}", "+44 121 496 0{}", "+44 131 496 0{}", "+44 141 496 0{}", "+44 151 496 0{}", "+44 161 496 0{}",
    "+44 7700 900{}", "+44 1632 960{}", "+44 29 2018 0{}",
)  # fmt: skip
_GERMANY: Final = ("+49 30 23125{}", "+49 69 90009{}", "+49 40 66969{}", "+49 221 4710{}", "+49 89 99998{}")
_FRANCE: Final = ("1 99 00", "2 61 91", "3 53 01", "4 65 71", "5 36 49", "6 39 98")

# Issuers of the cards that payment providers publish for tests, and how such cards are written.
_TEST_ISSUERS: Final = (
    ("424242", 16), ("411111", 16), ("400005", 16), ("555555", 16), ("520082", 16), ("222300", 16), ("601111", 16),
    ("356600", 16), ("378282", 15), ("371449", 15),
)  # fmt: skip
_IBANS: Final = (("DE", "n" * 18), ("GB", "a" * 4 + "n" * 14), ("NL", "a" * 4 + "n" * 10), ("ES", "n" * 20))
_CAPITALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_VIN_LETTERS: Final = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789"
_HEX: Final = "0123456789abcdef"


def phone(draw: Draw) -> str:
    """Returns a telephone number of a range that regulators keep free for films and examples."""
    country = draw.below(4)
    if country == 0:
        return draw.one(("({}) 555-01{}", "{}-555-01{}")).format(draw.one(_AREAS), draw.digits(2))
    if country == 1:
        return draw.one(_UNITED_KINGDOM).format(draw.digits(3))
    if country == 2:
        return draw.one(_GERMANY).format(draw.digits(3))
    return f"+33 {draw.one(_FRANCE)} {draw.digits(2)} {draw.digits(2)}"


def credit_card(draw: Draw) -> str:
    """Returns a card number of a test issuer with its check digit (ISO/IEC 7812-1)."""
    prefix, length = draw.one(_TEST_ISSUERS)
    body = prefix + draw.digits(length - len(prefix) - 1)
    groups = (4, 6, 5) if length == 15 else (4, 4, 4, 4)
    return draw.one((" ", "-", "")).join(_grouped(body + _luhn_digit(body), groups))


def iban(draw: Draw) -> str:
    """Returns an IBAN with its check digits (ISO 13616)."""
    country, pattern = draw.one(_IBANS)
    body = "".join(draw.digits(1) if place == "n" else draw.one(_CAPITALS) for place in pattern)
    number = int("".join(str(int(character, 36)) for character in f"{body}{country}00"))
    return " ".join(_grouped(f"{country}{98 - number % 97:02d}{body}", (4,) * 6))


def bank_account(draw: Draw) -> str:
    """Returns an account number of twelve digits in groups of four."""
    return " ".join(_grouped("00" + draw.digits(10), (4, 4, 4)))


def ssn(draw: Draw) -> str:
    """Returns a number that the US Social Security Administration could issue."""
    area = draw.one((*range(1, 666), *range(667, 900)))
    return f"{area:03d}-{draw.between(1, 99):02d}-{draw.between(1, 9999):04d}"


def nhs_number(draw: Draw) -> str:
    """Returns an NHS number of the range for tests, which begins with 999, with its check digit (modulus 11)."""
    while True:
        body = "999" + draw.digits(6)
        check = 11 - sum(int(digit) * weight for digit, weight in zip(body, range(10, 1, -1), strict=True)) % 11
        if check != 10:
            return " ".join(_grouped(f"{body}{check % 11}", (3, 3, 4)))


def passport(draw: Draw) -> str:
    """Returns two letters and eight digits."""
    return draw.letters(_CAPITALS, 2) + draw.digits(8)


def driver_license(draw: Draw) -> str:
    """Returns a letter and fourteen digits, as Florida and Michigan write them."""
    return f"{draw.one(_CAPITALS)}{draw.digits(3)}-{draw.digits(3)}-{draw.digits(2)}-{draw.digits(3)}-{draw.digits(3)}"


def vin(draw: Draw) -> str:
    """Returns a vehicle identification number with the check digit of North America (49 CFR 565)."""
    start, end = draw.letters(_VIN_LETTERS, 7) + draw.one("ABCDEFGH"), draw.letters(_VIN_LETTERS, 3) + draw.digits(5)
    return next(f"{start}{check}{end}" for check in "0123456789X" if is_vin(f"{start}{check}{end}"))


def ip_address(draw: Draw) -> str:
    """Returns an address of the ranges for benchmarks (RFC 2544) or documentation (RFC 3849)."""
    if draw.below(2):
        return f"198.{draw.between(18, 19)}.{draw.between(100, 255)}.{draw.between(100, 255)}"
    return ":".join(["2001:db8", *(f"{draw.between(4096, 65535):x}" for _ in range(6))])


def mac_address(draw: Draw) -> str:
    """Returns a locally administered address."""
    return ":".join(["02", *(draw.letters(_HEX, 2) for _ in range(5))])


def coordinates(draw: Draw) -> str:
    """Returns latitude and longitude with five decimals, about a metre."""
    latitude, longitude = draw.between(1_000_000, 6_999_999), draw.between(1_000_000, 9_999_999)
    return f"{latitude / 1e5:.5f}, {longitude / 1e5:.5f}"


def _luhn_digit(body: str) -> str:
    doubled = [int(digit) * (2 - position % 2) for position, digit in enumerate(reversed(body))]
    return str(-sum(number - 9 if number > 9 else number for number in doubled) % 10)


def _grouped(text: str, lengths: tuple[int, ...]) -> list[str]:
    groups = []
    for length in lengths:
        groups.append(text[:length])
        text = text[length:]
    return [group for group in (*groups, text) if group]
