"""What a score means, and from which score a span counts; both from tuned rows that were left out of a fit."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.tagger import Tagger
from gateway.detection.names.weights import Floats, Weights
from gateway.detection.training.labels import TYPES, UNKNOWN, labels
from gateway.detection.training.rows import Row
from gateway.types import EntityType

OFF: Final = 2.0  # a score that nothing reaches
# Of calibrated scores, F2 is best from a fifth of itself on: at an F2 of .75 from .15.
_CHOICES: Final = (0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
_LEAST_PRECISION: Final = 0.5
_LEAST_WORDS: Final = 5
_NOT_LABELLED: Final = frozenset({"code", "clinc150", "templates"})
# What patterns find more surely.
_FLOORS: Final = {EntityType.ONLINE_IDENTITY: 0.7, EntityType.PHONE_NUMBER: 0.6, EntityType.ID_NUMBER: 0.6}


@dataclass(frozen=True)
class Calibration:
    """How presence logits become probabilities, and of each type the score from which its spans count."""

    slope: float
    intercept: float
    thresholds: Floats


def calibration(weights: Weights, left_out: Sequence[Row], row_weights: Mapping[str, float]) -> Calibration:
    """Platt's scaling, and of each type the lowest threshold at which at least half of its words are right.

    A type that reaches this at no threshold is off. The rows are tuned ones that the model never saw; thresholds come
    from those that others labelled, not from code, queries and rows that were made up.
    """
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - only training needs it

    tagger = Tagger(weights)
    gold = np.concatenate([labels(row) for row in left_out])
    logits = np.concatenate([tagger.logits(row.text) for row in left_out])
    weigh = np.concatenate([np.full(len(labels(row)), row_weights.get(row.source, 1.0)) for row in left_out])
    others = np.concatenate([np.full(len(labels(row)), row.source not in _NOT_LABELLED) for row in left_out])
    known = gold != UNKNOWN
    is_entity = gold >= 0
    model = LogisticRegression(C=1e6).fit(logits[known, :1], is_entity[known], weigh[known])
    scores = model.predict_proba(logits[:, :1])[:, 1]
    best = logits[:, 1:].argmax(axis=1)
    of_type = (known & others & (best == number) for number in range(len(TYPES)))
    thresholds = [_threshold(scores[words], is_entity[words], weigh[words]) for words in of_type]
    floors = [_FLOORS.get(entity_type, 0.0) for entity_type in TYPES]
    return Calibration(
        float(model.coef_[0, 0]), float(model.intercept_[0]), np.maximum(thresholds, floors).astype(np.float32)
    )


def _threshold(scores: NDArray[np.float64], gold: NDArray[np.bool_], weigh: NDArray[np.float64]) -> float:
    for threshold in _CHOICES:
        claimed = scores >= threshold
        right = claimed & gold
        if right.sum() >= _LEAST_WORDS and weigh[right].sum() >= _LEAST_PRECISION * weigh[claimed].sum():
            return threshold
    return OFF


def is_left_out(row: Row) -> bool:
    """Whether a row is among the third that calibrates."""
    return hashlib.sha256(row.key.encode()).digest()[0] % 3 == 0
