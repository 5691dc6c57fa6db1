"""From labelled rows to weights: two linear models in one, deterministic, in seconds."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.features import OFFSETS
from gateway.detection.names.weights import Floats, Weights
from gateway.detection.training.design import Vocabulary, design
from gateway.detection.training.labels import TYPES, UNKNOWN, labels
from gateway.detection.training.rows import Row

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

_LARGEST = 127


@dataclass(frozen=True)
class Recipe:
    """How to fit: what a row of each source weighs, and how strongly weights are held small."""

    row_weights: Mapping[str, float]
    presence_c: float = 0.12
    type_c: float = 0.3
    iterations: int = 45
    threshold: float = 0.5


def fit(rows: Sequence[Row], vocabulary: Vocabulary, recipe: Recipe) -> Weights:
    """Weights for all types, uncalibrated, with one threshold."""
    made = design([row.text for row in rows], vocabulary)
    gold = np.concatenate([labels(row) for row in rows])
    weigh = np.array([recipe.row_weights.get(row.source, 1.0) for row in rows])[made.texts]
    is_known, is_entity = gold != UNKNOWN, gold >= 0
    columns = np.zeros((vocabulary.columns, 1 + len(TYPES)), dtype=np.float32)
    bias = np.full(1 + len(TYPES), -30, dtype=np.float32)
    presence = _logistic(made.matrix[is_known], is_entity[is_known], weigh[is_known], recipe.presence_c, recipe)
    columns[presence.seen, 0], bias[0] = presence.model.coef_[0], presence.model.intercept_[0]
    which = _logistic(made.matrix[is_entity], gold[is_entity], weigh[is_entity], recipe.type_c, recipe)
    columns[which.seen[:, None], 1 + which.model.classes_] = which.model.coef_.T
    bias[1 + which.model.classes_] = which.model.intercept_
    return _packed(columns, bias, vocabulary, recipe)


class _Fitted(NamedTuple):
    """A model of the columns that were seen; the others weigh nothing."""

    model: LogisticRegression
    seen: NDArray[np.int32]


def _logistic(
    matrix: csr_matrix, gold: NDArray[np.generic], weigh: NDArray[np.float64], strength: float, recipe: Recipe
) -> _Fitted:
    from sklearn.exceptions import ConvergenceWarning  # noqa: PLC0415 - only training needs it
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415

    seen = np.unique(matrix.indices)
    with warnings.catch_warnings():
        # The last digits of a weight are lost in one byte, so no model is fitted to its end.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = LogisticRegression(C=strength, max_iter=recipe.iterations).fit(matrix[:, seen], gold, weigh)
    return _Fitted(model, seen)


def _packed(columns: Floats, bias: Floats, vocabulary: Vocabulary, recipe: Recipe) -> Weights:
    scale = np.maximum(np.abs(columns).max(axis=0) / _LARGEST, 1e-9).astype(np.float32)
    quantised = np.rint(columns / scale).astype(np.int8)
    own = len(vocabulary.features) * OFFSETS
    return Weights(
        types=TYPES,
        features=vocabulary.features,
        own=quantised[:own].reshape(-1, OFFSETS, len(bias)),
        joint=quantised[own:],
        scale=scale,
        bias=bias,
        cues=vocabulary.cues,
        lexicon=vocabulary.lexicon,
        slope=1.0,
        intercept=0.0,
        thresholds=np.full(len(TYPES), recipe.threshold, dtype=np.float32),
    )
