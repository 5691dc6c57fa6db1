"""What makes an abstraction: a phrase that says less than the value it stands for, without asking any model."""

from __future__ import annotations

from collections.abc import Callable

Generalizer = Callable[[str], str | None]
"""The abstraction of a surface form of one type; None where nothing vaguer can be said without a model."""


def band(number: float, width: int) -> tuple[int, int]:
    """The bounds of the band of that width which a number lies in, both included.

    >>> band(34, 10)
    (30, 39)
    """
    low = int(number // width) * width
    return low, low + width - 1
