"""Ages to stages of life and decades."""

from __future__ import annotations

import re
from typing import Final

_NUMBER: Final = re.compile(r"(?<![0-9.])(?P<count>[0-9]{1,3})(?![0-9])[\s-]*(?P<unit>day|week|month)?", re.IGNORECASE)
_ONES: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS: Final = {word: at for at, word in enumerate(_ONES)} | {word: 20 + 10 * at for at, word in enumerate(_TENS)}
_WORD: Final = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_STAGES: Final = ((2, "an infant"), (6, "a young child"), (13, "a child"), (20, "a teenager"))
_DECADES: Final = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")


def age(surface: str) -> str | None:
    """Returns the stage of life, or the decade of an adult's age; None if no age is found.

    >>> age("34 years old"), age("8-month-old"), age("fifteen"), age("102")
    ('somebody in their thirties', 'an infant', 'a teenager', 'somebody of a great age')
    """
    years = _years(surface)
    if years is None:
        return None
    for until, stage in _STAGES:
        if years < until:
            return stage
    decade = years // 10 - 2
    return f"somebody in their {_DECADES[decade]}" if decade < len(_DECADES) else "somebody of a great age"


def _years(surface: str) -> int | None:
    if number := _NUMBER.search(surface):
        return 0 if number["unit"] else int(number["count"])
    words = _WORD.findall(surface)
    return sum(_WORDS[word.lower()] for word in words[:2]) if words else None
