"""Where detection runs: short work on the event loop, one piece at a time; long work in threads; slow work in threads
of its own, so much waiting and no more, and for no longer than it may.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import Final, TypeVar

from gateway.errors import Unavailable

RETRY_SECONDS: Final = 1.0
LONG_WORK_THREADS: Final = 2  # more would only take the interpreter from the event loop

result_type = TypeVar("result_type")


class NamesUnavailable(Unavailable):
    """A part of the names layer that the policy asks for is missing, or late."""


class Steps:
    """Runs work that takes a processor and always ends, without holding up the event loop for long."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._executor = ThreadPoolExecutor(LONG_WORK_THREADS, "long-work")

    async def run(self, work: Callable[[], result_type], *, short: bool) -> result_type:
        """What the work returns or raises.

        Short work runs on the loop, which goes round once before each piece: however many turns arrive at once, between
        two of them it serves everybody else.
        """
        if not short:
            return await asyncio.get_running_loop().run_in_executor(self._executor, work)
        async with self._turn:
            await asyncio.sleep(0)
            return work()

    def stop(self) -> None:
        """Begins no further long work."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class Threads:
    """Threads for work on texts: one a core, and ``queue`` pieces of work that wait for one.

    Each piece is worked on by itself: judging the texts of several turns at once saves nothing on a CPU.
    """

    def __init__(self, queue: int) -> None:
        threads = os.cpu_count() or 1
        self._executor = ThreadPoolExecutor(threads, "detection")
        self._free = threads + queue
        self._lock = Lock()

    async def run(self, work: Callable[[], result_type], seconds: float) -> result_type:
        """What the work returns or raises; NamesUnavailable at once where the queue is full, or when its time is over.

        Work that is late goes on to its end, as a thread cannot be stopped, and keeps its place until then. Nobody
        hears of its result; what it has found in single texts may be in a cache. Work whose time is over before it
        began is not begun.
        """
        self._take_place()
        left = Event()
        future = asyncio.wrap_future(self._executor.submit(self._work, work, left))
        # An exception that nobody asks for would be logged with its message, which may hold a text.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            await asyncio.wait([future], timeout=seconds)
        finally:
            left.set()
        if not future.done() or (result := future.result()) is None:
            raise NamesUnavailable("detection took longer than it may: try again", retry_after=RETRY_SECONDS)
        return result[0]

    def stop(self) -> None:
        """Begins no further work."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _take_place(self) -> None:
        with self._lock:
            if not self._free:
                raise NamesUnavailable("detection has too much to do: try again", retry_after=RETRY_SECONDS)
            self._free -= 1

    def _work(self, work: Callable[[], result_type], left: Event) -> tuple[result_type] | None:
        try:
            return None if left.is_set() else (work(),)
        finally:
            with self._lock:
                self._free += 1
