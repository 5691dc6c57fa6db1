from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="needs the extra 'train'")

from gateway.detection.names.weights import Weights
from gateway.types import EntityType
from lab.training.calibration import FOLDS, OFF, calibration, fold
from lab.training.labels import TYPES
from lab.training.rows import Row
from tests.gateway.detection.names.models import UNITS, small_model

NAME = TYPES.index(EntityType.NAME)


def models() -> list[Weights]:
    """Returns for each fold a model that finds the small model's words as names and knows all types."""
    small = small_model()
    out = np.zeros((UNITS, 1 + len(TYPES)), dtype=np.int8)
    out[:, 1 + NAME] = small.out[:, 1]
    bias = np.full(1 + len(TYPES), -60, dtype=np.float32)
    bias[[0, 1 + NAME]] = 0, -5
    scale = np.full(1 + len(TYPES), 0.001, dtype=np.float32)
    return [replace(small, types=TYPES, out=out, out_bias=bias, out_scale=scale)] * FOLDS


def rows(share_of_names: float) -> list[Row]:
    """Returns thirty prompts that begin with Ann, which is labelled as a name in some of them."""
    name = ((0, 3, EntityType.NAME),)
    return [
        Row("wildchat", str(number), f"Ann {'x' * number} the", name if number < 30 * share_of_names else ())
        for number in range(30)
    ]


def test_a_type_that_is_mostly_right_counts() -> None:
    assert calibration(models(), rows(0.8)).thresholds[NAME] < 1


def test_a_type_that_is_mostly_wrong_is_off() -> None:
    assert calibration(models(), rows(0.3)).thresholds[NAME] == OFF


def test_a_type_that_is_right_only_at_high_scores_counts_from_a_high_score() -> None:
    name = ((6, 10, EntityType.NAME),)
    doubtful = [
        Row("wildchat", f"doubtful {number}", f"named Blue {'y' * number} the", name if number % 10 < 3 else ())
        for number in range(120)
    ]
    assert calibration(models(), doubtful).thresholds[NAME] == OFF
    assert 0.3 <= calibration(models(), [*rows(0.9), *doubtful]).thresholds[NAME] <= 0.8


def test_a_score_is_the_share_that_is_right() -> None:
    found = calibration(models(), rows(0.8))
    logit = found.slope * 5 + found.intercepts[NAME]
    assert 1 / (1 + np.exp(-logit)) == pytest.approx(0.8, abs=0.05)


def test_rows_of_one_template_and_prompts_that_begin_alike_are_of_one_fold() -> None:
    text = "Please write a letter to my landlord about "
    assert len({fold(Row("pupa", str(number), f"{text}{number}")) for number in range(20)}) == 1
    assert len({fold(Row("presidio_research", "7", f"{number}{text}")) for number in range(20)}) == 1
    assert len({fold(Row("presidio_research", str(number), text)) for number in range(20)}) == FOLDS
