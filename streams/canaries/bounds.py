"""Upper bounds on a leak rate that was never observed exactly: for one look, and for looking all the time."""

from __future__ import annotations

from bisect import bisect_left
from math import inf, lgamma, log, log1p, sqrt
from typing import Final

Z: Final = 1.96
ALPHA: Final = 0.05
PRIOR: Final = 0.5
STEPS: Final = 60


def wilson_upper(leaked: int, evaluated: int, z: float = Z) -> float:
    """Returns the upper end of Wilson's score interval for a rate; 1 where nothing was evaluated.

    It covers the rate in 95 % of single looks (z = 1.96). Who looks again and again and stops at a good moment must
    take ``anytime_upper``.

    >>> wilson_upper(0, 0), round(wilson_upper(0, 10), 4), round(wilson_upper(0, 1000), 4)
    (1.0, 0.2775, 0.0038)
    """
    if evaluated == 0:
        return 1.0
    rate, square = leaked / evaluated, z * z / evaluated
    centre = rate + square / 2
    spread = z * sqrt(rate * (1 - rate) / evaluated + square / evaluated / 4)
    return min(1.0, (centre + spread) / (1 + square))


def anytime_upper(leaked: int, evaluated: int, alpha: float = ALPHA) -> float:
    """Returns an upper bound on a rate that holds at every look at once, with probability ``1 - alpha``.

    The largest rate that the beta-binomial mixture martingale does not reject: the likelihood of the counts under
    Jeffreys' prior over their likelihood under the rate stays below ``1 / alpha`` for ever with that probability
    (Ville's inequality; Howard et al., Annals of Statistics 49, 2021). 1 where nothing was evaluated.

    >>> anytime_upper(0, 0), round(anytime_upper(0, 10), 4), round(anytime_upper(0, 1000), 4)
    (1.0, 0.377, 0.007)
    """
    if evaluated in (0, leaked):
        return 1.0
    low, high = leaked / evaluated, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if _log_wealth(leaked, evaluated, middle) < -log(alpha):
            low = middle
        else:
            high = middle
    return high


def clean_needed(objective: float) -> int:
    """Returns how many canaries, none of which leaks, bring the anytime-valid bound down to this rate, above 0.

    >>> clean_needed(0.01), anytime_upper(0, 680) <= 0.01 < anytime_upper(0, 679)
    (680, True)
    """
    enough = 1
    while anytime_upper(0, enough) > objective:
        enough *= 2
    return bisect_left(range(enough), True, key=lambda clean: anytime_upper(0, clean) <= objective)


def _log_wealth(leaked: int, evaluated: int, rate: float) -> float:
    """The logarithm of what a bet against this rate has made of 1: it grows without end where the rate is wrong."""
    clean = evaluated - leaked
    mixture = _log_beta(PRIOR + leaked, PRIOR + clean) - _log_beta(PRIOR, PRIOR)
    likelihood = (leaked * log(rate) if leaked else 0.0) + (clean * log1p(-rate) if rate < 1 else -inf)
    return mixture - likelihood


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)
