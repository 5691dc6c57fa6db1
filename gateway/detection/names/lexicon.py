"""The classes (first name, city, …) and the frequency of words from public lists, stored by hash."""

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
    """The classes of a lower-cased word in public lists; a word may have several."""

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
    FOREIGN = auto()  # frequent in a European language other than English, and in no other class


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
_RARE: Final = 10  # in half steps of the Zipf scale: a more frequent first name is as often another word
CLASS_BITS: Final = 0xFFFFFF
FREQUENCY_SHIFT: Final = 24


@dataclass(frozen=True)
class Lexicon:
    """The classes and frequency of words by 64-bit hash, in ascending order; the words cannot be read back.

    ``entries`` have the classes in the lower 24 bits and the frequency above: half steps of the Zipf scale, 0 if
    unlisted.
    """

    hashes: NDArray[np.uint64]
    entries: NDArray[np.uint32]

    def entry(self, word: str) -> int:
        """Returns the entry of a lower-cased word, or 0 if it is not listed."""
        wanted = hash_of(word)
        at = bisect_left(self._ascending, wanted)
        return int(self.entries[at]) if at < len(self._ascending) and self._ascending[at] == wanted else 0

    def may_name(self, form: str) -> bool:
        """Returns whether a word may be a name, by the lists or because it starts with a digit."""
        entry = self.entry(form.lower())
        is_name = bool(entry & WordClass.FIRST_NAME) and entry >> FREQUENCY_SHIFT <= _RARE
        return form[0].isdigit() or is_name or bool(entry & _NAMING)

    @cached_property
    def _ascending(self) -> memoryview[int]:
        return memoryview(self.hashes)  # type: ignore[arg-type]  # an array is a buffer


def hash_of(word: str) -> int:
    """Returns a stable 64-bit hash of a word.

    >>> hash_of("ann") == hash_of("ann"), hash_of("ann") < 2**64
    (True, True)
    """
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
