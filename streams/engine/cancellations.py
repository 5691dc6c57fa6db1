"""Cancellations: the turns whose clients no longer wait, read by every minimizer and dispatcher."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from gateway.kafka.reading import Received
from gateway.records import Cancellation, decode_control, turn_id_of


@dataclass(slots=True)
class Cancellations:
    """The recently cancelled turns, kept for as long as a turn can live. Times are seconds of a monotonic clock."""

    keep_seconds: float
    _until: OrderedDict[str, float] = field(default_factory=OrderedDict)
    _watched: dict[str, Callable[[], object]] = field(default_factory=dict)

    def add(self, turn_id: str, now: float) -> None:
        """Cancels a turn: stops its work if it is watched here, and remembers it in case it arrives later."""
        self._forget(now)
        self._until[turn_id] = now + self.keep_seconds
        self._until.move_to_end(turn_id)
        if stop := self._watched.get(turn_id):
            stop()

    def cancelled(self, turn_id: str) -> bool:
        """Whether the turn was cancelled.

        >>> cancellations = Cancellations(keep_seconds=10)
        >>> cancellations.add("t1", now=0.0)
        >>> cancellations.cancelled("t1"), cancellations.cancelled("t2")
        (True, False)
        """
        return turn_id in self._until

    def watch(self, turn_id: str, stop: Callable[[], object]) -> None:
        """Calls ``stop`` when the turn is cancelled, until it is unwatched."""
        self._watched[turn_id] = stop

    def unwatch(self, turn_id: str) -> None:
        """Ends a watch."""
        self._watched.pop(turn_id, None)

    def take(self, record: Received) -> None:
        """Applies one record of ``conversations.control``; raises Undecodable."""
        if isinstance(decode_control(record.value), Cancellation):
            self.add(turn_id_of(record.headers), time.monotonic())

    def _forget(self, now: float) -> None:
        while self._until and next(iter(self._until.values())) < now:
            self._until.popitem(last=False)
