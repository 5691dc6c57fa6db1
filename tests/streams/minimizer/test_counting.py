from __future__ import annotations

from gateway import metrics
from gateway.policy import Policy
from streams.minimizer.counting import Counting


def counted(counting: Counting, *turns: str) -> float:
    counter = metrics.plans_total.labels("policy")
    before: float = counter._value.get()
    for turn in turns:
        counting.count(turn, Policy(), ())
    after: float = counter._value.get()
    return after - before


def test_a_turn_counts_once_however_often_it_comes() -> None:
    assert counted(Counting(), "a", "b", "a", "a") == 2


def test_what_is_remembered_is_bounded_and_the_oldest_is_forgotten() -> None:
    counting = Counting(remembered=2)
    assert counted(counting, "a", "b", "c", "b", "c") == 3
    assert counted(counting, "a") == 1
