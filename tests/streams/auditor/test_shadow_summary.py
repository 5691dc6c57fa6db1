from __future__ import annotations

from random import Random

import pytest

from gateway.types import Surface
from streams.auditor.shadow_summary import control_summary
from streams.canaries.rates import ClusterLeaks
from streams.canaries.scanner import Scanner


@pytest.mark.parametrize("seed", range(50))
def test_without_k_support_a_canary_reaches_the_summary_of_its_cluster_and_is_seen_there(seed: int) -> None:
    scanner = Scanner[str]()
    seen = control_summary(scanner, Random(seed))
    assert {each.surface: each.seen for each in seen.results} == {Surface.CANDIDATES: True, Surface.SUMMARIES: True}
    assert seen.clusters == (ClusterLeaks(instances=1, leaked=1),)
    assert len(scanner) == 0


def test_with_k_support_the_same_canary_stays_out_and_its_cluster_counts_as_clean() -> None:
    held = control_summary(Scanner[str](), Random(1), k=2)
    assert not any(each.seen for each in held.results)
    assert held.clusters == (ClusterLeaks(instances=1, leaked=0),)


def test_a_scanner_that_is_blind_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scanner, "scan", lambda *arguments, **options: [])
    assert not any(each.seen for each in control_summary(Scanner[str](), Random(1)).results)
