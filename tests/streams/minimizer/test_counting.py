from __future__ import annotations

from gateway.policy import Policy
from streams.minimizer.counting import TurnCounter
from tests.support.metrics import metric


def counted(counting: TurnCounter, *turns: str) -> float:
    before = metric("canarygate_plans_total", predictor="policy")
    for turn in turns:
        counting.count(turn, Policy(), ())
    return metric("canarygate_plans_total", predictor="policy") - before


def test_a_turn_counts_once_however_often_it_comes() -> None:
    assert counted(TurnCounter(), "a", "b", "a", "a") == 2


def test_what_is_remembered_is_bounded_and_the_oldest_is_forgotten() -> None:
    counting = TurnCounter(remembered=2)
    assert counted(counting, "a", "b", "c", "b", "c") == 3
    assert counted(counting, "a") == 1
