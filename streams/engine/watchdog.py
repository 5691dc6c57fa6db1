"""Detects a consumer that stopped silently: records wait, there is room for them, and none is taken in.

Faust's consumers can stop without an error (upstream issues 175 and 640). A process that detects this ends, so its
partitions go to another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Watchdog:
    """Watches one consumer's progress, by the next offset and the end offset of each partition."""

    patience_seconds: float
    _last: dict[int, int] = field(default_factory=dict)
    _stuck_since: float | None = None

    def stuck(self, next_offsets: Mapping[int, int], ends: Mapping[int, int], *, has_room: bool, now: float) -> bool:
        """Whether records have waited for ``patience_seconds`` while nothing was taken in.

        >>> watchdog = Watchdog(patience_seconds=30)
        >>> [watchdog.stuck({0: 5}, {0: 9}, has_room=True, now=now) for now in (0, 10, 40)]
        [False, False, True]
        """
        waiting = any(next_offsets.get(partition, 0) < end for partition, end in ends.items())
        moved = dict(next_offsets) != self._last
        self._last = dict(next_offsets)
        if moved or not waiting or not has_room:
            self._stuck_since = None
        elif self._stuck_since is None:
            self._stuck_since = now
        return self._stuck_since is not None and now - self._stuck_since >= self.patience_seconds
