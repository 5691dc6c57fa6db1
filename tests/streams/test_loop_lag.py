from __future__ import annotations

import asyncio
import time

from hypothesis import given
from hypothesis import strategies as st

from streams.loop_lag import TICK_SECONDS, LongestDelay, LoopLag
from tests.support.waiting import eventually


@given(st.lists(st.tuples(st.floats(0, 200), st.floats(0, 10))).map(sorted), st.floats(0, 100))
def test_a_delay_is_remembered_for_half_the_time_at_least_and_for_all_of_it_at_most(
    delays: list[tuple[float, float]], after: float
) -> None:
    longest = LongestDelay(keep_seconds=60)
    for moment, delay in delays:
        longest.add(delay, moment)
    now = max((moment for moment, _ in delays), default=0.0) + after
    told = longest.at(now)
    assert told >= max((delay for moment, delay in delays if moment > now - 30), default=0.0)
    assert told <= max((delay for moment, delay in delays if moment > now - 60), default=0.0)


async def test_a_loop_that_is_held_says_for_how_long() -> None:
    lag = LoopLag()
    lag.start()
    await asyncio.sleep(0)
    time.sleep(0.1)  # noqa: ASYNC251 - the loop is to be held
    await eventually(lambda: lag.seconds() >= 0.1 - 2 * TICK_SECONDS, 30, "the measure of it")
    lag.stop()


async def test_a_loop_that_is_no_longer_measured_says_nothing_new() -> None:
    lag = LoopLag()
    lag.start()
    lag.stop()
    time.sleep(0.05)  # noqa: ASYNC251 - the loop is to be held
    await asyncio.sleep(2 * TICK_SECONDS)
    assert lag.seconds() == 0
