"""Sums of money to ranges, other numbers to round ones."""

from __future__ import annotations

import re
from math import floor, log10
from typing import Final

_NUMBER: Final = re.compile(
    r"(?<![0-9])(?P<whole>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})(?P<part>\.[0-9]{1,4})?"
    r"\s*(?P<scale>k|m|mn|bn|b|thousand|million|billion)?(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_SCALES: Final = {"k": 3, "thousand": 3, "m": 6, "mn": 6, "million": 6, "b": 9, "bn": 9, "billion": 9}
_CURRENCY: Final = re.compile(
    r"[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|Rs|dollars?|euros?|pounds?|francs?|yen|rupees?)\b", re.IGNORECASE
)
_STEPS: Final = (1, 2, 5, 10)


def amount(surface: str) -> str | None:
    """Returns the range, in steps of 1, 2, 5 and 10, of a sum of money; None if no sum is found.

    >>> amount("$72,500"), amount("1.5K euros"), amount("a lot")
    ('between 50,000 and 100,000 dollars', 'between 1,000 and 2,000 euros', None)
    """
    value = _value(surface)
    if value is None or value <= 0:
        return None
    low, high = _range(value)
    return f"between {low:,} and {high:,}{_currency(surface)}"


def quantity(surface: str) -> str | None:
    """Returns what is counted with the number rounded to one digit, or with "some" if that changes nothing, or None.

    >>> quantity("5,214 cows"), quantity("cows")
    ('about 5,000 cows', None)
    """
    match, value = _NUMBER.search(surface), _value(surface)
    if match is None or value is None or value < 10:
        return None
    power = 10 ** floor(log10(value))
    rounded = int(value / power + 0.5) * power
    phrase = f"about {rounded:,}{surface[match.end() :]}"
    return phrase if rounded != value else f"some{surface[match.end() :]}" if surface[match.end() :].strip() else None


def grade(surface: str) -> str | None:
    """Returns whether a grade point average is high, good or fair; None if none is found.

    >>> grade("GPA: 3.95"), grade("2.4/4.0")
    ('a high grade average', 'a fair grade average')
    """
    value = _value(surface)
    if value is None or not 0 <= value <= 4:
        return None
    return "a high grade average" if value >= 3.5 else "a good grade average" if value >= 3 else "a fair grade average"


def _value(surface: str) -> float | None:
    match = _NUMBER.search(surface)
    if match is None:
        return None
    number = float(match["whole"].replace(",", "") + (match["part"] or ""))
    return number * float(10 ** _SCALES.get((match["scale"] or "").lower(), 0))


def _range(value: float) -> tuple[int, int]:
    """Returns the steps around a value, including the lower one; at least 10 wide, as less would disclose the value."""
    power = 10 ** max(1, floor(log10(value)))
    if value < power:
        return 0, power
    low = max(step for step in _STEPS if step * power <= value)
    high = next(step for step in _STEPS if step > low) if low < _STEPS[-1] else 2 * low
    return low * power, high * power


def _currency(surface: str) -> str:
    symbols = {"$": "dollars", "€": "euros", "£": "pounds", "¥": "yen", "₹": "rupees", "usd": "dollars", "eur": "euros"}
    found = _CURRENCY.search(surface)
    if found is None:
        return ""
    word = found[0].lower()
    return f" {symbols.get(word, found[0] if found[0].isupper() else word)}"
