"""The noise has the distribution that the guarantee needs, the same again for a retry, and its cost is accounted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import exp, tanh

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, chi2_contingency

from streams.analytics.noise import Budget, BudgetSpent, Noise, RandomBits, Statistic, discrete_laplace, laplace_scale
from tests.support.summaries import counts_of, crowd

KEY = b"k" * 32
DRAWS = 20_000
EPSILON = Fraction(1, 100)  # of a window
IMPROBABLE = 1e-6
COUNTS = st.integers(0, 10**6)


def draws(scale: Fraction, number: int = DRAWS, key: bytes = KEY) -> list[int]:
    return [discrete_laplace(scale, RandomBits(key, (draw,))) for draw in range(number)]


def probability(value: int, scale: float) -> float:
    return tanh(1 / (2 * scale)) * exp(-abs(value) / scale)


def p_value(values: list[int], scale: float) -> float:
    """The probability of values that fit no better, by Pearson's test; values with few expected are taken together."""
    edges = [value for value in range(-200, 201) if probability(value, scale) * len(values) >= 20]
    observed = Counter(values)
    expected = [probability(value, scale) * len(values) for value in edges]
    rest = len(values) - sum(expected), len(values) - sum(observed[value] for value in edges)
    statistic = sum((observed[value] - each) ** 2 / each for value, each in zip(edges, expected, strict=True))
    return float(chi2.sf(statistic + (rest[1] - rest[0]) ** 2 / max(rest[0], 1), len(edges)))


@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(1), Fraction(6), Fraction(7, 3), Fraction(20)])
def test_draws_have_the_discrete_laplace_distribution(scale: Fraction) -> None:
    assert p_value(draws(scale), float(scale)) > IMPROBABLE


@pytest.mark.parametrize("wrong", [lambda x: x // 2, abs, lambda x: x + 1, lambda x: round(x * 1.1)])
def test_the_test_of_the_distribution_sees_a_wrong_one(wrong: Callable[[int], int]) -> None:
    assert p_value([wrong(draw) for draw in draws(Fraction(6))], 6.0) < IMPROBABLE


def test_integers_below_a_bound_are_uniform() -> None:
    for bound in (1, 2, 3, 7, 1000):
        drawn = [RandomBits(KEY, (bound, draw)).below(bound) for draw in range(DRAWS)]
        observed = np.bincount(drawn, minlength=bound)
        assert observed.shape == (bound,)
        assert chi2.sf(((observed - DRAWS / bound) ** 2 / (DRAWS / bound)).sum(), max(1, bound - 1)) > IMPROBABLE


def test_the_stream_of_one_label_goes_on_without_repeating() -> None:
    bits = RandomBits(KEY, ("label",))
    drawn = [bits.below(2**64) for _ in range(1000)]
    assert len(set(drawn)) == 1000


def test_a_retry_gives_the_same_noise_and_everything_else_another() -> None:
    noise = Noise(KEY, Fraction(1000), (0, 0))
    first = noise.noisy_count(7, Statistic.CONTRIBUTORS, 40)
    assert Noise(KEY, Fraction(1000), (0, 0)).noisy_count(7, Statistic.CONTRIBUTORS, 40) == first
    others = {
        Noise(b"o" * 32, Fraction(1000), (0, 0)).noisy_count(7, Statistic.CONTRIBUTORS, 40),
        Noise(KEY, Fraction(1000), (60, 0)).noisy_count(7, Statistic.CONTRIBUTORS, 40),
        Noise(KEY, Fraction(1000), (0, 1)).noisy_count(7, Statistic.CONTRIBUTORS, 40),
        noise.noisy_count(8, Statistic.CONTRIBUTORS, 40),
        noise.noisy_count(7, Statistic.CONVERSATIONS, 40),
        noise.noisy_count(7, Statistic.CONTRIBUTORS, 41) - 1,
    }
    assert len(others) == 6
    assert first not in others


def test_a_key_that_can_be_guessed_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 32 bytes"):
        Noise(b"short", Fraction(1), (0, 0)).noisy_count(7, Statistic.CONTRIBUTORS, 40)


def test_noise_does_not_print_its_key() -> None:
    assert "kkk" not in repr(Noise(KEY, Fraction(1), (0, 0)))


@pytest.mark.parametrize("most", [1, 3, 10])
def test_one_contributor_changes_all_counts_by_no_more_than_the_scale_allows_for(most: int) -> None:
    """The sensitivity: all counts of a window with and without the contributor who says the most."""
    quiet = list(crowd("refund", 30))
    loud = [("loud", "refund")] * 50
    without, everyone = counts_of(quiet, most_conversations=most), counts_of([*quiet, *loud], most_conversations=most)
    change = len(everyone.contributors) - len(without.contributors) + everyone.conversations - without.conversations
    assert change / laplace_scale(EPSILON, most) <= EPSILON


@pytest.mark.parametrize("epsilon", [Fraction(1), Fraction(1, 10), Fraction(5, 2)])
@pytest.mark.parametrize("most", [1, 3, 10])
def test_opendp_accounts_the_same_epsilon(epsilon: Fraction, most: int) -> None:
    dp = pytest.importorskip("opendp.prelude", reason="OpenDP is not installed")
    dp.enable_features("contrib")
    counts = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    mechanism = dp.m.make_laplace(*counts, scale=float(laplace_scale(epsilon, most)))
    assert mechanism.map(2 * most) == pytest.approx(float(epsilon), rel=1e-12)


def test_opendps_draws_and_ours_are_of_one_distribution() -> None:
    dp = pytest.importorskip("opendp.prelude", reason="OpenDP is not installed")
    dp.enable_features("contrib")
    mechanism = dp.m.make_laplace(dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int), scale=6.0)
    bins = np.arange(-20.5, 21.5)
    table = [np.histogram(np.clip(values, -20, 20), bins)[0] for values in (mechanism([0] * DRAWS), draws(Fraction(6)))]
    assert chi2_contingency(table).pvalue > IMPROBABLE


def test_a_budget_refuses_what_it_does_not_afford() -> None:
    budget = Budget(Fraction(2), period=100).charged((0, 0), Fraction(1)).charged((0, 1), Fraction(1))
    assert not budget.affords((50, 0), Fraction(1, 1000))
    with pytest.raises(BudgetSpent, match="more than the privacy budget has left"):
        budget.charged((50, 0), Fraction(1, 1000))


def test_a_release_that_was_paid_for_costs_nothing_again() -> None:
    budget = Budget(Fraction(1), period=100).charged((0, 0), Fraction(1))
    assert budget.affords((0, 0), Fraction(1))
    assert budget.charged((0, 0), Fraction(1)) == budget


def test_what_was_spent_a_period_ago_counts_no_more() -> None:
    budget = Budget(Fraction(1), period=100).charged((0, 0), Fraction(1))
    assert not budget.affords((99, 0), Fraction(1))
    assert budget.affords((100, 0), Fraction(1))


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 2), st.fractions(Fraction(1, 10), 2)), max_size=30))
def test_no_period_ever_costs_more_than_the_limit(asked: list[tuple[int, int, Fraction]]) -> None:
    budget = Budget(Fraction(3), period=50)
    for window, release, epsilon in asked:
        if budget.affords((window, release), epsilon):
            budget = budget.charged((window, release), epsilon)
    for start in range(300):
        assert sum(cost for (window, _), cost in budget.spent.items() if start <= window < start + 50) <= budget.limit
