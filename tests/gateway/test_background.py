from __future__ import annotations

import asyncio
import gc

from gateway.background import Background


async def test_a_task_that_nobody_holds_lives_until_it_ends() -> None:
    background, go, done = Background(), asyncio.Event(), list[int]()

    async def work() -> None:
        await go.wait()
        done.append(1)

    background.spawn(work())
    await asyncio.sleep(0)
    gc.collect()
    go.set()
    assert await background.drain(60) == 0
    assert done == [1]


async def test_a_drain_waits_for_what_runs() -> None:
    background, go = Background(), asyncio.Event()

    async def work() -> None:
        await go.wait()

    background.spawn(work())
    draining = asyncio.create_task(background.drain(60))
    await asyncio.sleep(0)
    assert not draining.done()
    go.set()
    assert await draining == 0


async def test_what_does_not_end_in_time_is_cancelled_and_waited_for() -> None:
    background, cleaned = Background(), list[int]()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            cleaned.append(1)

    background.spawn(work())
    await asyncio.sleep(0)
    assert await background.drain(0) == 1
    assert cleaned == [1]


async def test_a_task_that_failed_holds_nothing_up() -> None:
    background = Background()

    async def work() -> None:
        raise ValueError

    task = background.spawn(work())
    assert await background.drain(60) == 0
    assert isinstance(task.exception(), ValueError)


async def test_there_is_nothing_to_wait_for_when_nothing_runs() -> None:
    assert await Background().drain(60) == 0
