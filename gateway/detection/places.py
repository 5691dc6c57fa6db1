"""Decides which numbers are degrees of latitude and longitude."""

from __future__ import annotations

import re
from typing import Final

_NUMBERS: Final = re.compile(r"\d+\.\d+")


def on_earth(candidate: str) -> bool:
    """Returns whether a latitude is at most 90 and a longitude at most 180 degrees; a single number, at most 180.

    >>> on_earth("48.8584, 2.2945"), on_earth("91.0000, 2.0000"), on_earth("0.1234, 0.5678")
    (True, False, False)
    """
    degrees = [float(number) for number in _NUMBERS.findall(candidate)]
    is_fraction = len(degrees) > 1 and all(each < 1 for each in degrees)  # such as weights and shares
    return not is_fraction and degrees[0] <= (90 if len(degrees) > 1 else 180) and degrees[-1] <= 180
