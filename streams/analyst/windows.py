"""When windows end: tumbling windows, named by their start in seconds since the epoch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NEVER: Final = -1
"""Comes before every window."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """Windows of so many seconds, which end so many seconds of grace late; times are seconds since the epoch."""

    seconds: int
    grace: float

    def window_at(self, now: float) -> int:
        """Returns the window of a time.

        >>> Calendar(60, 5).window_at(119.5)
        60
        """
        return int(now // self.seconds) * self.seconds

    def first(self, now: float) -> int:
        """Returns the window to begin with: that of the oldest texts which are still kept, two windows ago."""
        return self.window_at(now) - 2 * self.seconds

    def is_over(self, window: int, counted: int, now: float) -> bool:
        """Whether the open window has to end, where ``counted`` is the last one that had texts.

        It ends in time; or it begins so late that a clock must have been wrong, and an earlier one can be open instead.

        >>> calendar = Calendar(60, 5)
        >>> [calendar.is_over(120, 60, now) for now in (130, 184, 185)]
        [False, False, True]
        >>> calendar.is_over(86_400, 60, 130), calendar.is_over(86_400, 120, 130)
        (True, False)
        """
        in_time = now >= window + self.seconds + self.grace
        from_the_future = window > now + self.seconds and self.next_window(now) > counted
        return in_time or from_the_future

    def next_window(self, now: float) -> int:
        """Returns the window that is open when one has ended and no text waits: the first one still in its grace."""
        return self.window_at(now - self.grace)

    def latest(self, now: float) -> int:
        """Returns the last window that a text may have: clocks may differ by a window."""
        return self.window_at(now) + self.seconds

    def has(self, window: int) -> bool:
        """Whether there is such a window."""
        return window >= 0 and window % self.seconds == 0
