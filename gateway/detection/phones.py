"""Decides which digits may be a telephone number, by the numbering plans in ``phonenumbers``.

With a leading ``+``, a possible number is enough. Fictional and reserved numbers are not valid, but look like people's
numbers.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

import phonenumbers

from gateway.detection.recognizer import Extent

_DIGIT_GROUP: Final = re.compile(r"\d+")
_SHORTEST: Final = 7
_LONGEST: Final = 15  # E.164
_DATES: Final = re.compile(
    r"\D*(?:(?:19|20)\d\d\D{1,3}(?:0?[1-9]|1[0-2])\D{1,3}[0-3]?\d(?!\d)"
    r"|[0-3]?\d\D{1,3}[0-3]?\d\D{1,3}(?:19|20)\d\d(?!\d)"
    r"|(?:0?[1-9]|1[0-2])[/.](?:19|20)\d\d(?!\d)"
    r"|(?:19|20)\d\d\D{1,3}(?:19|20)\d\d$)"
)
# Countries where nine digits in groups of three are more often a telephone number than an amount.
_NINE_DIGIT_REGIONS: Final = ("ES", "PT", "PL")


def international(candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of the longest possible number at the start of a run that begins with ``+``, 00 or 011.

    >>> international("+1 415 555 0123 12"), international("+999 123")
    (((0, 15),), ())
    """
    ends = [match.end() for match in _DIGIT_GROUP.finditer(candidate)]
    for end in reversed(ends):
        if _is_possible(_with_plus(candidate[:end])):
            return ((0, end),)
    return ()


def without_plus(candidate: str) -> bool:
    """Returns whether bare digits are a valid number if a ``+`` is put before them.

    >>> without_plus("442079460958"), without_plus("4006381333931")
    (True, False)
    """
    return _is_valid("+" + candidate, None)


def in_threes(candidate: str) -> bool:
    """Returns whether nine digits are a valid number of a country with numbers in groups of three.

    >>> in_threes("612 345 678"), in_threes("112 345 678")
    (True, False)
    """
    return any(_is_valid(candidate, region) for region in _NINE_DIGIT_REGIONS)


def is_long_enough(candidate: str) -> bool:
    """Returns whether a candidate has 8 to 15 digits, like a number with an area code, and does not start with a date.

    >>> is_long_enough("(08) 8747 6301"), is_long_enough("01.02.2024 1030"), is_long_enough("01 23 45")
    (True, False, False)
    """
    return _digit_count(candidate) > _SHORTEST and is_dialled(candidate)


def is_dialled(candidate: str) -> bool:
    """Returns whether a candidate beside a word for telephone has 7 to 15 digits and is not a date.

    >>> is_dialled("467 3395"), is_dialled("2024-01-15"), is_dialled("2019-2024")
    (True, False, False)
    """
    return _SHORTEST <= _digit_count(candidate) <= _LONGEST and _DATES.match(candidate) is None


def _digit_count(candidate: str) -> int:
    return sum(map(str.isdigit, candidate))


def _with_plus(candidate: str) -> str:
    """Returns ``+`` and the digits after the international prefix, without a trunk ``(0)``."""
    digits = "".join(filter(str.isdigit, candidate.replace("(0)", "").replace("%2B", "+")))
    if "+" not in candidate and "%2B" not in candidate and "＋" not in candidate:
        digits = digits.removeprefix("011" if digits.startswith("011") else "00")
    return "+" + digits


def _is_possible(number: str) -> bool:
    """Returns whether a plus sign and digits are a possible number of a country."""
    country = next((number[1:end] for end in (2, 3, 4) if number[1:end] in _countries()), "")
    if not country or not number.isascii():
        return _is_parsed_and_possible(number)
    plan = _plan(int(country))
    own = number[1 + len(country) :]
    # A prefix that is dialled inside of the country only is left to the library: what it leaves out varies.
    if plan.prefix is not None and plan.prefix.match(own):
        return _is_parsed_and_possible(number)
    return len(own) in plan.lengths


class _Plan(NamedTuple):
    """How many digits the numbers of a country have, and what may be dialled before them inside of it."""

    lengths: frozenset[int]
    prefix: re.Pattern[str] | None


@cache
def _countries() -> frozenset[str]:
    return frozenset(map(str, phonenumbers.COUNTRY_CODE_TO_REGION_CODE))


@cache
def _plan(country: int) -> _Plan:
    region = phonenumbers.region_code_for_country_code(country)
    metadata = phonenumbers.PhoneMetadata.metadata_for_region_or_calling_code(country, region)
    assert metadata is not None
    numbers, prefix = metadata.general_desc, metadata.national_prefix_for_parsing
    assert numbers is not None
    lengths = frozenset({*numbers.possible_length, *numbers.possible_length_local_only})
    return _Plan(lengths, re.compile(prefix) if prefix else None)


def _is_parsed_and_possible(number: str) -> bool:
    try:
        return phonenumbers.is_possible_number(phonenumbers.parse(number))
    except phonenumbers.NumberParseException:
        return False


def _is_valid(number: str, region: str | None) -> bool:
    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(number, region))
    except phonenumbers.NumberParseException:
        return False
