"""What the models that judge a text unit by unit make of their logits."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def shares(logits: Floats) -> Floats:
    """Returns the probability of each class for each unit.

    >>> shares(np.array([[0, 0]], dtype=np.float32)).tolist()
    [[0.5, 0.5]]
    """
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), dtype=np.float32)


def runs(is_in: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yields half-open runs of true values.

    >>> list(runs(np.array([True, False, True, True])))
    [(0, 1), (2, 4)]
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[False], is_in, [False]]))).tolist()
    yield from zip(edges[::2], edges[1::2], strict=True)
