"""Verdicts follow from events alone: each canary gets one on each surface, and a restart changes none."""

from __future__ import annotations

from collections import Counter

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


def fed(events: list[CanaryEvent]) -> tuple[Verdicts, list[CanaryVerdict]]:
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


EVENTS = st.lists(
    st.one_of(
        st.builds(planted, st.sampled_from(NAMES), st.just(0.0), st.sampled_from((5.0, 40.0, 80.0))),
        st.builds(CanaryPassed, st.sampled_from(NAMES), st.sampled_from(SURFACES)),
        st.builds(
            CanaryLeaked, st.sampled_from(NAMES), st.sampled_from((*SURFACES, "metrics")), st.sampled_from(Form), st.just(1.0)
        ),
        st.builds(CanaryExpired, st.sampled_from(NAMES)),
        st.sampled_from(("tick",)),
    ),
    max_size=40,
)  # fmt: skip


def timed(events: list[CanaryEvent | str]) -> list[CanaryEvent]:
    """The events, with a clock that goes on by five seconds at each tick."""
    seconds = iter(range(0, 1000, 5))
    return [ClockTicked(float(next(seconds))) if isinstance(event, str) else event for event in events]


@given(EVENTS)
def test_each_canary_has_one_verdict_on_a_surface_and_leaks_never_exceed_what_was_evaluated(
    events: list[CanaryEvent | str],
) -> None:
    _, made = fed([planted(name) for name in NAMES] + timed([e for e in events if not isinstance(e, CanaryExpired)]))
    first = Counter((each.canary, each.surface) for each in made if each.replaces is None)
    assert set(first.values()) <= {1}
    assert all(each.outcome is CanaryOutcome.LEAKED for each in made if each.replaces is not None)
    totals = counted(made).values()
    assert all(0 <= counts.leaked <= counts.evaluated for counts in totals)


@given(EVENTS, st.integers(0, 40), st.integers(0, 3))
def test_events_that_are_replayed_after_a_restart_give_the_same_state_and_the_verdicts_that_were_not_written(
    events: list[CanaryEvent | str], crash: int, unwritten: int
) -> None:
    before = timed(events[:crash])
    crashed, made = fed(before)
    written = made[: max(0, len(made) - unwritten)]
    durable = [event for event in before if not isinstance(event, ClockTicked | CanaryLeaked)]
    leaks = [event for event in before if isinstance(event, CanaryLeaked)]
    plants = [event for event in durable if isinstance(event, CanaryPlanted)]
    expired = [event for event in durable if isinstance(event, CanaryExpired)]
    passed = [event for event in durable if isinstance(event, CanaryPassed)]
    if expired:  # a canary that is planted again after it expired is another one, and would have another name
        return
    restarted, again = fed([*plants, *written, *passed, *leaks])
    known = {(each.canary, each.surface) for each in made if each.outcome is CanaryOutcome.LEAKED}
    assert {(each.canary, each.surface) for each in [*written, *again] if each.outcome is CanaryOutcome.LEAKED} >= known
    ticking(crashed, 200, 400)
    rest = ticking(restarted, 200, 400)
    assert {key: state[3] for key, state in restarted.state().items() if key in crashed.state()} == {
        key: state[3] for key, state in crashed.state().items()
    } or len(leaks) > len(known)
    decided = Counter((each.canary, each.surface) for each in [*written, *again, *rest] if each.replaces is None)
    assert set(decided.values()) <= {1}


def test_counts_of_replayed_verdicts_go_on_where_they_were() -> None:
    _, made = fed([planted(name) for name in NAMES] + [CanaryLeaked("c1", "egress", Form.SPLIT, 1.0)])
    counts = CanaryCounts()
    for verdict in made:
        counts = plus(counts, verdict)
    assert counts == counted(made)["egress", "EMAIL"]
