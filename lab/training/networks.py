"""What the fitting of networks shares: Adam's steps down gradients (Kingma and Ba, 2015), and weights of one byte."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_LARGEST: Final = 127
_MEMORY: Final = 0.9, 0.99  # the decay rates of the gradients' mean, and of their squares' mean


class AdamWeights:
    """An array with Adam's moments."""

    def __init__(self, array: NDArray[np.float64]) -> None:
        self.array = array.astype(np.float32)
        self._mean, self._square = np.zeros_like(self.array), np.zeros_like(self.array)
        self._steps = 0

    def step(self, gradient: Floats, rate: float) -> None:
        """Makes one step down a gradient."""
        self._steps += 1
        first, second = _MEMORY
        self._mean += (1 - first) * (gradient - self._mean)
        self._square += (1 - second) * (gradient * gradient - self._square)
        mean, square = self._mean / (1 - first**self._steps), self._square / (1 - second**self._steps)
        self.array -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))


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
