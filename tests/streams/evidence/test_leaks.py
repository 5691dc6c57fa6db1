from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.records import AuditVerdict, CandidateVerdict, LeakAcknowledged, WrittenVerdict
from gateway.types import Surface
from streams.evidence.leaks import OpenLeaks

SURFACES = (Surface.EGRESS, Surface.REPLIES)


def leaked(surface: Surface) -> WrittenVerdict:
    return WrittenVerdict(canary_kind="email", surface=surface, outcome="leaked", decided_ms=0, configuration="")


def acknowledged(*surfaces: Surface) -> LeakAcknowledged:
    return LeakAcknowledged(surfaces=surfaces, person="anna", reason="known", acknowledged_ms=0)


def still_open(*told: tuple[str, AuditVerdict]) -> set[tuple[str, Surface]]:
    leaks = OpenLeaks()
    for canary, verdict in told:
        leaks.take(canary, verdict)
    return {*leaks.kinds}


def test_a_leak_is_open_until_it_is_acknowledged_on_its_surface() -> None:
    told = [("c1", leaked(Surface.EGRESS)), ("c1", leaked(Surface.REPLIES)), ("c2", leaked(Surface.EGRESS))]
    assert still_open(*told, ("c1", acknowledged(Surface.EGRESS))) == {
        ("c1", Surface.REPLIES),
        ("c2", Surface.EGRESS),
    }


def test_a_leak_on_another_surface_later_is_open() -> None:
    before, after = ("c1", leaked(Surface.EGRESS)), ("c1", leaked(Surface.REPLIES))
    assert still_open(before, ("c1", acknowledged(Surface.EGRESS)), after) == {("c1", Surface.REPLIES)}


def test_what_is_no_leak_and_an_answer_about_a_summary_open_nothing() -> None:
    clean = WrittenVerdict(canary_kind="email", surface=Surface.EGRESS, outcome="clean", decided_ms=0, configuration="")
    assert still_open(("c1", clean), ("0/1", CandidateVerdict(clean=False))) == set()


@given(st.lists(st.tuples(st.sampled_from(["c1", "c2"]), st.booleans(), st.sampled_from(SURFACES))))
def test_open_is_what_leaked_and_was_not_acknowledged_in_whatever_order_and_however_often_it_is_told(
    told: list[tuple[str, bool, Surface]],
) -> None:
    records: list[tuple[str, AuditVerdict]] = [
        (canary, leaked(surface) if leaks else acknowledged(surface)) for canary, leaks, surface in told
    ]
    leaks = {(canary, surface) for canary, leaks, surface in told if leaks}
    known = {(canary, surface) for canary, leaks, surface in told if not leaks}
    assert still_open(*records) == leaks - known
