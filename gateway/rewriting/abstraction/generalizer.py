"""The type of functions that make abstractions without a model."""

from __future__ import annotations

from collections.abc import Callable

Generalizer = Callable[[str], str | None]
"""Returns the abstraction of a surface form of one type; None if there is none without a model."""


def band(number: float, width: int) -> tuple[int, int]:
    """Returns the bounds of the band of that width that a number lies in, both included.

    >>> band(34, 10)
    (30, 39)
    """
    low = int(number // width) * width
    return low, low + width - 1
