"""How many probes a month may have, where a provider may be paid for them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime


@dataclass(slots=True)
class ProbeAllowance:
    """Counts probes by their month of UTC; without a ``limit`` there is always room for one more.

    >>> allowance = ProbeAllowance(limit=1)
    >>> allowance.has_room(0), allowance.note(0), allowance.has_room(1), allowance.has_room(32 * 86_400_000)
    (True, None, False, True)
    """

    limit: int | None
    _sent: Counter[str] = field(default_factory=Counter)

    def note(self, at_ms: int) -> None:
        """Counts a probe; also those of earlier processes, as they stand in ``canaries.minted``."""
        self._sent[_month(at_ms)] += 1

    def has_room(self, now_ms: int) -> bool:
        """Whether one more may be sent now."""
        return self.limit is None or self._sent[_month(now_ms)] < self.limit


def _month(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m")
