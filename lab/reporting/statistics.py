"""Means and their confidence intervals over a few seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Final

# Student's t, two-sided 95 %, by degrees of freedom; from 30 on the normal's is close enough.
_T: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045,
)  # fmt: skip
_NORMAL: Final = 1.960


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the interval that it may lie in; both ends equal it where there is none."""

    value: float
    low: float
    high: float


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean with its 95 % t-interval over seeds; one value has no interval.

    >>> estimate([1.0, 3.0])
    Estimate(value=2.0, low=-10.706, high=14.706)
    """
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, mean, mean)
    freedom = len(values) - 1
    half = (_T[freedom - 1] if freedom <= len(_T) else _NORMAL) * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - half, mean + half)


def rate(part: int, whole: int) -> Estimate:
    """Return a share with its 95 % Wilson interval: 0 of 10 is not surely 0, and 0 of 0 may be anything from 0 to 1.

    >>> [round(each, 3) for each in (rate(0, 10).low, rate(0, 10).high, rate(0, 0).high)]
    [0.0, 0.278, 1.0]
    """
    if not whole:
        return Estimate(0.0, 0.0, 1.0)
    share, spread = part / whole, _NORMAL**2 / whole
    centre = (share + spread / 2) / (1 + spread)
    half = _NORMAL * sqrt(share * (1 - share) / whole + spread / (4 * whole)) / (1 + spread)
    return Estimate(share, max(0.0, centre - half), min(1.0, centre + half))
