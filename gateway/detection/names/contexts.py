"""Turns the words of a text into small numbers and joint features with their surroundings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.features import GAPS, KINDS, LINES, gap_kind, line_kind
from gateway.detection.names.words import Words

Indices = NDArray[np.int32]

_GAPS: Final = len(GAPS)
_KINDS: Final = KINDS + 1  # one more, for the places beyond either end
_SIZES: Final = (
    _KINDS * _KINDS,
    _KINDS * _KINDS,
    _GAPS * _KINDS,
    _GAPS * _KINDS,
    _GAPS * _GAPS,
    _GAPS * _GAPS,
    len(LINES) * _KINDS,
)
JOINT: Final = sum(_SIZES)  # the number of joint features
_FIRST: Final = np.cumsum((0, *_SIZES[:-1]), dtype=np.int32)


@dataclass(frozen=True, slots=True, repr=False)
class Numbered:
    """The kind of each word, of each word's line, and of each gap; there is one more gap than words."""

    kinds: Indices
    lines: Indices
    gaps: Indices


class GapKinds:
    """Caches the kinds of gaps, because texts have few different gaps."""

    _LIMIT: Final = 4096

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def of(self, gaps: Sequence[str]) -> Indices:
        """Returns the kinds of gaps, in order."""
        try:
            return self._kinds(gaps)
        except KeyError:
            if len(self._known) > self._LIMIT:
                self._known.clear()
            self._known |= {gap: gap_kind(gap) for gap in set(gaps) if gap not in self._known}
            return self._kinds(gaps)

    def _kinds(self, gaps: Sequence[str]) -> Indices:
        return np.fromiter(map(self._known.__getitem__, gaps), dtype=np.int32, count=len(gaps))


def line_kinds(text: str, words: Words) -> Indices:
    """Returns the kind of each word's line."""
    lines = text.split("\n")
    ends = list(accumulate(len(line) + 1 for line in lines))
    of_lines = np.fromiter(map(line_kind, lines), dtype=np.int32, count=len(lines))
    return np.asarray(of_lines[np.searchsorted(ends, words.starts, side="right")], dtype=np.int32)


def joint(numbered: Numbered) -> Indices:
    """Returns the joint features of each word, one row per word; all numbers are below ``JOINT``.

    They combine a word's kind with the kinds of its neighbours, with the gaps before and after it and with its line,
    and the two gaps beside it and the next two with each other.
    """
    kinds, gaps = _between(numbered.kinds, KINDS), _between(numbered.gaps, 0)
    before, own, after = kinds[:-2], kinds[1:-1], kinds[2:]
    opening, closing = gaps[1:-2], gaps[2:-1]
    features = np.empty((len(own), len(_SIZES)), dtype=np.int32)
    features[:, 0] = before * _KINDS + own
    features[:, 1] = own * _KINDS + after
    features[:, 2] = opening * _KINDS + own
    features[:, 3] = closing * _KINDS + own
    features[:, 4] = opening * _GAPS + closing
    features[:, 5] = gaps[:-3] * _GAPS + gaps[3:]
    features[:, 6] = numbered.lines * _KINDS + own
    return features + _FIRST


def _between(numbers: Indices, value: int) -> Indices:
    """Returns the numbers with ``value`` added at both ends."""
    longer = np.full(len(numbers) + 2, value, dtype=np.int32)
    longer[1:-1] = numbers
    return longer
