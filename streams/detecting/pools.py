"""Where detection runs in a role's own process: short work on the event loop, a few steps at a time; slow detectors in
threads, with a bounded queue and a time limit.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, Lock
from typing import Any, Final, TypeVar

from gateway.errors import Cause, Unavailable
from gateway.minimization import Detectors
from streams.detecting.steps import Begun, Step, finish

RETRY_SECONDS: Final = 1.0
_TOGETHER: Final = 4_096  # characters of leaves, about ten milliseconds: after so many no further step is taken along

result_type = TypeVar("result_type")


class NamesUnavailable(Unavailable):
    """A part of the names layer that the policy asks for is missing, or late."""

    code = Cause.DETECTION_UNAVAILABLE


class Steps:
    """Runs short steps on the event loop; those that wait for the same detectors run together, a few at a time.

    What a step costs by itself is for the most part the same for a short text and for several.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting: list[_Waiting] = []

    async def run(self, step: Step[result_type], detectors: Detectors, among: Hashable) -> result_type:
        """Returns or raises what the step does; steps ``among`` the same have detectors that remember for the same.

        Other tasks run between any few steps, however many turns arrive at once.
        """
        own = _Waiting(step, among)
        self._waiting.append(own)
        try:
            async with self._turn:
                if own.begun is None:  # nobody took it along
                    await asyncio.sleep(0)
                    self._run_with_others(own, detectors)
        finally:
            self._waiting = [each for each in self._waiting if each is not own]
        assert own.begun is not None
        result: result_type = own.begun.outcome.result()
        return result

    def _run_with_others(self, first: _Waiting, detectors: Detectors) -> None:
        begun: list[Begun[Any]] = []
        characters = 0
        for each in (first, *(other for other in self._waiting if other.goes_along_with(first))):
            if characters < _TOGETHER:
                each.begun = Begun(each.step, detectors)
                begun.append(each.begun)
                characters += sum(len(leaf.text) for leaf in each.begun.leaves)
        finish(begun, detectors)


@dataclass(eq=False, slots=True)
class _Waiting:
    """A step that waits for its turn, and what became of it once somebody took it along."""

    step: Step[Any]
    among: Hashable
    begun: Begun[Any] | None = None

    def goes_along_with(self, first: _Waiting) -> bool:
        """Whether it has not begun, and has the detectors of another one."""
        return self is not first and self.begun is None and self.among == first.among


class Threads:
    """Threads for work on texts: one per core, and a queue of up to ``queue`` pieces of work.

    Each piece runs on its own, because batching the texts of several turns saves a slow detector nothing on a CPU.
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
