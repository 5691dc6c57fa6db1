from __future__ import annotations

from typing import Literal

import msgspec

from gateway.records import WrittenVerdict
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
    tally.written("c1", verdict("clean"))
    tally.written("c1", verdict("clean"))
    tally.written("c1", verdict("leaked", "clean"))
    assert counted() == {"evaluated": 0, "leaked": 0, "lost": 0}
    tally.expose()
    assert counted() == {"evaluated": 1, "leaked": 1, "lost": 0}
    tally.written("c2", verdict("lost"))
    tally.written("c2", verdict("leaked", "lost"))
    tally.written("c2", verdict("leaked", "lost"))
    assert counted() == {"evaluated": 2, "leaked": 2, "lost": 1}


def test_the_bound_counts_what_was_judged_since_the_configuration_changed() -> None:
    AuditTally("another", [KIND], ALL, 0.0).expose()
    assert metric("canarygate_leak_bound", surface="replies") == 1
    tally = AuditTally("another", [KIND], ALL, 0.0)
    tally.written("c3", verdict("leaked"))
    tally.expose()
    assert metric("canarygate_leak_bound", surface="egress") == 1
    current = AuditTally("settings", [KIND], ALL - {Surface.REPLIES}, 0.0)
    for number in range(10):
        current.written(f"d{number}", verdict("clean"))
    current.expose()
    assert 0.37 < metric("canarygate_leak_bound", surface="egress") < 0.38
    assert metric("canarygate_surface_unwatched", surface="replies") == 1


def test_what_leaks_late_counts_in_the_bound_also_where_it_was_evaluated_under_another_configuration() -> None:
    tally = AuditTally("later settings", [KIND], ALL, 0.0)
    for number in range(3):
        late = msgspec.structs.replace(verdict("leaked", "clean"), configuration="later settings")
        tally.written(f"e{number}", late)
    tally.expose()
    assert metric("canarygate_leak_bound", surface="egress") == 1
