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
_PLACES: Final = np.arange(PIECE)
_BESIDE: Final = np.arange(-NEAR, NEAR + 1)
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
        places = np.arange(len(paragraphs))
        starts = np.flatnonzero((places - paragraphs.searchsorted(paragraphs)) % PIECE == 0)
        lengths = np.append(starts[1:], len(places)) - starts
        words = starts[:, None] + _PLACES
        words[lengths[:, None] <= _PLACES] = len(places)
        pieces, groups = np.arange(len(starts)), paragraphs[starts]
        first = np.maximum(groups.searchsorted(groups), pieces - NEAR)
        last = np.minimum(groups.searchsorted(groups, "right") - 1, pieces + NEAR)
        near = pieces[:, None] + _BESIDE
        near[(near < first[:, None]) | (near > last[:, None])] = len(pieces)
        return cls(starts, pieces.repeat(lengths), words, near, first, last)

    def surroundings(self, units: NDArray[np.uint16]) -> Floats:
        """Returns for each piece the mean of each unit in all words near it, in whole quarters, and then the highest.

        >>> units = np.array([[1], [2], [4]], dtype=np.uint16)
        >>> ParagraphPieces.of(np.array([0, 0, 1])).surroundings(units).tolist()
        [[1.5, 2.0], [4.0, 4.0]]
        """
        own = self.of_pieces(units)
        means = np.rint(self.means(own) * _FINENESS) / _FINENESS
        return np.concatenate([means, self.highest(own)], axis=1)

    def of_pieces(self, units: Units) -> Units:
        """Returns the units of the words of each piece, with zeros for none."""
        return np.asarray(with_none(units)[self.words])

    def means(self, own: Units) -> Floats:
        """Returns the mean of each unit in the words near each piece, given the units of the words of each."""
        sums = np.zeros((len(self.starts) + 1, own.shape[2]))
        np.cumsum(own.sum(axis=1, dtype=np.float64), axis=0, out=sums[1:])
        return np.asarray((sums[self.last + 1] - sums[self.first]) / self.counts(), dtype=np.float32)

    def counts(self) -> Rows:
        """Returns the number of words near each piece, as a column."""
        ends = np.append(self.starts[1:], len(self.of_words))
        return np.asarray(ends[self.last] - self.starts[self.first])[:, None]

    def highest(self, own: Units) -> Floats:
        """Returns the highest of each unit in the words near each piece, given the units of the words of each."""
        return np.asarray(with_none(own.max(axis=1))[self.near].max(axis=1), dtype=np.float32)


def with_none(rows: Units) -> Units:
    """Returns these rows, and one of zeros for none.

    >>> with_none(np.array([[5]], dtype=np.float32)).tolist()
    [[5.0], [0.0]]
    """
    return np.concatenate([rows, np.zeros((1, rows.shape[1]), rows.dtype)])
