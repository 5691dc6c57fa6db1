"""What the model makes of a text: its spans, and how likely each word tells anything."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from gateway.detection.circumstances.surroundings import Rows
from gateway.detection.sequences import Floats
from gateway.types import Span

_FEW: Final = 8  # words, too few to tell what a text is about


class Told(NamedTuple):
    """Words, in order, how likely each of them tells anything for all that is known, and which are English."""

    starts: Sequence[int]
    ends: Sequence[int]
    likely: Sequence[float]
    are_english: Sequence[bool]


class CircumstanceReading(NamedTuple):
    """What the model makes of a text: its spans, and what its words tell, among the words of other texts.

    >>> reading = CircumstanceReading((), Told([0, 4, 8], [3, 7, 11], [0.1, 0.9, 0.2], [True, True, False]))
    >>> [reading.likeliest(*each) for each in ((0, 3), (0, 5), (3, 4))]
    [0.1, 0.9, 1.0]
    >>> reading.is_english(4, 11), reading.is_english(8, 11)
    (True, False)
    """

    spans: Sequence[Span]
    told: Told
    begin: int = 0

    def likeliest(self, start: int, end: int) -> float:
        """Returns how likely the surest word between two offsets tells anything.

        It is 1 if the model reads no word there, or few in the paragraph: it knows little of a name by itself.
        """
        return max(self.told.likely[self._words(start, end)], default=1.0)

    def is_english(self, start: int, end: int) -> bool:
        """Returns whether a word between two offsets is English."""
        return any(self.told.are_english[self._words(start, end)])

    def _words(self, start: int, end: int) -> slice:
        first = bisect_right(self.told.ends, self.begin + start)
        return slice(first, bisect_left(self.told.starts, self.begin + end))


UNREAD: Final = CircumstanceReading((), Told((), (), (), ()))


def likely(shares: Floats, paragraphs: Rows) -> Floats:
    """Returns how likely each word tells anything, of whose shares the first is that of nothing.

    It is 1 in a paragraph of few words, given the numbers of all words' paragraphs.

    >>> likely(np.array([[0.75, 0.25]] * 9), np.array([0] * 8 + [1])).tolist()[-2:]
    [0.25, 1.0]
    """
    are_few = np.bincount(paragraphs)[paragraphs] < _FEW
    return np.where(are_few, np.float32(1), 1 - shares[:, 0])
