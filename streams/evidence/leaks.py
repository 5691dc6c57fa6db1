"""Which leaks nobody has acknowledged yet, as ``canaries.verdicts`` tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gateway.records import AuditVerdict, LeakAcknowledged, WrittenVerdict
from gateway.types import Surface

Leak = tuple[str, Surface]


class OpenLeaks:
    """The leaks, by canary and surface, that no person has acknowledged. A leak that is told twice is one.

    >>> leaks = OpenLeaks()
    >>> told = WrittenVerdict(
    ...     canary_kind="email", surface=Surface.EGRESS, outcome="leaked", decided_ms=0, configuration=""
    ... )
    >>> leaks.take("c1", told), dict(leaks.kinds)
    (None, {('c1', <Surface.EGRESS: 'egress'>): 'email'})
    >>> leaks.take("c1", LeakAcknowledged(surfaces=(Surface.EGRESS,), person="anna", reason="x", acknowledged_ms=1))
    >>> dict(leaks.kinds)
    {}
    """

    def __init__(self) -> None:
        self._kinds: dict[Leak, str] = {}
        self._acknowledged: set[Leak] = set()

    @property
    def kinds(self) -> Mapping[Leak, str]:
        """The kind of canary of each open leak, the oldest first."""
        return self._kinds

    def restore(self, leaks: Iterable[tuple[str, Surface, str]]) -> None:
        """Takes up leaks that are known to be open, by canary, surface and kind."""
        self._kinds |= {(canary, surface): kind for canary, surface, kind in leaks}

    def take(self, canary: str, verdict: AuditVerdict) -> None:
        """Takes in what was written about a canary."""
        match verdict:
            case WrittenVerdict(outcome="leaked", surface=surface, canary_kind=kind):
                if (canary, surface) not in self._acknowledged:
                    self._kinds[canary, surface] = kind
            case LeakAcknowledged(surfaces=surfaces):
                for surface in surfaces:
                    self._acknowledged.add((canary, surface))
                    self._kinds.pop((canary, surface), None)
