"""What a score means, and from which score a span counts; both from models of rows' folds that never saw the rows."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gateway.detection.names.tagger import Tagger
from gateway.detection.names.weights import Floats, Weights
from gateway.types import EntityType
from lab.training.labels import TYPES, UNKNOWN, labels
from lab.training.rows import Row, beginning

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
# F2 is at its best if a word more counts as long as one in five or six is right. Where labels lack half of what is
# there, as on real prompts, fewer alarms cost little.
_LEAST_MARGIN: Final = 0.23
_LEAST_MARGIN_OF: Final = {EntityType.NAME: 0.2}
_HIGHER: Final = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
_LEAST_PRECISION: Final = 0.5
_LEAST_WORDS: Final = 5
# What patterns find more surely, and titles and models, which are learnt so that they are not taken for names.
_FLOORS: Final = {
    EntityType.ONLINE_IDENTITY: 0.7,
    EntityType.PHONE_NUMBER: 0.6,
    EntityType.ID_NUMBER: 0.6,
    EntityType.PRODUCT: OFF,
}
_FIRMNESS: Final = 0.2  # how little the intercepts of types that stand on few words are held to one another


@dataclass(frozen=True)
class Calibration:
    """How presence logits become probabilities, type by type, and the score from which a type's spans count."""

    slope: float
    intercepts: Floats
    thresholds: Floats


def fold(row: Row) -> int:
    """Which of the folds a row belongs to: rows that begin alike, or of one template, belong to one.

    >>> fold(Row("pupa", "1", "Dear Ann")) == fold(Row("pupa", "2", "dear  ann"))
    True
    """
    known = row.key if row.source in ("presidio_research", "templates") else beginning(row.text)
    return hashlib.sha256(known.encode("utf-8", "surrogatepass")).digest()[0] % FOLDS


def calibration(models: Sequence[Weights], rows: Sequence[Row]) -> Calibration:
    """Platt's scaling with an intercept a type, and of each type the score down to which a word more is worth it.

    The model of a fold never saw that fold's rows. A type of which at no score half of the words are right is off.
    """
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - only training needs it

    taggers = [Tagger(weights) for weights in models]
    judged = [row for row in rows if row.source in WEIGHTS]
    gold = np.concatenate([labels(row) for row in judged])
    logits = [taggers[fold(row)].logits(row.text) for row in judged]
    weights = np.array([WEIGHTS[row.source] for row in judged])
    weigh = np.repeat(weights, [len(each.presence) for each in logits])
    known = gold != UNKNOWN
    is_right, weigh = gold[known] >= 0, weigh[known]
    presence = np.concatenate([each.presence for each in logits])[known]
    best = np.concatenate([each.of_types.argmax(axis=1) for each in logits])[known]
    seen = np.column_stack([presence, best[:, None] == np.arange(len(TYPES))])
    model = LogisticRegression(C=_FIRMNESS, max_iter=1000).fit(seen, is_right, weigh)
    scores = model.predict_proba(seen)[:, 1]
    thresholds = [
        _threshold(entity_type, scores[best == at], is_right[best == at], weigh[best == at])
        for at, entity_type in enumerate(TYPES)
    ]
    slope, *intercepts = model.coef_[0]
    return Calibration(
        float(slope),
        np.asarray(intercepts + model.intercept_, dtype=np.float32),
        np.array(thresholds, dtype=np.float32),
    )


def _threshold(
    entity_type: EntityType, scores: NDArray[np.float64], is_right: NDArray[np.bool_], weigh: NDArray[np.float64]
) -> float:
    """The lowest score that is worth it and from which half of the words are right; OFF if there is none."""
    least = max(_LEAST_MARGIN_OF.get(entity_type, _LEAST_MARGIN), _FLOORS.get(entity_type, 0.0))
    for threshold in (least, *(each for each in _HIGHER if each > least)):
        claimed = scores >= threshold
        right = weigh[claimed & is_right]
        if len(right) >= _LEAST_WORDS and right.sum() >= _LEAST_PRECISION * weigh[claimed].sum():
            return threshold
    return OFF
