"""What the models that judge a text unit by unit have in common: blocks, hidden units of whole numbers, shares."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

HIGHEST: Final = 127  # of a hidden unit
_AT_ONCE: Final = 1 << 18  # multiplications in one product: for more, BLAS uses threads, which cost more than they save


def in_blocks(judge: Callable[[slice], Floats], count: int, size: int, reach: int) -> Floats:
    """Returns what ``judge`` makes of so many units, ``size`` of them at a time, so that memory is bounded.

    Each block sees the units within ``reach`` of its own, all that these depend on.

    >>> units = np.arange(5, dtype=np.float32)
    >>> in_blocks(lambda seen: units[seen], 5, 2, 1).tolist()
    [0.0, 1.0, 2.0, 3.0, 4.0]
    """
    blocks = []
    for at in range(0, max(1, count), size):
        before = min(at, reach)
        blocks.append(judge(slice(at - before, at + size + reach))[before : before + size])
    return np.concatenate(blocks)


def multiplied(rows: Floats, weights: Floats) -> Floats:
    """Returns the product of two matrices, without the threads of BLAS.

    >>> multiplied(np.array([[1, 2]], dtype=np.float32), np.array([[3], [4]], dtype=np.float32)).tolist()
    [[11.0]]
    """
    return multiplied_each(rows, weights[np.newaxis])


def multiplied_each(rows: Floats, weights: Floats) -> Floats:
    """Returns the products of several matrices that stand side by side in these rows, side by side as well.

    ``weights`` has one matrix for each of them. No threads of BLAS are used.

    >>> multiplied_each(np.array([[1, 2, 3]]), np.array([[[10]], [[100]], [[1000]]])).tolist()
    [[10.0, 200.0, 3000.0]]
    """
    count, size, width = weights.shape
    products = np.empty((len(rows), count * width), dtype=np.float32)
    each = rows.reshape(-1, count, size).transpose(1, 0, 2)
    of_each = products.reshape(-1, count, width).transpose(1, 0, 2)
    together = max(1, _AT_ONCE // (size * width))
    for at in range(0, len(rows), together):
        np.matmul(each[:, at : at + together], weights, out=of_each[:, at : at + together])
    return products


def hidden(sums: Floats, scale: np.float32 | Floats, bias: Floats) -> Floats:
    """Returns hidden units, whole numbers from 0 to ``HIGHEST``, in the place of their sums; each may have its scale.

    >>> hidden(np.array([[4.0, -2.0]], dtype=np.float32), np.float32(0.5), np.zeros(2, dtype=np.float32)).tolist()
    [[2.0, 0.0]]
    """
    sums *= scale
    sums += bias
    return np.rint(sums, out=sums).clip(0, HIGHEST, out=sums)


def shares(logits: Floats) -> Floats:
    """Returns the probability of each class, of which logits have a last dimension.

    >>> shares(np.array([[0, 0]], dtype=np.float32)).tolist()
    [[0.5, 0.5]]
    """
    powers = logits - logits.max(axis=-1, keepdims=True)
    np.exp(powers, out=powers)
    powers /= powers.sum(axis=-1, keepdims=True)
    return np.asarray(powers)


def runs(is_in: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yields half-open runs of true values.

    >>> list(runs(np.array([True, False, True, True])))
    [(0, 1), (2, 4)]
    """
    edges = _edges(is_in).tolist()
    yield from zip(edges[::2], edges[1::2], strict=True)


def runs_with(is_in: NDArray[np.bool_], are: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yields those runs of true values that have one of some units.

    >>> list(runs_with(np.array([True, False, True, True]), np.array([False, False, False, True])))
    [(2, 4)]
    """
    edges = _edges(is_in)
    counts = np.concatenate([[0], np.cumsum(are)])[edges]
    have = counts[::2] < counts[1::2]
    yield from zip(edges[::2][have].tolist(), edges[1::2][have].tolist(), strict=True)


def _edges(is_in: NDArray[np.bool_]) -> NDArray[np.intp]:
    return np.flatnonzero(np.diff(np.concatenate([[False], is_in, [False]])))
