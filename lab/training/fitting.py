"""Trains a small network on labelled rows, deterministically and in about a minute.

We train it ourselves because it needs dropout on sparse inputs, which scikit-learn does not have. Without dropout a
network of this size overfits (Srivastava et al., 2014).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.features import OFFSETS
from gateway.detection.names.weights import HIGHEST, NOTHING, Floats, Weights
from lab.training.design import Vocabulary, design
from lab.training.labels import TYPES, UNKNOWN, labels
from lab.training.rows import Row

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

_LARGEST: Final = 127
_CLASSES: Final = 1 + len(TYPES)
_WARM_UP: Final = 200  # steps in which the learning rate rises
_MEMORY: Final = 0.9, 0.99  # Adam's decay rates: of the gradients' mean, and of their squares' mean

Places = NDArray[np.intp]


@dataclass(frozen=True)
class Recipe:
    """The hyperparameters: the weight of each source's rows, the size of the network and its regularization.

    ``feature_dropout`` and ``hidden_dropout`` are the shares dropped in each step; ``shrink`` is the weight decay.
    """

    row_weights: Mapping[str, float]
    hidden: int = 32
    epochs: int = 6
    batch: int = 1024
    rate: float = 0.004
    shrink: float = 1e-4
    feature_dropout: float = 0.4
    hidden_dropout: float = 0.5
    threshold: float = 0.5


def fit(rows: Sequence[Row], vocabulary: Vocabulary, recipe: Recipe) -> Weights:
    """Returns uncalibrated weights for all types, with the same threshold for each."""
    made = design([row.text for row in rows], vocabulary)
    gold = np.concatenate([labels(row) for row in rows])
    weigh = np.array([recipe.row_weights.get(row.source, 1.0) for row in rows], dtype=np.float32)[made.texts]
    is_known = gold != UNKNOWN
    matrix = made.matrix[is_known]
    network = _Network(matrix.shape[1], recipe)
    network.learn(matrix, gold[is_known] + 1 + NOTHING, weigh[is_known])
    return _packed(network, network.highest(matrix), vocabulary, recipe)


class _Network:
    """A network with binary features, one hidden layer of rectified linear units, and a logit for each class."""

    def __init__(self, columns: int, recipe: Recipe) -> None:
        self._random = np.random.default_rng(0)
        self._recipe = recipe
        size = recipe.hidden
        self.inputs = _Learned(self._random.normal(0, 0.08, (columns, size)))
        self.bias = _Learned(np.full(size, 0.1))
        self.out = _Learned(self._random.normal(0, size**-0.5, (size, _CLASSES)))
        self.out_bias = _Learned(2.0 * (np.arange(_CLASSES) == NOTHING))

    def learn(self, matrix: csr_matrix, gold: NDArray[np.int32], weigh: Floats) -> None:
        """Trains on the matrix; ``weigh`` has the weight of each row."""
        batches = list(self._batches(len(gold)))
        shares = np.asarray(weigh / weigh.mean(), dtype=np.float32)
        for number, batch in enumerate(batches):
            rate = self._recipe.rate * (1 - number / len(batches)) * min(1, number / _WARM_UP + 0.05)
            self._step(matrix[batch], gold[batch], shares[batch] / np.float32(len(batch)), rate)

    def highest(self, matrix: csr_matrix) -> float:
        """Returns the highest value of any hidden unit on the rows of a matrix."""
        parts = range(0, matrix.shape[0], self._recipe.batch)
        return max(float(self._sums(matrix[at : at + self._recipe.batch]).max()) for at in parts)

    def _batches(self, count: int) -> Iterator[Places]:
        for _ in range(self._recipe.epochs):
            order = self._random.permutation(count)
            yield from (order[at : at + self._recipe.batch] for at in range(0, count, self._recipe.batch))

    def _sums(self, matrix: csr_matrix) -> Floats:
        return np.asarray(matrix @ self.inputs.array + self.bias.array, dtype=np.float32)

    def _step(self, matrix: csr_matrix, gold: NDArray[np.int32], weigh: Floats, rate: float) -> None:
        """Makes one step down the gradient of the weighted cross-entropy of a batch."""
        thinned, columns = self._after_dropout(matrix)
        inputs = self.inputs.array[columns]
        sums = thinned @ inputs + self.bias.array
        passed = self._dropout_mask(sums.shape, self._recipe.hidden_dropout) * (sums > 0)
        hidden = sums * passed
        error = _shares(hidden @ self.out.array + self.out_bias.array)
        error[np.arange(len(gold)), gold] -= 1
        error *= weigh[:, None]
        back = error @ self.out.array.T * passed
        self.out.step(hidden.T @ error, rate)
        self.out_bias.step(error.sum(axis=0), rate)
        self.bias.step(back.sum(axis=0), rate)
        self.inputs.step(thinned.T @ back + self._recipe.shrink * inputs, rate, columns)

    def _after_dropout(self, matrix: csr_matrix) -> tuple[csr_matrix, Places]:
        """Returns the matrix after dropout, without its empty columns, and the indexes of the columns left."""
        from scipy.sparse import csr_matrix  # noqa: PLC0415 - only training needs it

        columns, indices = np.unique(matrix.indices, return_inverse=True)
        kept = self._dropout_mask(matrix.data.shape, self._recipe.feature_dropout)
        return csr_matrix((kept, indices, matrix.indptr), shape=(matrix.shape[0], len(columns))), columns

    def _dropout_mask(self, shape: tuple[int, ...], dropout: float) -> Floats:
        """Returns a dropout mask: 0 where a value is dropped, else the factor that keeps the mean."""
        return np.asarray((self._random.random(shape, dtype=np.float32) >= dropout) / (1 - dropout), dtype=np.float32)


class _Learned:
    """An array trained with Adam (Kingma and Ba, 2015); a step may update only some rows."""

    def __init__(self, array: NDArray[np.generic]) -> None:
        self.array: Floats = array.astype(np.float32)
        self._mean = np.zeros_like(self.array)
        self._square = np.zeros_like(self.array)

    def step(self, gradient: Floats, rate: float, rows: Places | slice = slice(None)) -> None:
        """Updates the rows against the gradient."""
        of_mean, of_square = _MEMORY
        self._mean[rows] = mean = of_mean * self._mean[rows] + (1 - of_mean) * gradient
        self._square[rows] = square = of_square * self._square[rows] + (1 - of_square) * gradient**2
        self.array[rows] -= rate * mean / (np.sqrt(square) + 1e-6)


def _shares(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), dtype=np.float32)


def _packed(network: _Network, highest: float, vocabulary: Vocabulary, recipe: Recipe) -> Weights:
    inputs, scale = _in_bytes(network.inputs.array)
    out, out_scale = _in_bytes(network.out.array)
    fine = np.float32(HIGHEST / highest)
    own = len(vocabulary.features) * OFFSETS
    return Weights(
        types=TYPES,
        features=vocabulary.features,
        own=inputs[:own].reshape(-1, OFFSETS, recipe.hidden),
        joint=inputs[own:],
        scale=scale * fine,
        bias=network.bias.array * fine,
        out=out,
        out_scale=out_scale / fine,
        out_bias=network.out_bias.array,
        lexicon=vocabulary.lexicon,
        slope=1.0,
        intercepts=np.zeros(len(TYPES), dtype=np.float32),
        thresholds=np.full(len(TYPES), recipe.threshold, dtype=np.float32),
        describe=vocabulary.describe,
    )


def _in_bytes(array: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Returns an array quantized to one byte per value, and the scale of each column."""
    scale = np.maximum(np.abs(array).max(axis=0) / _LARGEST, 1e-9).astype(np.float32)
    return np.rint(array / scale).astype(np.int8), scale
