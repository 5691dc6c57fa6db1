"""How many probes a month may have, where a provider may be paid for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from streams.evidence.counts import month_of


@dataclass(slots=True)
class ProbeAllowance:
    """Counts probes by their month of UTC; without a ``limit`` there is always room for one more.

    >>> allowance = ProbeAllowance(limit=1)
    >>> allowance.has_room(0), allowance.note(0), allowance.has_room(1), allowance.has_room(32 * 86_400_000)
    (True, None, False, True)
    """

    limit: int | None
    _sent: Counter[str] = field(default_factory=Counter)

    def restore(self, months: Mapping[str, int]) -> None:
        """Takes over how many probes earlier processes sent."""
        self._sent = Counter(months)

    def note(self, at_ms: int) -> None:
        """Counts a probe."""
        self._sent[month_of(at_ms)] += 1

    def has_room(self, now_ms: int) -> bool:
        """Whether one more may be sent now."""
        return self.limit is None or self._sent[month_of(now_ms)] < self.limit
