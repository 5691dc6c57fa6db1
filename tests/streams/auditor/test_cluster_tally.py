from __future__ import annotations

from gateway.records import ClusterVerdict
from streams.auditor.cluster_tally import ClusterTally
from streams.canaries.rates import ClusterLeaks
from tests.support.metrics import metric

NAMES = ("instances", "instances_leaked", "clusters", "clusters_leaking")


def verdict(instances: int, leaked: int) -> ClusterVerdict:
    return ClusterVerdict(instances=instances, leaked=leaked, decided_ms=0, configuration="settings")


def counted(lane: str) -> list[float]:
    return [metric(f"canarygate_canary_{name}_total", lane=lane) for name in NAMES]


def test_what_earlier_processes_wrote_of_clusters_is_counted_once_and_shown_only_when_all_was_read() -> None:
    before = counted("live")
    tally = ClusterTally()
    for _ in range(2):
        tally.written("0/1", verdict(5, 2))
        tally.written("0/2", verdict(3, 0))
    assert counted("live") == before
    tally.expose()
    assert [now - was for now, was in zip(counted("live"), before, strict=True)] == [8, 2, 2, 1]
    for _ in range(2):
        tally.written("0/3", verdict(1, 1))
    assert [now - was for now, was in zip(counted("live"), before, strict=True)] == [9, 3, 3, 2]


def test_clusters_that_leak_on_purpose_count_in_a_lane_of_their_own() -> None:
    live, before = counted("live"), counted("control")
    tally = ClusterTally()
    tally.expose()
    tally.controlled([ClusterLeaks(1, 1)])
    assert [now - was for now, was in zip(counted("control"), before, strict=True)] == [1, 1, 1, 1]
    assert counted("live") == live
