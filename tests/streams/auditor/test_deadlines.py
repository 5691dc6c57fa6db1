from __future__ import annotations

from gateway.types import Surface
from streams.auditor.deadlines import Deadlines
from streams.canaries.carriers import Position

ALL = Deadlines(frozenset(Surface), summary_seconds=100.0)
PASSING = {Surface.EGRESS, Surface.REPLIES, Surface.LOGS, Surface.METRICS}
SUMMARIES = {Surface.CANDIDATES, Surface.SUMMARIES}


def test_a_canary_passes_what_its_turn_passes_and_analytics_where_the_user_says_it_at_last() -> None:
    assert {*ALL.of(Position.SYSTEM, 0, promised=True)} == PASSING
    said = ALL.of(Position.USER, 1_000, promised=True)
    assert {*said} == {*PASSING, *SUMMARIES, Surface.ANALYTICS}
    assert {said[surface] for surface in {*PASSING, Surface.ANALYTICS}} == {31_000}
    assert {said[surface] for surface in SUMMARIES} == {131_000}


def test_what_detection_does_not_promise_is_expected_where_nobody_detects() -> None:
    expected = {*ALL.of(Position.USER, 0, promised=False)}
    assert expected == {*PASSING, *SUMMARIES} - {Surface.EGRESS}


def test_an_invalid_request_is_answered_with_an_error_and_goes_no_further() -> None:
    assert {*ALL.of(Position.USER, 0, promised=True, is_valid=False)} == {Surface.ERRORS, Surface.METRICS}


def test_nothing_is_expected_where_nobody_looks() -> None:
    watched = Deadlines(frozenset({Surface.EGRESS}), summary_seconds=100.0)
    assert {*watched.of(Position.USER, 0, promised=True)} == {Surface.EGRESS}
    assert watched.of(Position.USER, 0, promised=True, is_valid=False) == {}
