"""What a dispatcher knows of turns: which have ended, and which another dispatcher has claimed."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field


@dataclass(slots=True)
class Endings:
    """The turns that have ended, and the claims that hold. Times are seconds of one clock that never goes back.

    >>> endings = Endings(keep_seconds=60)
    >>> endings.claim("t1", 0, "a1", until=15.0)
    >>> endings.claimed("t1"), endings.ended("t1")
    (True, False)
    >>> endings.run_out(now=15.0)
    >>> endings.claimed("t1")
    False
    """

    keep_seconds: float
    _until: OrderedDict[str, float] = field(default_factory=OrderedDict)
    _claims: dict[str, tuple[int, dict[str, float]]] = field(default_factory=dict)

    def end(self, turn_id: str, now: float) -> None:
        """Remembers that a turn has ended, and forgets those that ended ``keep_seconds`` ago."""
        while self._until and next(iter(self._until.values())) <= now:
            self._until.popitem(last=False)
        self._until[turn_id] = now + self.keep_seconds
        self._until.move_to_end(turn_id)
        self._claims.pop(turn_id, None)

    def ended(self, turn_id: str) -> bool:
        """Whether the turn has ended."""
        return turn_id in self._until

    def claim(self, turn_id: str, partition: int, attempt_id: str, until: float) -> None:
        """Notes that an attempt holds the turn until then; its later claim replaces its earlier one."""
        if turn_id not in self._until:
            self._claims.setdefault(turn_id, (partition, {}))[1][attempt_id] = until

    def claimed(self, turn_id: str) -> bool:
        """Whether an attempt elsewhere holds the turn."""
        return turn_id in self._claims

    def claims_in(self, partition: int) -> bool:
        """Whether any turn of the partition is claimed."""
        return any(place == partition for place, _ in self._claims.values())

    def run_out(self, now: float) -> None:
        """Drops the claims that hold no longer."""
        for turn_id, (_, attempts) in list(self._claims.items()):
            for attempt_id in [attempt_id for attempt_id, until in attempts.items() if until <= now]:
                del attempts[attempt_id]
            if not attempts:
                del self._claims[turn_id]
