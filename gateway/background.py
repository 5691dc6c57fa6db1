"""Background tasks: kept alive until they end, and waited for at shutdown."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class Background:
    """A set of running tasks. Exceptions in them go to the loop's exception handler."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Starts the coroutine as a task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def drain(self, seconds: float) -> int:
        """Waits up to ``seconds`` for running tasks, then cancels the rest; returns how many it cancelled."""
        if not self._tasks:
            return 0
        _, late = await asyncio.wait(self._tasks, timeout=seconds)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        return len(late)
