from __future__ import annotations

from typing import Literal

import msgspec
from prometheus_client import generate_latest

from gateway.metrics import REGISTRY
from gateway.records import LeakAcknowledged, WrittenVerdict
from gateway.types import Surface
from streams.auditor.tally import AuditTally
from tests.support.metrics import metric

ALL = frozenset(Surface)
KIND = "PASSPORT"


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


def counted() -> dict[str, float]:
    names = ("evaluated", "leaked", "lost")
    return {
        name: metric(f"canarygate_canaries_{name}_total", surface="egress", kind=KIND, lane="live") for name in names
    }


def test_what_earlier_processes_wrote_is_counted_once_and_shown_only_when_all_was_read() -> None:
    tally = AuditTally("settings", [KIND], ALL, 0.0)
    tally.take("c1", verdict("clean"))
    tally.take("c1", verdict("clean"))
    tally.take("c1", verdict("leaked", "clean"))
    assert counted() == {"evaluated": 0, "leaked": 0, "lost": 0}
    tally.expose()
    assert counted() == {"evaluated": 1, "leaked": 1, "lost": 0}
    tally.take("c2", verdict("lost"))
    tally.take("c2", verdict("leaked", "lost"))
    tally.take("c2", verdict("leaked", "lost"))
    assert counted() == {"evaluated": 2, "leaked": 2, "lost": 1}


def test_the_bound_counts_what_was_judged_since_the_configuration_changed() -> None:
    AuditTally("another", [KIND], ALL, 0.0).expose()
    assert metric("canarygate_leak_bound", surface="replies") == 1
    tally = AuditTally("another", [KIND], ALL, 0.0)
    tally.take("c3", verdict("leaked"))
    tally.expose()
    assert metric("canarygate_leak_bound", surface="egress") == 1
    current = AuditTally("settings", [KIND], ALL - {Surface.REPLIES}, 0.0)
    for number in range(10):
        current.take(f"d{number}", verdict("clean"))
    current.expose()
    assert 0.37 < metric("canarygate_leak_bound", surface="egress") < 0.38
    assert metric("canarygate_surface_unwatched", surface="replies") == 1


def test_what_leaks_late_counts_in_the_bound_also_where_it_was_evaluated_under_another_configuration() -> None:
    tally = AuditTally("later settings", [KIND], ALL, 0.0)
    for number in range(3):
        late = msgspec.structs.replace(verdict("leaked", "clean"), configuration="later settings")
        tally.take(f"e{number}", late)
    tally.expose()
    assert metric("canarygate_leak_bound", surface="egress") == 1


def acknowledged(*surfaces: Surface) -> LeakAcknowledged:
    return LeakAcknowledged(surfaces=surfaces, person="anna", reason="the policy was wrong", acknowledged_ms=6_000)


def unacknowledged() -> float:
    return metric("canarygate_canaries_unacknowledged", surface="egress", kind=KIND)


def test_a_leak_stands_until_it_is_acknowledged_also_where_earlier_processes_found_it() -> None:
    tally = AuditTally("settings", [KIND], ALL, 0.0)
    tally.take("c1", verdict("leaked"))
    tally.take("c2", verdict("clean"))
    tally.expose()
    assert unacknowledged() == 1
    tally.take("c2", verdict("leaked", "clean"))
    tally.take("c1", acknowledged(Surface.REPLIES))
    assert unacknowledged() == 2
    tally.take("c1", acknowledged(Surface.EGRESS, Surface.REPLIES))
    tally.take("c1", acknowledged(Surface.EGRESS))
    assert unacknowledged() == 1
    assert metric("canarygate_canaries_unacknowledged", surface="replies", kind=KIND) == 0


def test_nothing_that_a_person_wrote_stands_in_a_metric() -> None:
    tally = AuditTally("settings", [KIND], ALL, 0.0)
    tally.expose()
    tally.take("c1", verdict("leaked"))
    tally.take("c1", acknowledged(Surface.EGRESS))
    page = generate_latest(REGISTRY).decode()
    assert "anna" not in page
    assert "the policy was wrong" not in page
