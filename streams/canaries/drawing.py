"""Drawing from a seeded generator that is passed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

choice = TypeVar("choice")


class Chance(Protocol):
    """A generator of numbers, such as ``random.Random``."""

    def random(self) -> float:
        """Returns a number from 0 up to, but not including, 1."""
        ...


class Draw:
    """Draws with a generator: the same state of it gives the same draws."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def below(self, end: int) -> int:
        """Returns a whole number from 0 up to, but not including, ``end``."""
        return int(end * self._chance.random())

    def between(self, first: int, last: int) -> int:
        """Returns a whole number from ``first`` to ``last``."""
        return first + self.below(last - first + 1)

    def one(self, choices: Sequence[choice]) -> choice:
        """Returns one of the choices."""
        return choices[self.below(len(choices))]

    def some(self, choices: Sequence[choice], count: int) -> list[choice]:
        """Returns that many different ones of the choices, in any order."""
        left = list(choices)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def weighted(self, weights: Mapping[choice, float]) -> choice:
        """Returns one of the keys, each as often as it weighs; never one that weighs nothing."""
        heavy = {key: weight for key, weight in weights.items() if weight > 0}
        left = sum(heavy.values()) * self._chance.random()
        for key, weight in heavy.items():
            left -= weight
            if left < 0:
                return key
        return next(reversed(heavy))

    def digits(self, count: int) -> str:
        """Returns that many digits."""
        return f"{self.below(10**count):0{count}d}" if count < 16 else self.letters("0123456789", count)

    def letters(self, alphabet: str, count: int) -> str:
        """Returns that many letters of the alphabet."""
        return "".join(self.one(alphabet) for _ in range(count))
