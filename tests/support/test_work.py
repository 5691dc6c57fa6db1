"""Calls are counted, and the same ones each time."""

from __future__ import annotations

from tests.support.work import calls


def test_twice_the_calls_count_twice() -> None:
    few, many = (calls(lambda count=count: [abs(number) for number in range(count)]) for count in (100, 200))
    assert many - few == 100
    assert few == calls(lambda: [abs(number) for number in range(100)])
