from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from gateway.records import (
    AuditVerdict,
    ClusterVerdict,
    KeptCounts,
    LeakAcknowledged,
    Minted,
    MintedCanary,
    ProbeAnswered,
    WrittenVerdict,
    decode,
    encode,
)
from gateway.types import Surface
from streams.evidence.counts import MOST_REMEMBERED, AuditCounts

SETTINGS = "settings"
Told = tuple[str, Minted | AuditVerdict]


def minted(kind: str) -> MintedCanary:
    return MintedCanary(canary_kind=kind, value="never kept", minted_ms=1, expires_ms=9, deadlines_ms={})


ids = st.sampled_from(["c1", "c2", "c3"])
surfaces = st.sampled_from([Surface.EGRESS, Surface.REPLIES])
settings = st.sampled_from([SETTINGS, "others"])
verdicts = st.builds(
    WrittenVerdict,
    canary_kind=st.just("email"),
    surface=surfaces,
    outcome=st.sampled_from(["clean", "leaked", "lost"]),
    decided_ms=st.integers(0, 99),
    configuration=settings,
    replaces=st.sampled_from([None, "clean", "lost"]),
)
clusters = st.builds(
    ClusterVerdict,
    instances=st.integers(1, 9),
    leaked=st.integers(0, 1),
    decided_ms=st.integers(0, 99),
    configuration=settings,
)
acknowledgements = st.builds(
    LeakAcknowledged,
    surfaces=st.tuples(surfaces),
    person=st.just("anna"),
    reason=st.just("known"),
    acknowledged_ms=st.integers(0, 99),
)
answers = st.builds(ProbeAnswered, turn_id=st.just("t"), answered_ms=st.integers(0, 99))
told = st.one_of(
    st.tuples(ids, st.one_of(verdicts, acknowledgements, answers, st.sampled_from(["email", "phone"]).map(minted))),
    st.tuples(st.sampled_from(["0/1", "0/2"]), clusters),
)


def tell(counts: AuditCounts, records: Sequence[Told], *, kept: bool = False) -> None:
    for key, record in records:
        if isinstance(record, MintedCanary | ProbeAnswered):
            counts.take_minted(key, record, kept=kept)
        else:
            counts.take_verdict(key, record, kept=kept)


def counted(*records: Told) -> AuditCounts:
    counts = AuditCounts(SETTINGS)
    tell(counts, records)
    return counts


@given(st.lists(told), st.integers(0, 30), st.integers(0, 30))
def test_what_is_kept_and_taken_up_again_counts_as_if_nobody_had_stopped(
    records: list[Told], stop: int, again: int
) -> None:
    """Whatever is read again before the place where it was kept, and wherever that is, nothing counts twice."""
    resumed = AuditCounts(SETTINGS)
    resumed.restore(decode(encode(counted(*records[:stop]).keep()), KeptCounts))
    tell(resumed, records[:stop], kept=True)
    tell(resumed, records[stop:])
    assert resumed.keep() == counted(*records).keep()
    # Positions may have been kept late or early by one who read the same records twice.
    tell(resumed, records[max(0, stop - again) :])
    assert resumed.verdicts == counted(*records).verdicts


def test_a_canary_counts_once_on_a_surface_whoever_judged_it_and_once_more_if_it_leaks_late() -> None:
    def verdict(outcome: str, replaces: str | None = None) -> Told:
        fields = {"canary_kind": "email", "surface": Surface.EGRESS, "decided_ms": 0, "configuration": SETTINGS}
        return "c1", WrittenVerdict(outcome=outcome, replaces=replaces, **fields)  # type: ignore[arg-type]

    counts = counted(verdict("lost"), verdict("clean"), verdict("lost"), verdict("leaked", "lost"), verdict("leaked"))
    assert {of: count for (_, _, of), count in counts.verdicts.items()} == {"lost": 1, "evaluated": 1, "leaked": 1}


def test_counts_of_another_configuration_do_not_stand_in_the_bound() -> None:
    verdict = WrittenVerdict(
        canary_kind="email", surface=Surface.EGRESS, outcome="clean", decided_ms=0, configuration=SETTINGS
    )
    kept = counted(("c1", verdict)).keep()
    same, other = AuditCounts(SETTINGS), AuditCounts("others")
    for counts in (same, other):
        counts.restore(kept)
    assert (same.current.total(), other.current.total()) == (1, 0)
    assert same.verdicts == other.verdicts


def test_what_is_kept_holds_no_value_and_no_word_of_a_person() -> None:
    acknowledged = LeakAcknowledged(surfaces=(Surface.EGRESS,), person="anna", reason="known", acknowledged_ms=0)
    counts = counted(("c1", minted("email")), ("c1", acknowledged))
    kept = encode(counts.keep())
    assert not [word for word in (b"never kept", b"anna", b"known") if word in kept]


def test_canaries_that_never_go_through_the_edge_are_forgotten() -> None:
    counts = AuditCounts(SETTINGS)
    for number in range(2 * MOST_REMEMBERED):
        counts.take_minted(f"c{number}", minted("email"))
    for number in range(2 * MOST_REMEMBERED):
        counts.take_minted(f"c{number}", ProbeAnswered(turn_id="t", answered_ms=1))
    assert counts.planted["email"] == MOST_REMEMBERED
