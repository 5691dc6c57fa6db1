"""What a network sees beside words, and the gradients of that and of what it sees around them."""

from __future__ import annotations

import numpy as np

from gateway.detection.circumstances.surroundings import ParagraphPieces, Rows, with_none
from gateway.detection.sequences import Floats


def spread(back: Floats, units: Floats, pieces: ParagraphPieces) -> Floats:
    """Returns the gradient of each word's units, given those of each piece's means and highest, side by side.

    >>> pieces, units = ParagraphPieces.of(np.array([0, 0, 1])), np.array([[1], [2], [4]], dtype=np.float32)
    >>> spread(np.array([[2, 5], [3, 7]], dtype=np.float32), units, pieces).tolist()
    [[1.0], [6.0], [10.0]]
    """
    size, near = units.shape[1], pieces.near
    # Who is near to a piece is what it is near to.
    of_means = with_none(back[:, :size] / pieces.counts())[near].sum(axis=1)
    of_pieces = pieces.of_pieces(units)
    own, highest = of_pieces.max(axis=1), with_none(pieces.highest(of_pieces))[near]
    are_highest = (own[:, None] >= highest) & (highest > 0)
    of_highest = (with_none(back[:, size:])[near] * are_highest).sum(axis=1)
    of_words = pieces.of_words
    return np.asarray(of_means[of_words] + of_highest[of_words] * (units >= own[of_words]))


def beside(hidden: Floats, paragraphs: Rows, step: int) -> Floats:
    """Returns for each word the units of the one before it by so many steps, its own, and those of the one behind it.

    What is in another paragraph counts as nothing.

    >>> units = np.array([[1], [2], [3]], dtype=np.float32)
    >>> beside(units, np.array([0, 0, 1]), 1).tolist()
    [[0.0, 1.0, 2.0], [1.0, 2.0, 0.0], [0.0, 3.0, 0.0]]
    """
    count, size = hidden.shape
    together = np.zeros((count, 3 * size), dtype=np.float32)
    together[:, size : 2 * size] = hidden
    if count > step:
        together[step:, :size] = hidden[:-step]
        together[:-step, 2 * size :] = hidden[step:]
        if paragraphs[0] != paragraphs[-1]:
            others = np.flatnonzero(paragraphs[step:] != paragraphs[:-step])
            together[others + step, :size] = 0
            together[others, 2 * size :] = 0
    return together


def gathered(back: Floats, paragraphs: Rows, step: int) -> Floats:
    """Returns the gradient of each word's units, given that of what ``beside`` put together.

    >>> gathered(np.array([[1, 2, 3], [4, 5, 6]], dtype=np.float32), np.array([0, 0]), 1).tolist()
    [[6.0], [8.0]]
    """
    size = back.shape[1] // 3
    same = (paragraphs[step:] == paragraphs[:-step])[:, None]
    gathered: Floats = back[:, size : 2 * size].copy()
    gathered[:-step] += back[step:, :size] * same
    gathered[step:] += back[:-step, 2 * size :] * same
    return gathered
