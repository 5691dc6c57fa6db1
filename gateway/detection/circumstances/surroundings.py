"""What is told around a word: of the pieces of its paragraph that are near, the mean and the most of each unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.sequences import Floats

Rows = NDArray[np.intp]
Units = NDArray[Any]

PIECE: Final = 16  # words
NEAR: Final = 6  # pieces on either side
_FINENESS: Final = 4  # a mean is a whole number of quarters, so that products of it are exact


@dataclass(frozen=True, repr=False)
class ParagraphPieces:
    """Paragraphs in pieces of sixteen words, the last of each maybe shorter.

    ``starts`` are their first words, and ``of_words`` is the piece of each word. ``words`` has a row for each piece:
    its words; one past the last word stands for none. ``near`` has one as well: itself and the six pieces on either
    side, as far as its paragraph has them, from ``first`` to ``last``; one past the last piece stands for none.
    """

    starts: Rows
    of_words: Rows
    words: Rows
    near: Rows
    first: Rows
    last: Rows

    @classmethod
    def of(cls, paragraphs: Rows) -> ParagraphPieces:
        """Returns the pieces of paragraphs, given the number of each word's paragraph, in ascending order.

        >>> pieces = ParagraphPieces.of(np.array([0] * 17 + [1]))
        >>> pieces.starts.tolist(), pieces.near[:, NEAR - 1 : NEAR + 2].tolist()
        ([0, 16, 17], [[3, 0, 1], [0, 1, 3], [3, 2, 3]])
        """
        begins, _ = _bounds(paragraphs)
        starts = np.flatnonzero((np.arange(len(paragraphs)) - begins) % PIECE == 0)
        count = len(starts)
        lengths = np.diff(starts, append=len(paragraphs))
        place = np.arange(PIECE)
        words = np.where(place < lengths[:, None], starts[:, None] + place, len(paragraphs))
        begin, end = _bounds(paragraphs[starts])
        own = np.arange(count)
        first, last = np.maximum(begin, own - NEAR), np.minimum(end - 1, own + NEAR)
        beside = own[:, None] + np.arange(-NEAR, NEAR + 1)
        near = np.where((beside >= first[:, None]) & (beside <= last[:, None]), beside, count)
        return cls(starts, np.repeat(own, lengths), words, near, first, last)

    def surroundings(self, units: NDArray[np.uint16]) -> Floats:
        """Returns for each piece the mean of each unit in all words near it, in whole quarters, and then the highest.

        >>> units = np.array([[1], [2], [4]], dtype=np.uint16)
        >>> ParagraphPieces.of(np.array([0, 0, 1])).surroundings(units).tolist()
        [[1.5, 2.0], [4.0, 4.0]]
        """
        means = np.rint(self.means(units) * _FINENESS) / _FINENESS
        return np.concatenate([means, self.highest(units)], axis=1)

    def means(self, units: Units) -> Floats:
        """Returns the mean of each unit in the words near each piece."""
        sums = np.zeros((len(self.starts) + 1, units.shape[1]))
        np.cumsum(with_none(units)[self.words].sum(axis=1, dtype=np.float64), axis=0, out=sums[1:])
        return np.asarray((sums[self.last + 1] - sums[self.first]) / self.counts(), dtype=np.float32)

    def counts(self) -> Rows:
        """Returns the number of words near each piece, as a column."""
        ends = np.append(self.starts[1:], len(self.of_words))
        return np.asarray(ends[self.last] - self.starts[self.first])[:, None]

    def highest(self, units: Units) -> Floats:
        """Returns the highest of each unit in the words near each piece."""
        return np.asarray(with_none(self.own_highest(units))[self.near].max(axis=1), dtype=np.float32)

    def own_highest(self, units: Units) -> Units:
        """Returns the highest of each unit in the words of each piece itself."""
        return np.asarray(with_none(units)[self.words].max(axis=1))


def _bounds(groups: Rows) -> tuple[Rows, Rows]:
    """Returns where the group of each begins, and where it ends."""
    edges = np.flatnonzero(np.diff(groups, prepend=-1))
    lengths = np.diff(edges, append=len(groups))
    begins = np.repeat(edges, lengths)
    return begins, begins + np.repeat(lengths, lengths)


def with_none(rows: Units) -> Units:
    """Returns these rows, and one of zeros for none.

    >>> with_none(np.array([[5]], dtype=np.float32)).tolist()
    [[5.0], [0.0]]
    """
    return np.concatenate([rows, np.zeros((1, rows.shape[1]), rows.dtype)])
