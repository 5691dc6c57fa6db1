from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from lab.reporting.statistics import estimate, rate


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=30))
def test_the_interval_of_a_mean_is_students(values: list[float]) -> None:
    found = estimate(values)
    spread = stats.sem(values)
    if spread > 1e-9:
        low, high = stats.t.interval(0.95, len(values) - 1, found.value, spread)
        assert (found.low, found.high) == pytest.approx((low, high), abs=0.002 * spread)


@given(st.integers(0, 500), st.integers(1, 500))
def test_the_interval_of_a_share_is_wilsons(part: int, more: int) -> None:
    found = rate(part, part + more)
    reference = stats.binomtest(part, part + more).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((reference.low, reference.high), abs=1e-4)


def test_one_value_has_no_interval() -> None:
    assert estimate([2.0]).low == estimate([2.0]).high == 2.0
