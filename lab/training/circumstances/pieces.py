"""The pieces of words that a teacher reads, in windows of a length that it knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

LONGEST: Final = 300  # pieces that are read together

Offsets = Sequence[tuple[int, int]]


class PieceWindow(NamedTuple):
    """Pieces that are read together, and the words whose first piece is among them.

    ``firsts`` are the places of these first pieces in the window, ``words`` the numbers of their words in the text.
    """

    pieces: slice
    firsts: list[int]
    words: list[int]


def windows(pieces: Offsets, words: Offsets) -> Iterator[PieceWindow]:
    """Yields the windows of a text that have a word, from the half-open offsets of its pieces and words, in order.

    >>> list(windows([(0, 4), (4, 7), (8, 9)], [(0, 7), (7, 8), (8, 9)]))
    [PieceWindow(pieces=slice(0, 3, None), firsts=[0, 2], words=[0, 2])]
    """
    firsts = list(_firsts(pieces, words))
    for begin in range(0, len(pieces), LONGEST):
        end = min(begin + LONGEST, len(pieces))
        inside = [(first - begin, word) for word, first in firsts if begin <= first < end]
        if inside:
            yield PieceWindow(slice(begin, end), [first for first, _ in inside], [word for _, word in inside])


def _firsts(pieces: Offsets, words: Offsets) -> Iterator[tuple[int, int]]:
    """Yields the number of each word in which a piece begins, and the place of that piece."""
    word, last = 0, -1
    for place, (start, _) in enumerate(pieces):
        while word < len(words) and words[word][1] <= start:
            word += 1
        if word < len(words) and words[word][0] <= start and word != last:
            last = word
            yield word, place
