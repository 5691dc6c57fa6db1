from __future__ import annotations

import asyncio

import pytest

from streams.searcher.calls import ATTEMPTS, Calls, OutOfBudget


async def test_all_searches_together_have_no_more_calls_in_flight_than_slots() -> None:
    slots, running, most = asyncio.Semaphore(2), 0, 0

    async def call() -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        return 1

    one, other = Calls(slots, 9), Calls(slots, 9)
    assert sum(await asyncio.gather(*(calls.make(call) for calls in (one, other) for _ in range(5)))) == 10
    assert most == 2


async def test_calls_of_earlier_runs_count_against_the_budget() -> None:
    calls = Calls(asyncio.Semaphore(1), budget=3, made=2)
    assert await calls.make(_answer) == "text"
    with pytest.raises(OutOfBudget):
        await calls.make(_answer)
    assert calls.is_out_of_budget


async def test_a_call_that_fails_is_spent() -> None:
    calls = Calls(asyncio.Semaphore(1), budget=9)

    async def fail() -> str:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await calls.make(fail)
    assert calls.take_spent().calls == 1
    assert calls.take_spent().calls == 0


async def test_what_nobody_can_read_is_asked_for_a_few_times() -> None:
    calls = Calls(asyncio.Semaphore(1), budget=99)

    async def mumble() -> str | None:
        return None

    assert await calls.until_readable(mumble) is None
    assert calls.take_spent().calls == ATTEMPTS
    assert await calls.until_readable(_answer) == "text"
    assert calls.take_spent().calls == 1


async def _answer() -> str:
    return "text"
