"""Decides which numbers can be a date."""

from __future__ import annotations

import re
from typing import Final

_NUMBERS: Final = re.compile(r"\d+")


def holds_date(candidate: str) -> bool:
    """Returns whether the first three numbers can be a day, a month and a year, in any usual order.

    >>> holds_date("2024-02-30"), holds_date("31/12/1999"), holds_date("12/31/99"), holds_date("20/20/2020")
    (True, True, True, False)
    """
    numbers = [int(number) for number in _NUMBERS.findall(candidate)[:3]]
    day_and_month = numbers[1:] if numbers[0] > 31 else numbers[:2]
    return all(1 <= number <= 31 for number in day_and_month) and any(number <= 12 for number in day_and_month)
