"""Keeps what a model makes of single words, for the texts to come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

CACHED: Final = 32_768  # words
NO_WORD: Final = ""  # the form of what stands between two texts

Arrays = tuple[NDArray[Any], ...]


class WordCache:
    """A cache of words' rows in some arrays, which does not change results; it is cleared when full.

    ``of_words`` returns the arrays of some words, with a row for each; ``blank`` are the rows of ``NO_WORD``, without
    their first axis. Safe to share between threads.
    """

    def __init__(self, of_words: Callable[[list[str]], Arrays], blank: Arrays, capacity: int) -> None:
        self._of_words = of_words
        self._capacity = capacity
        self._rows = {NO_WORD: 0}
        self._arrays = tuple(np.empty((1 + capacity, *each.shape), dtype=each.dtype) for each in blank)
        for array, each in zip(self._arrays, blank, strict=True):
            array[0] = each
        self._lock = Lock()

    def of(self, forms: Sequence[str]) -> Arrays:
        """Returns the arrays with a row for each of these words, in order."""
        blocks = [self._block(forms[at : at + self._capacity]) for at in range(0, max(1, len(forms)), self._capacity)]
        return blocks[0] if len(blocks) == 1 else tuple(map(np.concatenate, zip(*blocks, strict=True)))

    def _block(self, forms: Sequence[str]) -> Arrays:
        with self._lock:
            try:
                rows = self._rows_of(forms)
            except KeyError:
                self._remember(set(forms))
                rows = self._rows_of(forms)
            return tuple(array[rows] for array in self._arrays)

    def _rows_of(self, forms: Sequence[str]) -> NDArray[np.intp]:
        return np.fromiter(map(self._rows.__getitem__, forms), dtype=np.intp, count=len(forms))

    def _remember(self, forms: set[str]) -> None:
        missing = [form for form in forms if form not in self._rows]
        if len(self._rows) + len(missing) > 1 + self._capacity:
            self._rows = {NO_WORD: 0}
            missing = [form for form in forms if form != NO_WORD]
        first = len(self._rows)
        rows = range(first, first + len(missing))
        for array, made in zip(self._arrays, self._of_words(missing), strict=True):
            array[first : rows.stop] = made
        self._rows.update(zip(missing, rows, strict=True))
