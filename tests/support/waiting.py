"""Waiting for an event that nobody announces: a condition is asked again until it holds or its time is over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

PAUSE_SECONDS = 0.02


def wait_until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    """Returns once the condition holds; raises TimeoutError, which says what did not happen."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} did not happen within {seconds:g} s")
        time.sleep(PAUSE_SECONDS)


async def eventually(condition: Callable[[], bool | Awaitable[bool]], seconds: float, what: str) -> None:
    """Like ``wait_until``, while the event loop goes on; the condition may be a coroutine function."""
    deadline = time.monotonic() + seconds
    while not await _holds(condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} did not happen within {seconds:g} s")
        await asyncio.sleep(PAUSE_SECONDS)


async def _holds(answer: bool | Awaitable[bool]) -> bool:
    return answer if isinstance(answer, bool) else await answer
