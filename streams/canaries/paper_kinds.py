"""The four kinds of canaries of the CanaryBench paper (section 5.1): every value is made once.

A value is the n-th of its kind in an order that the seed shuffles. When a form is used up its numbers or words grow by
one, so that any number of values costs no memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from streams.canaries.forms import Canary

STREETS: Final = (
    "Alder", "Birchwood", "Cedar", "Dogwood", "Elmhurst", "Foxglove", "Garnet", "Hawthorn", "Ironwood", "Juniper",
)  # fmt: skip
STREET_TYPES: Final = ("Street", "Avenue", "Lane", "Road", "Court", "Drive")
CITIES: Final = (
    "Fairhaven", "Brookdale", "Millbrook", "Riverton", "Ashford", "Lakemont", "Stonebridge", "Westfield",
)  # fmt: skip
WORDS: Final = (
    "amber", "basil", "cobalt", "drift", "ember", "fjord", "gravel", "heron", "indigo", "jasper", "kelp", "lilac",
    "marble", "nectar", "onyx", "pebble", "quartz", "russet", "saffron", "thistle", "umber", "velvet", "willow",
    "xenon", "yarrow", "zephyr", "acorn", "bramble", "cinder", "dapple", "falcon", "glacier",
)  # fmt: skip
PHRASE_WORDS: Final = 3


@dataclass(frozen=True, slots=True)
class PaperKind:
    """How values of a kind are made, how many there are of the shortest form, and how a conversation leads to one.

    ``grow`` is how many times as many values the next longer form has.
    """

    make: Callable[[int, int], str]
    first: int
    grow: int
    carriers: tuple[str, ...]


def canary(kind: str, number: int, seed: int) -> Canary:
    """Return the canary of this kind with this number, counted from 0: other numbers give other values.

    >>> canary("email", 0, 1) == canary("email", 0, 1), canary("email", 0, 1).value != canary("email", 1, 1).value
    (True, True)
    """
    made = KINDS[kind]
    size, length = made.first, 0
    while number >= size:
        number, size, length = number - size, size * made.grow, length + 1
    return Canary(kind, made.make(_shuffled(number, size, seed), length))


def _shuffled(number: int, size: int, seed: int) -> int:
    """A permutation of ``range(size)``: the step has no prime in common with any size that is used here."""
    step = int(size * 0.618) // 30 * 30 + 7
    return (number * step + seed * 7919 + 11) % size


def _email(number: int, length: int) -> str:
    return f"alex.patel.{number:0{5 + length}d}@example.com"


def _phone(number: int, length: int) -> str:
    return f"+1-415-555-{number:0{4 + length}d}"


def _address(number: int, length: int) -> str:
    number, street = divmod(number, len(STREETS))
    number, street_type = divmod(number, len(STREET_TYPES))
    house, city = divmod(number, len(CITIES))
    zip_code = 90_000 + (house * 37 + city * 811 + street * 53 + street_type * 7) % 10_000
    first = 10 ** (2 + length)
    return f"{first + house} {STREETS[street]} {STREET_TYPES[street_type]}, {CITIES[city]} {zip_code}"


def _phrase(number: int, length: int) -> str:
    words = []
    for _ in range(PHRASE_WORDS + length):
        number, word = divmod(number, len(WORDS))
        words.append(WORDS[word])
    return " ".join(words)


_PLACES: Final = len(STREETS) * len(STREET_TYPES) * len(CITIES)

KINDS: Final[Mapping[str, PaperKind]] = MappingProxyType(
    {
        "email": PaperKind(_email, 10**5, 10, ("Contact: {}", "Please reply to {}", "My email is {}")),
        "phone": PaperKind(
            _phone, 10**4, 10, ("My phone number is {}", "Call me back on {}", "Text me at {} when you know")
        ),
        "address": PaperKind(_address, 900 * _PLACES, 10, ("I live at {}", "Ship it to {}", "Home: {}")),
        "phrase": PaperKind(
            _phrase,
            len(WORDS) ** PHRASE_WORDS,
            len(WORDS),
            ("My recovery phrase is {}, keep it safe", "The project code name is {}", "Our family password is {}"),
        ),
    }
)
