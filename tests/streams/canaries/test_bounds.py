"""One bound is for a single look, the other holds while one looks all the time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from streams.canaries.bounds import anytime_upper, clean_needed, wilson_upper

PATHS, LOOKS = 2000, 2000
COUNTS = st.integers(0, 400).flatmap(lambda evaluated: st.tuples(st.integers(0, evaluated), st.just(evaluated)))


@pytest.mark.parametrize("bound", [wilson_upper, anytime_upper])
def test_nothing_is_known_where_nothing_was_evaluated(bound: Callable[[int, int], float]) -> None:
    assert bound(0, 0) == 1.0


@pytest.mark.parametrize(("leaked", "evaluated", "upper"), [(0, 10, 0.27753), (5, 50, 0.21360), (50, 50, 1.0)])
def test_wilsons_bound_is_the_published_one(leaked: int, evaluated: int, upper: float) -> None:
    assert wilson_upper(leaked, evaluated) == pytest.approx(upper, abs=1e-4)


@given(COUNTS)
def test_a_bound_lies_between_the_rate_and_one_and_the_anytime_one_above_wilsons(counts: tuple[int, int]) -> None:
    leaked, evaluated = counts
    rate = leaked / evaluated if evaluated else 1.0
    assert rate - 1e-12 <= wilson_upper(*counts) <= anytime_upper(*counts) + 1e-9 <= 1.0 + 1e-9


@given(COUNTS)
def test_a_clean_canary_lowers_a_bound_and_a_leaked_one_raises_it(counts: tuple[int, int]) -> None:
    leaked, evaluated = counts
    for bound in (wilson_upper, anytime_upper):
        now = bound(leaked, evaluated)
        assert bound(leaked, evaluated + 1) <= now + 1e-9
        assert bound(leaked + 1, evaluated + 1) >= now - 1e-9


def ever_missed(bound: Callable[[int, int], float], rate: float) -> float:
    """The share of paths on which the bound lies below the true rate at one look at least."""
    leaks = np.cumsum(np.random.default_rng(7).random((PATHS, LOOKS)) < rate, axis=1)
    missed = np.zeros(PATHS, bool)
    most = -1  # with how many leaks the bound still lies below the rate: never fewer at a later look
    for look in range(LOOKS):
        while bound(most + 1, look + 1) < rate:
            most += 1
        missed |= leaks[:, look] <= most
    return float(missed.mean())


@pytest.mark.parametrize("rate", [0.02, 0.1, 0.3])
def test_under_continuous_looking_the_anytime_bound_covers_and_wilsons_does_not(rate: float) -> None:
    anytime, wilson = ever_missed(anytime_upper, rate), ever_missed(wilson_upper, rate)
    print(f"rate {rate}: ever below it: anytime {anytime:.3f}, Wilson {wilson:.3f}")
    assert anytime <= 0.05
    assert wilson > 0.05


def test_the_anytime_bound_comes_down_to_the_rate() -> None:
    assert anytime_upper(0, 10_000) < 0.001
    assert anytime_upper(100, 10_000) < 0.015


@given(st.floats(0.001, 0.9))
def test_so_many_clean_canaries_show_an_objective_and_one_fewer_does_not(objective: float) -> None:
    needed = clean_needed(objective)
    assert anytime_upper(0, needed) <= objective < anytime_upper(0, needed - 1)
