"""How long the event loop was held: a timer that measures how late it fires."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

TICK_SECONDS = 0.01
KEEP_SECONDS = 60.0


@dataclass(slots=True)
class LongestDelay:
    """The longest delay of the last ``keep_seconds``, in two halves: what is older than both is forgotten.

    >>> longest = LongestDelay(keep_seconds=60)
    >>> longest.add(0.2, now=0.0), longest.add(0.1, now=31.0)
    (None, None)
    >>> longest.at(now=59.0), longest.at(now=61.0), longest.at(now=200.0)
    (0.2, 0.1, 0.0)
    """

    keep_seconds: float
    _half: int = 0
    _longest: tuple[float, float] = (0.0, 0.0)

    def add(self, delay: float, now: float) -> None:
        """Counts one delay. All times are in seconds of one clock that never goes back."""
        self._move_on(now)
        self._longest = (self._longest[0], max(self._longest[1], delay))

    def at(self, now: float) -> float:
        """Returns the longest delay in seconds."""
        self._move_on(now)
        return max(self._longest)

    def _move_on(self, now: float) -> None:
        half = int(now // (self.keep_seconds / 2))
        if half > self._half + 1:
            self._longest = (0.0, 0.0)
        elif half > self._half:
            self._longest = (self._longest[1], 0.0)
        self._half = half


@dataclass(slots=True)
class LoopLag:
    """Measures the running event loop from ``start`` to ``stop``, to within ``TICK_SECONDS``."""

    _longest: LongestDelay = field(default_factory=lambda: LongestDelay(KEEP_SECONDS))
    _timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Starts to measure."""
        due = time.monotonic() + TICK_SECONDS
        self._timer = asyncio.get_running_loop().call_later(TICK_SECONDS, self._tick, due)

    def stop(self) -> None:
        """Measures no longer."""
        if self._timer is not None:
            self._timer.cancel()

    def seconds(self) -> float:
        """Returns the longest time of the last minute that the loop was held."""
        return self._longest.at(time.monotonic())

    def _tick(self, due: float) -> None:
        now = time.monotonic()
        self._longest.add(now - due, now)
        self.start()
