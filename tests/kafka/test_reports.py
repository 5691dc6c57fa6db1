"""What must never be is a fault of the report, each by its name."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.kafka.scenarios.reports import Report, figures, side_by_side
from tests.support.clients import Asked, Load
from tests.support.requests import DRY_RUN, QUICK, Ending

ANSWERED = Asked("zqa", QUICK, (), Ending.ANSWERED, 1.0, 0.5, 0.5, 0.0, 200)
REFUSED = replace(ANSWERED, ending=Ending.FAILED, status=503, error='{"error": {"code": "unavailable"}}')
ONCE = {"zqa": 1}

FAULTS: dict[str, tuple[Asked, dict[str, int]]] = {
    "1 wrong": (replace(ANSWERED, ending=Ending.WRONG), ONCE),
    "1 lost": (replace(ANSWERED, ending=Ending.LOST), ONCE),
    "1 unexpected errors (1 x reset)": (replace(ANSWERED, ending=Ending.RESET), ONCE),
    "1 sent twice to the upstream, and not in flight at a fault": (ANSWERED, {"zqa": 2}),
    "1 answered by nobody": (ANSWERED, {}),
}


def faults(asked: Asked, calls: dict[str, int], at_fault: set[str], statuses: set[int]) -> list[str]:
    load = Load("", "", 1, name="load", asked=[asked])
    row = figures(load, Counter(calls), at_fault=at_fault, statuses=statuses)
    return Report("title", [row]).faults


@pytest.mark.parametrize(("fault", "seen"), FAULTS.items())
def test_each_fault_is_named(fault: str, seen: tuple[Asked, dict[str, int]]) -> None:
    assert faults(*seen, set(), set()) == [f"load: {fault}"]


def test_what_is_refused_runs_nowhere() -> None:
    assert faults(REFUSED, {}, set(), {503}) == []
    (fault,) = faults(REFUSED, ONCE, set(), {503})
    assert "sent to the upstream all the same" in fault


def test_an_answer_is_no_fault_and_a_dry_run_reaches_no_upstream() -> None:
    assert faults(ANSWERED, ONCE, set(), set()) == []
    assert faults(replace(ANSWERED, kind=DRY_RUN), {}, set(), set()) == []


def test_what_was_in_flight_at_a_fault_may_fail_or_be_sent_twice_and_may_not_be_lost() -> None:
    failed = replace(ANSWERED, ending=Ending.FAILED, status=502)
    assert faults(failed, {"zqa": 2}, {"zqa"}, set()) == []
    assert faults(replace(failed, ending=Ending.LOST), ONCE, {"zqa"}, set()) == ["load: 1 lost"]


def test_the_longest_gap_is_between_right_answers_only() -> None:
    moments = [replace(ANSWERED, began=began) for began in (0.0, 1.0, 4.0, 6.0)]
    wrong = replace(ANSWERED, ending=Ending.WRONG, began=3.0)
    load = Load("", "", 1, name="load", asked=[*moments, wrong])
    assert figures(load, Counter()).gap == 3.0


def test_builds_stand_side_by_side_load_by_load() -> None:
    def report(*endings: Ending) -> Report:
        loads = [Load("", "", 1, name=f"load {ending}", asked=[replace(ANSWERED, ending=ending)]) for ending in endings]
        return Report("title", [figures(load, Counter(ONCE)) for load in loads], ["a note"], ["a fault"])

    both = side_by_side({"before": report(Ending.LOST, Ending.ANSWERED), "now": report(Ending.ANSWERED)})
    assert [row.name for row in both.rows] == ["load answered, before", "load answered, now", "load lost, before"]
    assert both.notes == ["before: a note", "now: a note"]
    assert both.faults == ["load lost, before: 1 lost", "before: a fault", "now: a fault"]
