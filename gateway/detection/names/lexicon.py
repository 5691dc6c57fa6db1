"""Which classes a word belongs to: first name, city, how frequent it is … by public lists, kept as hashes."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from enum import IntFlag, auto
from functools import cached_property
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray


class WordClass(IntFlag):
    """What public lists say about a lower-cased word; a word may be several."""

    FIRST_NAME = auto()
    LAST_NAME = auto()
    CITY = auto()
    COUNTRY = auto()
    REGION = auto()
    NATIONALITY = auto()
    OCCUPATION = auto()
    TITLE = auto()
    ORGANISATION = auto()
    STREET = auto()
    MONTH = auto()
    DAY = auto()
    NUMBER = auto()
    KIN = auto()
    HEALTH = auto()
    RELIGION = auto()
    STUDY = auto()
    PERIOD = auto()
    BRAND = auto()
    FOREIGN = auto()  # frequent in another European language than English, and nothing of the above


_NAMING: Final = (
    WordClass.CITY
    | WordClass.COUNTRY
    | WordClass.REGION
    | WordClass.NATIONALITY
    | WordClass.MONTH
    | WordClass.DAY
    | WordClass.PERIOD
    | WordClass.NUMBER
    | WordClass.BRAND
)
_RARE: Final = 10  # on the Zipf scale in halves: above it a first name is as often another word
CLASS_BITS: Final = 0xFFFFFF
FREQUENCY_SHIFT: Final = 24


@dataclass(frozen=True)
class Lexicon:
    """Classes and frequency of words, by 64-bit hashes in ascending order: no list can be read back from it.

    ``entries`` holds the classes in its lower 24 bits and the frequency (Zipf scale, 0 for unlisted) above them.
    """

    hashes: NDArray[np.uint64]
    entries: NDArray[np.uint32]

    def entry(self, word: str) -> int:
        """The entry of a lower-cased word, 0 if it is in no list."""
        wanted = hash_of(word)
        at = bisect_left(self._ascending, wanted)
        return int(self.entries[at]) if at < len(self._ascending) and self._ascending[at] == wanted else 0

    def may_name(self, form: str) -> bool:
        """Whether lists or digits say that a word may name something, so that to find it is no junk."""
        entry = self.entry(form.lower())
        is_name = bool(entry & WordClass.FIRST_NAME) and entry >> FREQUENCY_SHIFT <= _RARE
        return form[0].isdigit() or is_name or bool(entry & _NAMING)

    @cached_property
    def _ascending(self) -> memoryview[int]:
        return memoryview(self.hashes)  # type: ignore[arg-type]  # an array is a buffer


def hash_of(word: str) -> int:
    """A stable 64-bit hash of a word.

    >>> hash_of("ann") == hash_of("ann"), hash_of("ann") < 2**64
    (True, True)
    """
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
