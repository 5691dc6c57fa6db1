from __future__ import annotations

import pytest

from gateway.records import Cancellation, Outcome, OutcomeKind, Undecodable, encode
from streams.engine.cancellations import Cancellations
from tests.gateway.wires import TURN, Message


def test_a_turn_is_cancelled_before_it_comes() -> None:
    cancellations = Cancellations(keep_seconds=10)
    cancellations.add("t1", now=0.0)
    assert (cancellations.cancelled("t1"), cancellations.cancelled("t2")) == (True, False)


def test_a_turn_that_is_worked_on_is_stopped_at_once() -> None:
    cancellations, stopped = Cancellations(keep_seconds=10), list[str]()
    cancellations.watch("t1", lambda: stopped.append("t1"))
    cancellations.watch("t2", lambda: stopped.append("t2"))
    cancellations.add("t1", now=0.0)
    assert stopped == ["t1"]


def test_a_turn_that_is_not_watched_any_more_is_left_alone() -> None:
    cancellations, stopped = Cancellations(keep_seconds=10), list[str]()
    cancellations.watch("t1", lambda: stopped.append("t1"))
    cancellations.unwatch("t1")
    cancellations.unwatch("t1")
    cancellations.add("t1", now=0.0)
    assert stopped == []


def test_a_cancellation_is_kept_for_as_long_as_its_turn_can_live_and_no_longer() -> None:
    cancellations = Cancellations(keep_seconds=10)
    cancellations.add("t1", now=0.0)
    cancellations.add("t2", now=10.0)
    assert cancellations.cancelled("t1")
    cancellations.add("t3", now=10.1)
    assert [cancellations.cancelled(turn) for turn in ("t1", "t2", "t3")] == [False, True, True]


def test_a_repeated_cancellation_holds_back_no_other_from_being_forgotten() -> None:
    cancellations = Cancellations(keep_seconds=10)
    cancellations.add("t1", now=0.0)
    cancellations.add("t2", now=1.0)
    cancellations.add("t1", now=9.0)
    cancellations.add("t3", now=12.0)
    assert [cancellations.cancelled(turn) for turn in ("t1", "t2", "t3")] == [True, False, True]


def test_a_record_of_the_topic_cancels_the_turn_of_its_headers() -> None:
    cancellations = Cancellations(keep_seconds=10)
    cancellations.take(Message(value=encode(Cancellation())))
    assert cancellations.cancelled(TURN)


@pytest.mark.parametrize(
    "poison",
    [Message(value=b"Ann"), Message(value=None), Message(value=encode(Outcome(outcome=OutcomeKind.FAILED)))],
)
def test_what_is_no_cancellation_is_undecodable_and_cancels_nothing(poison: Message) -> None:
    cancellations = Cancellations(keep_seconds=10)
    with pytest.raises(Undecodable):
        cancellations.take(poison)
    assert not cancellations.cancelled(TURN)


def test_a_cancellation_of_no_turn_is_undecodable() -> None:
    with pytest.raises(Undecodable):
        Cancellations(keep_seconds=10).take(Message(value=encode(Cancellation()), headers=[]))
