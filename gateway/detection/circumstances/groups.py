"""Groups of words that tell alike, in many languages: what a word that training seldom met is known by."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from gateway.detection.circumstances.surroundings import Rows


@dataclass(frozen=True, repr=False)
class WordGroups:
    """Tells the group of a word by a hash of its spelling, so that no word takes more than a few bytes.

    ``hashes`` are in order, and ``groups`` has the number of the group of each, from one on. Of words in no group, one
    in ten thousand is taken for one in some group.
    """

    hashes: NDArray[np.uint32]
    groups: NDArray[np.uint16]

    @classmethod
    def of(cls, groups: Mapping[str, int]) -> WordGroups:
        """Returns the groups of words, which are spelled as tables have them."""
        by_hash = {_hashed(word): group for word, group in groups.items()}
        hashes = np.array(sorted(by_hash), dtype=np.uint32)
        return cls(hashes, np.array([by_hash[each] for each in hashes.tolist()], dtype=np.uint16))

    def rows(self, words: Sequence[Sequence[str]]) -> Rows:
        """Returns for each word, given as its spellings, the group of the first one in any; 0 for a word in none.

        >>> WordGroups.of({"ill": 1, "nurse": 7}).rows([["nurse"], ["x"], ["was ill", "ill"]]).tolist()
        [7, 0, 1]
        """
        hashes = np.array([*map(_hashed, chain.from_iterable(words))], dtype=np.uint32)
        found = iter(self._found(hashes).tolist())
        of_words = ([next(found) for _ in each] for each in words)
        return np.array([next(filter(None, each), 0) for each in of_words], dtype=np.intp)

    def _found(self, hashes: NDArray[np.uint32]) -> NDArray[np.uint16]:
        if not len(self.hashes):
            return np.zeros(len(hashes), dtype=np.uint16)
        places = np.searchsorted(self.hashes, hashes) % len(self.hashes)
        return np.where(self.hashes[places] == hashes, self.groups[places], np.uint16(0))


def _hashed(word: str) -> int:
    return zlib.crc32(word.encode(errors="replace"))
