"""Numbers that somebody was given, dates and amounts."""

from __future__ import annotations

import re
from typing import Final

from gateway.detection.structure.field import Written
from gateway.detection.structure.looks.forms import DIGITS, LETTERS, UNIT, without_signs

_NUMBER: Final = re.compile(r"(?![0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3})[\w /.,()（）・·+#:*-]{3,60}")
_DATE: Final = re.compile(r".*(?:\d|[〇一二三四五六七八九十元][年月日]).*")
_AMOUNT: Final = re.compile(
    r".{0,16}(?:\d|[〇一二三四五六七八九十百千][百千万萬円元塊块]|[일이삼사오육칠팔구십백천][십백천만]).{0,24}"
)


def number(value: str, written: Written) -> bool:
    """Returns whether it may be a number that somebody was given: a digit, no sentence, no code."""
    value = without_signs(value)
    digits = len(DIGITS.findall(value))
    return (
        3 <= digits <= 40
        and _NUMBER.fullmatch(value) is not None
        and len(LETTERS.findall(value)) <= 4 + 2 * digits
        and not UNIT.fullmatch(value)
    )


def card(value: str, written: Written) -> bool:
    """Returns whether it may be the number of a card: twelve digits or more."""
    return 12 <= len(DIGITS.findall(value)) <= 19 and len(value) <= 30 and not LETTERS.search(value)


def date(value: str, written: Written) -> bool:
    """Returns whether it may be a date: a digit, and no unit of time."""
    return len(value) <= 40 and bool(_DATE.fullmatch(value)) and not UNIT.fullmatch(value) and len(value) > 3


def date_part(value: str, written: Written) -> bool:
    """Returns whether it may be the year, the month or the day of a date."""
    return value.isdigit() and len(value) <= 4


def amount(value: str, written: Written) -> bool:
    """Returns whether it has a digit and little else."""
    return len(value) <= 40 and _AMOUNT.fullmatch(value) is not None


def paid(value: str, written: Written) -> bool:
    """Returns whether it is an amount in a cell; in JSON and code an amount is mostly that of an order or a test."""
    return written is Written.PLAIN and amount(value, written)
