"""Verdicts follow from events alone: each canary gets one on each surface, and a restart changes none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from streams.canaries.forms import Form
from streams.canaries.verdicts import (
    GRACE_SECONDS,
    LONGEST_STEP_SECONDS,
    CanaryCounts,
    CanaryEvent,
    CanaryExpired,
    CanaryLeaked,
    CanaryOutcome,
    CanaryPassed,
    CanaryPlanted,
    CanaryVerdict,
    ClockTicked,
    Verdicts,
    counted,
    plus,
)

SURFACES = ("egress", "logs")
NAMES = ("c1", "c2", "c3")


def planted(canary: str, at: float = 0.0, within: float = 60.0) -> CanaryPlanted:
    return CanaryPlanted(canary, "EMAIL", at, dict.fromkeys(SURFACES, at + within))


def ticking(verdicts: Verdicts, first: float, last: float) -> list[CanaryVerdict]:
    """What follows while the clock runs evenly."""
    return [each for now in range(int(first), int(last) + 1) for each in verdicts.on(ClockTicked(float(now)))]


def fed(events: Sequence[CanaryEvent]) -> tuple[Verdicts, list[CanaryVerdict]]:
    verdicts = Verdicts()
    return verdicts, [verdict for event in events for verdict in verdicts.on(event)]


def test_what_passed_is_clean_at_its_deadline_and_what_never_passed_is_lost() -> None:
    verdicts, none = fed([planted("c1"), CanaryPassed("c1", "egress")])
    assert not none
    assert not ticking(verdicts, 0, 59)
    made = {each.surface: each for each in ticking(verdicts, 60, 60)}
    assert made["egress"] == CanaryVerdict("c1", "EMAIL", "egress", CanaryOutcome.CLEAN, 60.0)
    assert made["logs"].outcome is CanaryOutcome.LOST
    assert verdicts.outstanding() == {"egress": 0, "logs": 0}


def test_a_leak_is_a_verdict_at_once_and_only_once() -> None:
    verdicts, made = fed([planted("c1"), *[CanaryLeaked("c1", "egress", Form.ENCODED, at) for at in (3.0, 4.0)]])
    assert made == [CanaryVerdict("c1", "EMAIL", "egress", CanaryOutcome.LEAKED, 3.0, Form.ENCODED)]
    assert [each.surface for each in ticking(verdicts, 0, 90)] == ["logs"]


def test_the_next_verdict_is_due_at_the_earliest_deadline_that_still_waits_for_one() -> None:
    verdicts, _ = fed([planted("c1", within=50.0), planted("c2", within=60.0)])
    assert verdicts.next_due() == 50.0
    for surface in SURFACES:
        verdicts.on(CanaryLeaked("c1", surface, Form.VERBATIM, 1.0))
    assert verdicts.next_due() == 60.0
    verdicts.on(CanaryExpired("c2"))
    assert verdicts.next_due() is None


def test_a_leak_after_the_deadline_replaces_the_verdict() -> None:
    verdicts, _ = fed([planted("c1"), CanaryPassed("c1", "egress")])
    made = ticking(verdicts, 0, 90)
    late = [
        *verdicts.on(CanaryLeaked("c1", "egress", Form.VERBATIM, 91.0)),
        *verdicts.on(CanaryLeaked("c1", "logs", Form.VERBATIM, 92.0)),
    ]
    assert [each.replaces for each in late] == [CanaryOutcome.CLEAN, CanaryOutcome.LOST]
    assert counted([*made, *late]) == {
        ("egress", "EMAIL"): CanaryCounts(evaluated=1, leaked=1, lost=0),
        ("logs", "EMAIL"): CanaryCounts(evaluated=1, leaked=1, lost=1),
    }


def test_a_leak_where_the_canary_was_never_expected_counts_there() -> None:
    _, made = fed([planted("c1"), CanaryLeaked("c1", "metrics", Form.VERBATIM, 1.0)])
    assert counted(made) == {("metrics", "EMAIL"): CanaryCounts(evaluated=1, leaked=1, lost=0)}


def test_what_is_not_known_or_expired_changes_nothing() -> None:
    assert fed([planted("c1"), CanaryExpired("c1")])[0].outstanding() == dict.fromkeys(SURFACES, 0)
    verdicts, made = fed([planted("c1"), CanaryExpired("c1"), CanaryLeaked("c1", "egress", Form.VERBATIM, 1.0)])
    assert not made
    assert not ticking(verdicts, 0, 90)
    assert not verdicts.on(CanaryPassed("c9", "egress"))
    assert verdicts.state() == {}


def test_a_clock_that_leaps_ahead_judges_nothing_before_consumers_had_time() -> None:
    verdicts, _ = fed([planted("c1", within=1000.0)])
    ticking(verdicts, 0, 100)
    assert not ticking(verdicts, 5000, 5000 + GRACE_SECONDS - 1)
    verdicts.on(CanaryPassed("c1", "egress"))
    outcomes = {each.surface: each.outcome for each in ticking(verdicts, 5000 + GRACE_SECONDS, 5000 + GRACE_SECONDS)}
    assert outcomes == {"egress": CanaryOutcome.CLEAN, "logs": CanaryOutcome.LOST}


def test_a_clock_that_leaps_ahead_and_back_judges_nothing_early() -> None:
    verdicts, _ = fed([planted("c1")])
    ticking(verdicts, 0, 10)
    assert not verdicts.on(ClockTicked(10_000.0))
    assert not ticking(verdicts, 11, 59)
    assert len(ticking(verdicts, 60, 90)) == 2


def test_a_clock_that_is_set_back_still_comes_to_its_verdicts() -> None:
    verdicts, _ = fed([planted("c1", at=1000.0)])
    ticking(verdicts, 1000, 1010)
    assert not ticking(verdicts, 400, 1059)
    assert len(ticking(verdicts, 1060, 1060)) == 2


def test_ticks_that_are_too_far_apart_judge_nothing() -> None:
    verdicts, _ = fed([planted("c1")])
    assert not [each for n in range(50) for each in verdicts.on(ClockTicked(n * (LONGEST_STEP_SECONDS + 1)))]


def test_after_a_restart_nothing_is_judged_before_consumers_had_time() -> None:
    verdicts, _ = fed([planted("c1")])
    assert not ticking(verdicts, 500, 500 + GRACE_SECONDS - 1)
    assert len(ticking(verdicts, 500 + GRACE_SECONDS, 500 + GRACE_SECONDS)) == 2


PLANTED = st.tuples(
    *(st.builds(planted, st.just(each), st.just(0.0), st.sampled_from((5.0, 40.0, 80.0))) for each in NAMES)
)
FOUND = st.builds(
    CanaryLeaked, st.sampled_from(NAMES), st.sampled_from((*SURFACES, "metrics")), st.sampled_from(Form), st.just(1.0)
)
EVENTS = st.lists(
    st.one_of(st.builds(CanaryPassed, st.sampled_from(NAMES), st.sampled_from(SURFACES)), FOUND, st.just("tick")),
    max_size=40,
)


def timed(events: list[CanaryEvent | str]) -> list[CanaryEvent]:
    """The events, with a clock that goes on by five seconds at each tick."""
    seconds = iter(range(0, 1000, 5))
    return [ClockTicked(float(next(seconds))) if isinstance(event, str) else event for event in events]


def decided(verdicts: Iterable[CanaryVerdict]) -> Counter[tuple[str, str]]:
    return Counter((each.canary, each.surface) for each in verdicts if each.replaces is None)


def outstanding(verdicts: Verdicts) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for (_, surface), (_, _, _, outcome) in verdicts.state().items():
        counts[surface] += outcome is None
    return dict(counts)


def leaked(verdicts: Iterable[CanaryVerdict]) -> set[tuple[str, str]]:
    return {(each.canary, each.surface) for each in verdicts if each.outcome is CanaryOutcome.LEAKED}


@given(PLANTED, EVENTS)
def test_each_canary_has_one_verdict_on_a_surface_and_leaks_never_exceed_what_was_evaluated(
    plants: tuple[CanaryPlanted, ...], events: list[CanaryEvent | str]
) -> None:
    verdicts, made = fed([*plants, *timed(events)])
    assert verdicts.outstanding() == outstanding(verdicts)
    made += ticking(verdicts, 200, 400)
    assert set(decided(made).values()) == {1}
    assert {(name, surface) for name in NAMES for surface in SURFACES} <= decided(made).keys()
    assert leaked(made) == {(event.canary, event.surface) for event in events if isinstance(event, CanaryLeaked)}
    assert all(counts.leaked <= counts.evaluated for counts in counted(made).values())


@given(PLANTED, EVENTS, st.integers(0, 3))
def test_a_restart_gives_the_same_state_and_again_the_verdicts_that_were_not_written(
    plants: tuple[CanaryPlanted, ...], events: list[CanaryEvent | str], unwritten: int
) -> None:
    seen = timed(events)
    crashed, made = fed([*plants, *seen])
    written = made[: max(0, len(made) - unwritten)]
    restarted, again = fed([*plants, *written, *(event for event in seen if not isinstance(event, ClockTicked))])
    if written == made:
        assert not again
        assert restarted.state() == crashed.state()
    rest = ticking(restarted, 200, 400)
    assert set(decided([*written, *again, *rest]).values()) == {1}
    assert leaked([*written, *again]) == leaked(made)


def test_counts_of_replayed_verdicts_go_on_where_they_were() -> None:
    _, made = fed([planted(name) for name in NAMES] + [CanaryLeaked("c1", "egress", Form.SPLIT, 1.0)])
    counts = CanaryCounts()
    for verdict in made:
        counts = plus(counts, verdict)
    assert counts == counted(made)["egress", "EMAIL"]
