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
from gateway.detection.training.measures import f2
from gateway.detection.training.rows import Row
from gateway.types import EntityType

OFF: Final = 2.0  # a score that nothing reaches
_CHOICES: Final = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
_LEAST_PRECISION: Final = 0.5
_LEAST_WORDS: Final = 5
# What patterns find more surely.
_FLOORS: Final = {EntityType.ONLINE_IDENTITY: 0.7, EntityType.PHONE_NUMBER: 0.6, EntityType.ID_NUMBER: 0.6}


@dataclass(frozen=True)
class Calibration:
    """How presence logits become probabilities, and of each type the score from which its spans count."""

    slope: float
    intercept: float
    thresholds: Floats


def calibration(weights: Weights, left_out: Sequence[Row], row_weights: Mapping[str, float]) -> Calibration:
    """Platt's scaling, and the thresholds with the best F2 at a word precision of at least one half.

    A type that reaches this precision at no threshold is off. The rows are tuned ones that the model never saw.
    """
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - only training needs it

    tagger = Tagger(weights)
    gold = np.concatenate([labels(row) for row in left_out])
    logits = np.concatenate([tagger.logits(row.text) for row in left_out])
    weigh = np.concatenate([np.full(len(labels(row)), row_weights.get(row.source, 1.0)) for row in left_out])
    known = gold != UNKNOWN
    gold, logits, weigh = gold[known] >= 0, logits[known], weigh[known]
    model = LogisticRegression(C=1e6).fit(logits[:, :1], gold, weigh)
    scores = model.predict_proba(logits[:, :1])[:, 1]
    best = logits[:, 1:].argmax(axis=1)
    of_type = (best == number for number in range(len(TYPES)))
    thresholds = [_threshold(scores[words], gold[words], weigh[words]) for words in of_type]
    floors = [_FLOORS.get(entity_type, 0.0) for entity_type in TYPES]
    return Calibration(
        float(model.coef_[0, 0]), float(model.intercept_[0]), np.maximum(thresholds, floors).astype(np.float32)
    )


def _threshold(scores: NDArray[np.float64], gold: NDArray[np.bool_], weigh: NDArray[np.float64]) -> float:
    rated: list[tuple[float, float]] = []
    for threshold in _CHOICES:
        claimed = scores >= threshold
        right = weigh[claimed & gold].sum()
        precision = right / max(weigh[claimed].sum(), 1e-9)
        if precision >= _LEAST_PRECISION and (claimed & gold).sum() >= _LEAST_WORDS:
            rated.append((f2(precision, right / weigh[gold].sum()), threshold))
    return max(rated)[1] if rated else OFF


def is_left_out(row: Row) -> bool:
    """Whether a row is among the third that calibrates."""
    return hashlib.sha256(row.key.encode()).digest()[0] % 3 == 0
