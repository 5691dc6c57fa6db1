"""What the fitting of networks shares: Adam's steps down gradients (Kingma and Ba, 2015), and weights of one byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_LARGEST: Final = 127
_MEMORY: Final = 0.9, 0.99  # the decay rates of the gradients' mean, and of their squares' mean
_LEAST: Final = 1e-8
_BLOCK: Final = 1 << 15  # numbers: what a step does to them stays in a processor's cache


class AdamWeights:
    """An array with Adam's moments.

    >>> weights = AdamWeights(np.zeros(2))
    >>> weights.step(np.array([4, -0.5], dtype=np.float32), rate=0.1)
    >>> [round(each, 3) for each in weights.array.tolist()]
    [-0.1, 0.1]
    """

    def __init__(self, array: NDArray[np.float64]) -> None:
        self.array = array.astype(np.float32, order="C")
        self._mean, self._square = np.zeros_like(self.array), np.zeros_like(self.array)
        self._steps = 0

    def step(self, gradient: Floats, rate: float) -> None:
        """Makes one step down a gradient."""
        self._steps += 1
        first, second = (1 - memory**self._steps for memory in _MEMORY)
        rates = np.float32(rate * second**0.5 / first), np.float32(_LEAST * second**0.5)
        flat = (each.reshape(-1) for each in (self.array, self._mean, self._square, gradient))
        for parts in zip(*map(_blocks, flat), strict=True):
            _down(parts, *rates)


def _blocks(numbers: Floats) -> Iterator[Floats]:
    return (numbers[at : at + _BLOCK] for at in range(0, len(numbers), _BLOCK))


def _down(parts: Sequence[Floats], rate: np.float32, least: np.float32) -> None:
    array, mean, square, gradient = parts
    first, second = map(np.float32, _MEMORY)
    mean *= first
    mean += (1 - first) * gradient
    square *= second
    square += (1 - second) * gradient * gradient
    array -= rate * mean / (np.sqrt(square) + least)


def pace(step: int, steps: int) -> float:
    """Returns the share of the highest rate at a step: it rises in the first tenth of them and falls to none.

    >>> [pace(step, 20) for step in (0, 1, 10, 19)]
    [0.5, 0.95, 0.5, 0.050000000000000044]
    """
    return min(1 - step / steps, 10 * (step + 1) / steps)


def components(rows: Floats, size: int) -> tuple[Floats, Floats]:
    """Returns the mean of rows and the directions in which they differ most, as columns (principal components).

    >>> mean, directions = components(np.array([[0, 1], [0, 3], [0, 8]], dtype=np.float32), 1)
    >>> mean.tolist(), np.abs(directions).tolist()
    ([0.0, 4.0], [[0.0], [1.0]])
    """
    mean: Floats = rows.mean(axis=0, dtype=np.float32)
    centred = rows - mean
    _, directions = np.linalg.eigh(centred.T @ centred)
    return mean, np.asarray(directions[:, ::-1][:, :size], dtype=np.float32)


def rounded(array: Floats, kept: float = 0.9999) -> tuple[NDArray[np.int8], float]:
    """Returns an array in whole numbers, and the scale that leads back; what is beyond this share is cut.

    >>> whole, scale = rounded(np.array([0.5, -1.0], dtype=np.float32))
    >>> whole.tolist(), round(scale * 127, 2)
    ([64, -127], 1.0)
    """
    scale = float(np.quantile(np.abs(array), kept)) / _LARGEST
    return np.clip(np.rint(array / scale), -_LARGEST, _LARGEST).astype(np.int8), scale
