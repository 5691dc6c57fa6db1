"""The two rates equal the paper's formulas, term by term."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from streams.canaries.rates import ClusterLeaks, leak_rates

# A published cluster: its canaries, each with the number of its conversations, and whether it stands in the summary.
CLUSTERS = st.lists(st.lists(st.tuples(st.integers(1, 4), st.booleans()), max_size=5), max_size=8)


@given(CLUSTERS)
def test_the_rates_are_the_papers(clusters: list[list[tuple[int, bool]]]) -> None:
    rates = leak_rates(
        ClusterLeaks(sum(count for count, _ in each), sum(count for count, leaked in each if leaked))
        for each in clusters
    )
    pairs = [leaked for each in clusters for count, leaked in each for _ in range(count)]
    held = [each for each in clusters if each]
    assert rates.lr_canary == (sum(pairs) / len(pairs) if pairs else 0.0)
    assert rates.lr_cluster == (sum(any(leaked for _, leaked in each) for each in held) / len(held) if held else 0.0)


def test_the_papers_own_figures() -> None:
    leaking, clean = [ClusterLeaks(35, 1)] * 49 + [ClusterLeaks(35, 2)], [ClusterLeaks(42, 0), ClusterLeaks(43, 0)]
    rates = leak_rates([*leaking, *clean])
    assert (rates.leaked_instances, rates.instances) == (51, 1835)
    assert (round(rates.lr_canary, 4), round(rates.lr_cluster, 3)) == (0.0278, 0.962)
