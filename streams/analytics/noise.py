"""Noise for counts that are released, exact and drawn once, and the budget that it is accounted in.

**What is guaranteed.** For one release of a window: the noisy counts of all its clusters together are ε-differentially
private where neighbours differ in all conversations of one contributor in that window. At most c of them count, so one
contributor changes the numbers of conversations by c in sum, and the numbers of contributors by c in sum: the
sensitivity of all counts together is 2c, and discrete Laplace noise of scale 2c/ε gives ε (Ghosh, Roughgarden,
Sundararajan, 2009). Over several releases the ε of each add up; the budget refuses what would exceed its limit.

**What is not.** The guarantee takes the clusters as given, though a contributor's texts move centres a little. The
gate's decision, terms, rounded shares and languages come from exact counts: they are protected by k, not by noise. A
person has another hash in each window, so the sum over windows is a bound for whoever is in all of them. That noise is
a keyed pseudo-random function makes it computational: whoever has the key can subtract it.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from types import MappingProxyType
from typing import Final

from streams.analytics.tally import MOST_CONVERSATIONS

SHORTEST_KEY: Final = 32


class BudgetSpent(ValueError):
    """A release would cost more than what is left of the budget."""


def laplace_scale(epsilon: Fraction, most_conversations: int = MOST_CONVERSATIONS) -> Fraction:
    """Returns the scale that makes all counts of a window together ε-differentially private.

    >>> laplace_scale(Fraction(1), 3)
    Fraction(6, 1)
    """
    return 2 * most_conversations / epsilon


class Statistic(StrEnum):
    """What is counted of a cluster and released with noise."""

    CONTRIBUTORS = "contributors"
    CONVERSATIONS = "conversations"


Release = tuple[int, int]
"""A window, and which release of it: 0, then 1 for the first republication …"""


@dataclass(frozen=True, slots=True, repr=False)
class Noise:
    """The noise of one release: the same for the same key, release, cluster, statistic and count, so also in a retry.

    The count is part of what the noise depends on: where a retry counts otherwise, its noise is another one, and the
    difference of the two tells nothing exact.
    """

    key: bytes
    scale: Fraction
    release: Release

    def noisy_count(self, cluster: int, statistic: Statistic, count: int) -> int:
        """Returns the count with discrete Laplace noise; it may be negative.

        >>> Noise(bytes(32), Fraction(6), (0, 0)).noisy_count(7, Statistic.CONTRIBUTORS, 40)
        60
        """
        label = (*self.release, cluster, statistic.value, count)
        return count + discrete_laplace(self.scale, RandomBits(self.key, label))

    def __repr__(self) -> str:
        return f"Noise(release={self.release}, scale={self.scale})"


class RandomBits:
    """Uniform integers from HMAC-SHA256 in counter mode: the same key and label give the same integers."""

    def __init__(self, key: bytes, label: tuple[int | str, ...]) -> None:
        """``key`` has at least 32 bytes."""
        if len(key) < SHORTEST_KEY:
            raise ValueError(f"the noise key must have at least {SHORTEST_KEY} bytes")
        self._key = key
        self._label = json.dumps(label).encode()
        self._blocks = 0
        self._pool = 0
        self._bits = 0

    def below(self, bound: int) -> int:
        """Returns an integer from 0 to ``bound`` - 1, all equally probable."""
        bits = (bound - 1).bit_length()
        while (drawn := self._take(bits)) >= bound:
            pass
        return drawn

    def _take(self, bits: int) -> int:
        while self._bits < bits:
            block = hmac.digest(self._key, self._blocks.to_bytes(8) + self._label, sha256)
            self._pool |= int.from_bytes(block) << self._bits
            self._blocks += 1
            self._bits += 8 * len(block)
        drawn = self._pool & ((1 << bits) - 1)
        self._pool >>= bits
        self._bits -= bits
        return drawn


def discrete_laplace(scale: Fraction, bits: RandomBits) -> int:
    """Returns an integer n with probability proportional to exp(-abs(n) / scale), without rounding.

    Canonne, Kamath, Steinke (2020), algorithm 2: only integers are drawn and compared.

    >>> [discrete_laplace(Fraction(6), RandomBits(bytes(32), (draw,))) for draw in range(5)]
    [-9, 7, -8, 0, -5]
    """
    numerator, denominator = scale.numerator, scale.denominator
    while True:
        fine = bits.below(numerator)
        if not _bernoulli_exp(fine, numerator, bits):
            continue
        coarse = 0
        while _bernoulli_exp(1, 1, bits):
            coarse += 1
        magnitude = (fine + numerator * coarse) // denominator
        negative = bits.below(2) == 1
        if not (negative and magnitude == 0):
            return -magnitude if negative else magnitude


def _bernoulli_exp(numerator: int, denominator: int, bits: RandomBits) -> bool:
    """Returns True with probability exp(-numerator / denominator), for a quotient up to 1 (algorithm 1)."""
    trials = 1
    while bits.below(denominator * trials) < numerator:
        trials += 1
    return trials % 2 == 1


@dataclass(frozen=True, slots=True)
class Budget:
    """The ε spent by release, and the most that the windows of a period may cost together.

    ``limit`` holds for any windows that start within ``period``, in the unit of windows; over longer times losses add
    up beyond it.
    """

    limit: Fraction
    period: int
    spent: Mapping[Release, Fraction] = field(default_factory=lambda: MappingProxyType({}))

    def left(self, window: int) -> Fraction:
        """Returns what may still be spent on a window.

        >>> Budget(Fraction(2), 100, {(0, 0): Fraction(1), (50, 0): Fraction(1, 2)}).left(100)
        Fraction(3, 2)
        """
        return self.limit - sum(cost for (start, _), cost in self.spent.items() if abs(window - start) < self.period)

    def affords(self, release: Release, epsilon: Fraction) -> bool:
        """Returns whether a release may be made; one that was paid for may be made again."""
        return release in self.spent or epsilon <= self.left(release[0])

    def charged(self, release: Release, epsilon: Fraction) -> Budget:
        """Returns the budget after a release, which costs once; raises BudgetSpent if it is not afforded."""
        if not self.affords(release, epsilon):
            raise BudgetSpent("this release would cost more than the privacy budget has left for its period")
        return Budget(self.limit, self.period, {release: epsilon, **self.spent})
