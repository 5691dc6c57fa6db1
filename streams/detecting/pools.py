"""Where detection runs in a role's own process: short work on the event loop, one piece at a time; slow detectors in
threads, with a bounded queue and a time limit.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import Final, TypeVar

from gateway.errors import Cause, Unavailable

RETRY_SECONDS: Final = 1.0

result_type = TypeVar("result_type")


class NamesUnavailable(Unavailable):
    """A part of the names layer that the policy asks for is missing, or late."""

    code = Cause.DETECTION_UNAVAILABLE


class Steps:
    """Runs short work on the event loop, one piece per iteration."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, work: Callable[[], result_type]) -> result_type:
        """Returns or raises what the work does.

        Other tasks run between any two pieces, however many turns arrive at once.
        """
        async with self._turn:
            await asyncio.sleep(0)
            return work()


class Threads:
    """Threads for work on texts: one per core, and a queue of up to ``queue`` pieces of work.

    Each piece runs on its own, because batching the texts of several turns saves nothing on a CPU.
    """

    def __init__(self, queue: int) -> None:
        threads = os.cpu_count() or 1
        self._executor = ThreadPoolExecutor(threads, "detection")
        self._free = threads + queue
        self._lock = Lock()

    async def run(self, work: Callable[[], result_type], seconds: float) -> result_type:
        """Returns or raises what the work does; raises NamesUnavailable if the queue is full, or after ``seconds``.

        A thread cannot be stopped, so late work runs to its end and keeps its place until then. Its result is dropped,
        but what it found in single texts may be cached. Work that is late before it starts is skipped.
        """
        self._take_place()
        left = Event()
        future = asyncio.wrap_future(self._executor.submit(self._work, work, left))
        # asyncio would log an exception that is never retrieved with its message, which may contain a text.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            await asyncio.wait([future], timeout=seconds)
        finally:
            left.set()
        if not future.done() or (result := future.result()) is None:
            raise NamesUnavailable("detection took longer than it may: try again", retry_after=RETRY_SECONDS)
        return result[0]

    def stop(self) -> None:
        """Starts no more work."""
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
