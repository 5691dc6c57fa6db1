"""Calibrates scores and sets thresholds, with models of folds that never saw the rows they judge."""

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
OFF: Final = 2.0  # a threshold that no score reaches
# Sources with labels by others, and the weight of a word in each: real prompts count most.
WEIGHTS: Final[Mapping[str, float]] = {
    "wildchat": 4.0,
    "sharegpt": 4.0,
    "medqa": 1.0,
    "casehold": 0.3,
    "presidio_research": 1.0,
    "wnut17": 0.3,
    "pupa": 0.5,
}
# F2 is highest if further words count as long as one in five or six of them is right. If half of the labels are
# missing, as on real prompts, a higher margin costs little.
_LEAST_MARGIN: Final = 0.23
_LEAST_MARGIN_OF: Final = {EntityType.NAME: 0.2}
_HIGHER: Final = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
_LEAST_PRECISION: Final = 0.5
_LEAST_WORDS: Final = 5
# Types that patterns find better, and products, which are only learned so that they are not taken for names.
_FLOORS: Final = {
    EntityType.ONLINE_IDENTITY: 0.7,
    EntityType.PHONE_NUMBER: 0.6,
    EntityType.ID_NUMBER: 0.6,
    EntityType.PRODUCT: OFF,
}
_FIRMNESS: Final = 0.2  # inverse strength of the regularization that keeps intercepts of rare types near the others


@dataclass(frozen=True)
class Calibration:
    """The parameters that turn presence logits into probabilities, and the score from which a type's spans count."""

    slope: float
    intercepts: Floats
    thresholds: Floats


def fold(row: Row) -> int:
    """Returns the number of a row's fold; rows with the same beginning or template are in the same fold.

    >>> fold(Row("pupa", "1", "Dear Ann")) == fold(Row("pupa", "2", "dear  ann"))
    True
    """
    known = row.key if row.source in ("presidio_research", "templates") else beginning(row.text)
    return hashlib.sha256(known.encode("utf-8", "surrogatepass")).digest()[0] % FOLDS


def calibration(models: Sequence[Weights], rows: Sequence[Row]) -> Calibration:
    """Returns Platt's scaling with an intercept per type, and each type's lowest score that improves F2.

    The model of a fold never saw that fold's rows. A type is off if at no score half of its words are right.
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
    """Returns the lowest worthwhile score from which half of the words are right; OFF if there is none."""
    least = max(_LEAST_MARGIN_OF.get(entity_type, _LEAST_MARGIN), _FLOORS.get(entity_type, 0.0))
    for threshold in (least, *(each for each in _HIGHER if each > least)):
        claimed = scores >= threshold
        right = weigh[claimed & is_right]
        if len(right) >= _LEAST_WORDS and right.sum() >= _LEAST_PRECISION * weigh[claimed].sum():
            return threshold
    return OFF
