from __future__ import annotations

from typing import Literal

from prometheus_client import generate_latest

from gateway.metrics import REGISTRY
from gateway.records import ClusterVerdict, LeakAcknowledged, MintedCanary, ProbeAnswered, WrittenVerdict
from gateway.types import Surface
from streams.auditor.tally import AuditTally
from streams.canaries.rates import ClusterLeaks
from streams.evidence.counts import AuditCounts
from tests.support.metrics import metric

ALL = frozenset(Surface)
KIND, CLIENT = "PASSPORT", "auditor"
NAMES = ("instances", "instances_leaked", "clusters", "clusters_leaking")


def verdict(
    outcome: Literal["clean", "leaked", "lost"], replaces: Literal["clean", "lost"] | None = None
) -> WrittenVerdict:
    return WrittenVerdict(
        canary_kind=KIND,
        surface=Surface.EGRESS,
        outcome=outcome,
        decided_ms=5_000,
        configuration="settings",
        replaces=replaces,
    )


def tallied(configuration: str = "settings", watched: frozenset[Surface] = ALL) -> tuple[AuditCounts, AuditTally]:
    counts = AuditCounts(configuration)
    return counts, AuditTally(counts, [KIND], [CLIENT], watched, 7.0)


def counted() -> dict[str, float]:
    names = ("evaluated", "leaked", "lost")
    return {
        name: metric(f"canarygate_canaries_{name}_total", surface="egress", kind=KIND, lane="live") for name in names
    }


def clusters(lane: str = "live") -> list[float]:
    return [metric(f"canarygate_canary_{name}_total", lane=lane) for name in NAMES]


def added(now: list[float], before: list[float]) -> list[float]:
    return [one - other for one, other in zip(now, before, strict=True)]


def test_what_earlier_processes_wrote_is_shown_only_when_all_was_read_and_then_what_each_record_adds() -> None:
    counts, tally = tallied()
    counts.take_verdict("c1", verdict("clean"))
    counts.take_verdict("c1", verdict("leaked", "clean"))
    before = counted()
    assert [*before.values()] == [0, 0, 0]
    tally.expose()
    assert counted() == {"evaluated": 1, "leaked": 1, "lost": 0}
    counts.take_verdict("c2", verdict("lost"))
    counts.take_verdict("c2", verdict("leaked", "lost"))
    for _ in range(2):
        tally.show()
        assert counted() == {"evaluated": 2, "leaked": 2, "lost": 1}


def test_a_canary_is_planted_when_its_probe_was_answered() -> None:
    counts, tally = tallied()
    tally.expose()
    before = metric("canarygate_canaries_planted_total", kind=KIND)
    assert metric("canarygate_last_planted_timestamp_seconds") == 7
    minted = MintedCanary(canary_kind=KIND, value="x", minted_ms=0, expires_ms=0, deadlines_ms={})
    counts.take_minted("c1", minted)
    tally.show()
    assert metric("canarygate_canaries_planted_total", kind=KIND) == before
    counts.take_minted("c1", ProbeAnswered(turn_id="t", answered_ms=9_000))
    tally.show()
    assert metric("canarygate_canaries_planted_total", kind=KIND) == before + 1
    assert metric("canarygate_last_planted_timestamp_seconds") == 9


def test_clusters_count_when_they_are_judged_and_those_that_leak_on_purpose_in_a_lane_of_their_own() -> None:
    counts, tally = tallied()
    tally.expose()
    live, control = clusters(), clusters("control")
    counts.take_verdict("0/1", ClusterVerdict(instances=5, leaked=2, decided_ms=0, configuration="settings"))
    counts.take_verdict("0/2", ClusterVerdict(instances=3, leaked=0, decided_ms=0, configuration="settings"))
    tally.show()
    tally.controlled_clusters([ClusterLeaks(1, 1)])
    assert added(clusters(), live) == [8, 2, 2, 1]
    assert added(clusters("control"), control) == [1, 1, 1, 1]


def test_the_bound_counts_what_was_judged_since_the_configuration_changed() -> None:
    counts, tally = tallied("another")
    counts.take_verdict("c3", verdict("leaked"))
    tally.expose()
    assert metric("canarygate_leak_bound", surface="egress") == 1
    counts, tally = tallied(watched=ALL - {Surface.REPLIES})
    for number in range(10):
        counts.take_verdict(f"d{number}", verdict("clean"))
    tally.expose()
    assert 0.37 < metric("canarygate_leak_bound", surface="egress") < 0.38
    assert metric("canarygate_surface_unwatched", surface="replies") == 1


def test_what_leaks_late_counts_in_the_bound_also_where_it_was_evaluated_under_another_configuration() -> None:
    counts, tally = tallied()
    for number in range(3):
        counts.take_verdict(f"e{number}", verdict("leaked", "clean"))
    tally.expose()
    assert metric("canarygate_leak_bound", surface="egress") == 1


def acknowledged(*surfaces: Surface) -> LeakAcknowledged:
    return LeakAcknowledged(surfaces=surfaces, person="anna", reason="the policy was wrong", acknowledged_ms=6_000)


def unacknowledged(surface: str = "egress") -> float:
    return metric("canarygate_canaries_unacknowledged", surface=surface, kind=KIND)


def test_a_leak_stands_until_it_is_acknowledged_also_where_earlier_processes_found_it() -> None:
    counts, tally = tallied()
    counts.take_verdict("c1", verdict("leaked"))
    tally.expose()
    assert unacknowledged() == 1
    counts.take_verdict("c2", verdict("leaked", "clean"))
    counts.take_verdict("c1", acknowledged(Surface.REPLIES))
    tally.show()
    assert unacknowledged() == 2
    counts.take_verdict("c1", acknowledged(Surface.EGRESS, Surface.REPLIES))
    tally.show()
    assert (unacknowledged(), unacknowledged("replies")) == (1, 0)


def test_nothing_that_a_person_wrote_stands_in_a_metric() -> None:
    counts, tally = tallied()
    counts.take_verdict("c1", verdict("leaked"))
    counts.take_verdict("c1", acknowledged(Surface.EGRESS))
    tally.expose()
    page = generate_latest(REGISTRY).decode()
    assert "anna" not in page
    assert "the policy was wrong" not in page
