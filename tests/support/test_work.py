"""Calls are counted, and the same ones each time."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.work import calls


def listing(count: int) -> Callable[[], object]:
    return lambda: [abs(number) for number in range(count)]


def test_more_calls_count_more_and_the_same_ones_the_same() -> None:
    assert calls(listing(200)) - calls(listing(100)) == 100
    assert calls(listing(100)) == calls(listing(100))
