"""What is the same in all languages: numbers, dates, and words drawn from lists."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from lab.training.eastern.lists import Pools


class Values(ABC):
    """Makes up values for slots from the lists of a language; the same random numbers make the same values."""

    dates: Sequence[str]
    space = ""  # between words
    stops: Sequence[str] = ("。", "，", "、", "？", "")

    def __init__(self, pools: Pools, random: Random) -> None:
        self.pools = pools
        self.random = random

    def value(self, slot: str) -> str:
        """Returns a value for a slot."""
        if slot in ("num", "date", "time", "phone", "email"):
            return self._written(slot)
        if slot == "word":
            return self.often("clean")
        return self.drawn(slot) if slot in ("job", "brand") else self.own(slot, self.random.random())

    def own(self, slot: str, one: float) -> str:
        """Returns a value for a slot that each language fills in its own way; ``one`` is a random number below 1."""
        values = {
            "name": self.name,
            "surname": self.surname,
            "given": self.given,
            "foreign": self.foreign,
            "place": self.place,
            "address": self.address,
            "org": self.organisation,
        }
        return values[slot](one)

    def drawn(self, kind: str) -> str:
        """Returns a word of a list."""
        return self.random.choice(self.pools[kind])

    def often(self, kind: str) -> str:
        """Returns a word of a list, one near its beginning more often."""
        pool = self.pools[kind]
        return pool[int(len(pool) * self.random.random() ** 3)]

    def frequent(self, kind: str) -> str:
        """Returns a word of a list as often as it occurs, by Zipf's law."""
        pool = self.pools[kind]
        return pool[int(len(pool) ** self.random.random()) - 1]

    def any(self, *choices: str) -> str:
        """Returns one of several values."""
        return self.random.choice(choices)

    def digits(self, count: int) -> str:
        """Returns so many digits."""
        return f"{self.random.randrange(10**count):0{count}}"

    @abstractmethod
    def name(self, one: float) -> str:
        """Returns a person's full name."""

    def surname(self, one: float) -> str:
        """Returns a surname."""
        return self.often("surname")

    @abstractmethod
    def given(self, one: float) -> str:
        """Returns a given name or a pet name."""

    @abstractmethod
    def foreign(self, one: float) -> str:
        """Returns a name from abroad, as the language writes it."""

    @abstractmethod
    def place(self, one: float) -> str:
        """Returns a country, a city, a district."""

    @abstractmethod
    def address(self, one: float) -> str:
        """Returns a street address."""

    @abstractmethod
    def organisation(self, one: float) -> str:
        """Returns a company, a school, an office."""

    def _written(self, slot: str) -> str:
        random = self.random
        if slot == "num":
            return str(random.randint(1, 99 if random.random() < 0.85 else 9999))
        if slot == "time":
            return f"{random.randint(0, 23)}:{random.randint(0, 59):02}"
        if slot == "phone":
            return f"0{random.randint(10, 99)}-{random.randint(1000, 9999)}-{self.digits(4)}"
        return self._date() if slot == "date" else f"user{self.digits(3)}@example.com"

    def _date(self) -> str:
        year, month, day = self.random.randint(1950, 2029), self.random.randint(1, 12), self.random.randint(1, 28)
        return self.random.choice(self.dates).format(y=year, m=month, d=day)
