"""What a score means, and from which score a span counts; both from models of rows' folds that never saw the rows."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.tagger import Tagger
from gateway.detection.names.weights import Floats, Weights
from gateway.detection.training.labels import TYPES, UNKNOWN, labels
from gateway.detection.training.rows import Row, beginning
from gateway.types import EntityType

FOLDS: Final = 3
OFF: Final = 2.0  # a score that nothing reaches
# Rows that others labelled, and what a word of each weighs: real prompts decide, the rest has a say.
WEIGHTS: Final[Mapping[str, float]] = {
    "wildchat": 4.0,
    "sharegpt": 4.0,
    "medqa": 1.0,
    "casehold": 0.3,
    "presidio_research": 1.0,
    "wnut17": 0.3,
    "pupa": 0.5,
}
_CHOICES: Final = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 1.01)
# F2 is at its best if a word more counts as long as one in five or six is right. Where labels lack half of what is
# there, as on real prompts, fewer alarms cost little: one in four, and one in eight for a name, which identifies most.
_LEAST_MARGIN: Final = 0.23
_LEAST_MARGIN_OF: Final = {EntityType.NAME: 0.12}
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


def fold(row: Row) -> int:
    """Which of the folds a row belongs to: rows that begin alike, or of one template, belong to one.

    >>> fold(Row("pupa", "1", "Dear Ann")) == fold(Row("pupa", "2", "dear  ann"))
    True
    """
    known = row.key if row.source in ("presidio_research", "templates") else beginning(row.text)
    return hashlib.sha256(known.encode("utf-8", "surrogatepass")).digest()[0] % FOLDS


def calibration(models: Sequence[Weights], rows: Sequence[Row]) -> Calibration:
    """Platt's scaling, and of each type the score down to which a word more is worth it.

    The model of a fold never saw that fold's rows. A type of which fewer than half of the words are right is off.
    """
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - only training needs it

    taggers = [Tagger(weights) for weights in models]
    judged = [row for row in rows if row.source in WEIGHTS]
    gold = np.concatenate([labels(row) for row in judged])
    logits = np.concatenate([taggers[fold(row)].logits(row.text) for row in judged])
    weigh = np.concatenate([np.full(len(labels(row)), WEIGHTS[row.source]) for row in judged])
    known = gold != UNKNOWN
    gold, logits, weigh = gold[known], logits[known], weigh[known]
    model = LogisticRegression(C=1e6).fit(logits[:, :1], gold >= 0, weigh)
    scores = model.predict_proba(logits[:, :1])[:, 1]
    best = logits[:, 1:].argmax(axis=1)
    margins = [_LEAST_MARGIN_OF.get(entity_type, _LEAST_MARGIN) for entity_type in TYPES]
    chosen = [
        _threshold(scores[best == at], gold[best == at] >= 0, weigh[best == at], margin)
        for at, margin in enumerate(margins)
    ]
    floors = [_FLOORS.get(entity_type, 0.0) for entity_type in TYPES]
    thresholds = np.maximum(chosen, floors).astype(np.float32)
    return Calibration(float(model.coef_[0, 0]), float(model.intercept_[0]), thresholds)


def _threshold(
    scores: NDArray[np.float64], is_right: NDArray[np.bool_], weigh: NDArray[np.float64], least: float
) -> float:
    threshold = OFF
    for low, high in reversed(tuple(pairwise(_CHOICES))):
        margin = (scores >= low) & (scores < high)
        if _precision(is_right[margin], weigh[margin]) < least:
            break
        threshold = low
    claimed = scores >= threshold
    is_sure = _precision(is_right[claimed], weigh[claimed]) >= _LEAST_PRECISION
    return threshold if is_sure and is_right[claimed].sum() >= _LEAST_WORDS else OFF


def _precision(is_right: NDArray[np.bool_], weigh: NDArray[np.float64]) -> float:
    """The weighted share of what is right; 1 where nothing is claimed."""
    return float(weigh[is_right].sum() / weigh.sum()) if len(weigh) else 1.0
