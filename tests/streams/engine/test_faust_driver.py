import asyncio

import pytest

from streams.engine.faust_driver import begin


async def test_work_that_need_not_wait_is_done_without_a_task() -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("all of it")

    assert begin(work()) is None
    assert done == ["all of it"]


async def test_work_that_waits_goes_on_when_its_event_comes() -> None:
    event, done = asyncio.Event(), list[str]()

    async def work() -> None:
        for step in ("first", "second"):
            await event.wait()
            await asyncio.sleep(0)
            done.append(step)

    rest = begin(work())
    assert rest is not None
    task = asyncio.create_task(rest)
    await asyncio.sleep(0)
    assert not done
    event.set()
    await task
    assert done == ["first", "second"]


async def test_a_failure_is_raised_before_and_after_a_wait() -> None:
    async def work(*waits: float) -> None:
        for seconds in waits:
            await asyncio.sleep(seconds)
        raise ValueError

    with pytest.raises(ValueError):
        begin(work())
    rest = begin(work(0, 0))
    assert rest is not None
    with pytest.raises(ValueError):
        await rest


async def test_a_cancellation_reaches_work_that_waits() -> None:
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("cancelled")

    rest = begin(work())
    assert rest is not None
    task = asyncio.create_task(rest)
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == ["cancelled"]
