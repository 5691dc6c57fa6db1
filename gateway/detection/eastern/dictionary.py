"""Which known words begin, end or stand at a unit: common words, names, places, by the hash of their units."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag, auto
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.eastern.units import LINE, Codes

LONGEST: Final = 6  # units of a word
_FACTOR: Final = np.uint32(2654435761)
_BITS: Final = 8
_LENGTHS: Final = 3  # of words are told apart where they begin and end: one, two, more units
FLAGS: Final = _BITS * (2 * _LENGTHS + 1)

Flags = NDArray[np.float32]


class EasternClass(IntFlag):
    """The classes of a word in public lists; a word may have several."""

    WORD = auto()
    FREQUENT = auto()
    SURNAME = auto()
    GIVEN = auto()
    PERSON = auto()
    PLACE = auto()
    ORGANISATION = auto()
    TITLE = auto()


@dataclass(frozen=True)
class Dictionary:
    """The classes of words by the hash of their units, in ascending order; the words cannot be read back."""

    hashes: Codes
    classes: NDArray[np.uint8]

    def flags(self, codes: Codes) -> Flags:
        """Returns for each unit whether words of each class begin there, end there or stand over it."""
        count = len(codes)
        begins = np.zeros((count, _LENGTHS), dtype=np.uint8)
        ends, covers = begins.copy(), np.zeros(count, dtype=np.uint8)
        for length, hashed in enumerate(runs(codes), 1):
            found = self._classes(hashed)
            at = min(length, _LENGTHS) - 1
            begins[: len(found), at] |= found
            ends[length - 1 :, at] |= found
            for offset in range(length):
                covers[offset : offset + len(found)] |= found
        together = np.column_stack([begins, ends, covers])
        return np.unpackbits(together, axis=1, bitorder="little").astype(np.float32)

    def together(self, codes: Codes) -> EasternClass:
        """Returns the classes of these units as one word; none if there are too many."""
        return EasternClass(0 if len(codes) > LONGEST else int(self._classes(runs(codes)[-1])[-1]))

    def _classes(self, hashed: Codes) -> NDArray[np.uint8]:
        at = np.minimum(np.searchsorted(self.hashes, hashed), len(self.hashes) - 1)
        return np.where(self.hashes[at] == hashed, self.classes[at], 0).astype(np.uint8)


def runs(codes: Codes) -> list[Codes]:
    """Returns the hashes of all runs of one unit, of two units, and so on; no run is longer than a text.

    >>> [len(each) for each in runs(np.array([20, 21, 22], dtype=np.uint32))]
    [3, 2, 1]
    """
    made = [mixed(codes)]
    for length in range(2, min(LONGEST, len(codes)) + 1):
        made.append(mixed(made[-1][: len(codes) - length + 1] ^ codes[length - 1 :]))
    return made


def mixed(codes: Codes) -> Codes:
    """Returns numbers that differ in all bits where these differ in one."""
    once = (codes ^ (codes >> np.uint32(15))) * _FACTOR
    return np.asarray((once ^ (once >> np.uint32(13))) * np.uint32(2246822519) + np.uint32(LINE), dtype=np.uint32)
