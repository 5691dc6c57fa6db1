"""river's own checks of estimators, those of its general list and those that it runs over data.

river yields no data for clusterers and for transformers of texts, so its checks over data run here over a few rows of
ours. These do not apply: checks of predictions against labels; those of ``predict_many`` and ``transform_many`` (for
pandas frames; ours take sparse rows and texts); ``check_learn_many_matches_learn_one`` (how a stream is cut into
batches is part of what the state follows from); ``check_seeding_is_idempotent`` (for an unset seed; ours is always
set); and, for texts, the checks that leave out, add or shuffle features.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from itertools import chain

import pytest
from river import checks
from river.base import Estimator
from river.checks import common
from river.datasets import TrumpApproval

from streams.analytics.hashing import HashedTfIdf
from streams.analytics.mini_batch import MiniBatchKMeans

ROWS = [(row, None) for row, _ in TrumpApproval().take(200)]  # type: ignore[no-untyped-call]
TEXTS = [(f"prune roses number{number % 7} in garden{number % 3}", None) for number in range(200)]
OVER_DATA = (
    common.check_learn_one,
    common.check_pickling,
    common.check_predict_one_pure,
    common.check_predict_one_before_any_learn,
    common.check_clone_is_independent,
    common.check_bounded_memory_growth,
)
OVER_FEATURES = (
    common.check_shuffle_features_no_impact,
    common.check_emerging_features,
    common.check_disappearing_features,
    common.check_radically_disappearing_features,
    common.check_no_state_aliasing_with_input,
)
CASES = [
    *((model, check) for model in (MiniBatchKMeans(), HashedTfIdf()) for check in checks.yield_checks(model)),
    *((MiniBatchKMeans(), partial(check, dataset=ROWS)) for check in chain(OVER_DATA, OVER_FEATURES)),
    *((HashedTfIdf(), partial(check, dataset=TEXTS)) for check in (*OVER_DATA, common.check_transform_one)),
]


def _name(case: object) -> str:
    return str(getattr(getattr(case, "func", case), "__name__", type(case).__name__))


@pytest.mark.parametrize(("model", "check"), CASES, ids=_name)
def test_river_finds_nothing_wrong(model: Estimator, check: Callable[[Estimator], None]) -> None:
    check(model.clone())


def test_river_skips_none_of_its_checks() -> None:
    assert not MiniBatchKMeans()._unit_test_skips()
    assert not HashedTfIdf()._unit_test_skips()


def test_predicting_leaves_a_clusterer_and_its_input_as_they_were() -> None:
    model = MiniBatchKMeans()
    for row, _ in ROWS:
        model.learn_one(row)
    row = copy.deepcopy(ROWS[0][0])
    assert model.predict_one(row) == model.predict_one(row)
    assert row == ROWS[0][0]
