"""Counts what has been written: at a start what earlier processes wrote, then each record of this one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from enum import StrEnum
from typing import Final

from gateway import metrics
from gateway.records import Record, WrittenVerdict
from gateway.types import Surface
from streams.auditor.asking import ProbeOutcome
from streams.auditor.shadow import KIND, ControlResult
from streams.canaries.bounds import anytime_upper

MOST_REMEMBERED: Final = 10_000  # a record that was sent twice stands soon after its first copy


class CanaryLane(StrEnum):
    """Whether a canary was in live traffic, or leaked on purpose."""

    LIVE = "live"
    CONTROL = "control"


class AuditTally:
    """The metrics of the audit; nothing of it is exposed before ``expose``."""

    def __init__(self, configuration: str, kinds: Iterable[str], watched: Set[Surface], now: float) -> None:
        self._configuration = configuration
        self._kinds, self._watched = tuple(kinds), watched
        self._planted: Counter[str] = Counter()
        self._verdicts: Counter[tuple[Surface, str, str]] = Counter()
        self._recent: dict[tuple[str, Surface, str], None] = {}
        self._now = {"evaluated": Counter[Surface](), "leaked": Counter[Surface]()}
        self._last_planted = self._last_verdict = now
        self._exposed = False
        self._blind: frozenset[Surface] = frozenset()

    def planted(self, kind: str, at: float) -> None:
        """Counts a canary that went through the edge."""
        self._last_planted = max(self._last_planted, at)
        self._planted[kind] += 1
        if self._exposed:
            metrics.canaries_planted_total.labels(kind).inc()
            metrics.last_planted_timestamp_seconds.set(self._last_planted)

    def written(self, key: str, record: Record) -> None:
        """Counts a verdict, once; other records change nothing."""
        if not isinstance(record, WrittenVerdict):
            return
        identity = key, record.surface, record.outcome
        if identity in self._recent:
            return
        self._recent[identity] = None
        if len(self._recent) > MOST_REMEMBERED:
            del self._recent[next(iter(self._recent))]
        self._count(record)

    def expose(self) -> None:
        """Exposes every series with what was counted so far; from now on what is counted is seen at once."""
        self._exposed = True
        for kind in {*self._kinds, *self._planted}:
            metrics.canaries_planted_total.labels(kind).inc(self._planted[kind])
        for surface in Surface:
            for kind in self._kinds:
                self._born(surface, kind, CanaryLane.LIVE)
            self._born(surface, KIND, CanaryLane.CONTROL)
            metrics.canaries_outstanding.labels(surface).set(0)
            metrics.surface_unwatched.labels(surface).set(surface not in self._watched)
            self._show_bound(surface)
        for (surface, kind, of), count in self._verdicts.items():
            _COUNTERS[of].labels(surface, kind, CanaryLane.LIVE).inc(count)
        metrics.last_planted_timestamp_seconds.set(self._last_planted)
        metrics.last_verdict_timestamp_seconds.set(self._last_verdict)

    def readable(self, surface: Surface, is_readable: bool) -> bool:
        """Shows whether a surface that should be watched can be read now; returns whether that has changed."""
        changed = (surface in self._blind) is is_readable
        self._blind = self._blind - {surface} if is_readable else self._blind | {surface}
        metrics.surface_unwatched.labels(surface).set(surface not in self._watched or not is_readable)
        return changed

    def unwatched(self) -> list[Surface]:
        """Returns the surfaces at which nobody looks."""
        return [surface for surface in Surface if surface not in self._watched]

    def controlled(self, result: ControlResult) -> None:
        """Counts a leak on purpose, and whether it was seen."""
        metrics.canaries_evaluated_total.labels(result.surface, KIND, CanaryLane.CONTROL).inc()
        metrics.canaries_leaked_total.labels(result.surface, KIND, CanaryLane.CONTROL).inc(result.seen)

    def asked(self, outcome: ProbeOutcome) -> None:
        """Counts what became of a probe."""
        metrics.probes_total.labels(outcome.value).inc()

    def outstanding(self, surface: Surface, count: int) -> None:
        """Shows how many canaries have no verdict on a surface."""
        metrics.canaries_outstanding.labels(surface).set(count)

    def _count(self, verdict: WrittenVerdict) -> None:
        self._last_verdict = max(self._last_verdict, verdict.decided_ms / 1000)
        surface, kind = verdict.surface, verdict.canary_kind
        for of in _counted(verdict):
            self._verdicts[surface, kind, of] += 1
            if of != "lost" and verdict.configuration == self._configuration:
                self._now[of][surface] += 1
            if self._exposed:
                _COUNTERS[of].labels(surface, kind, CanaryLane.LIVE).inc()
        if self._exposed:
            self._show_bound(surface)
            metrics.last_verdict_timestamp_seconds.set(self._last_verdict)

    def _show_bound(self, surface: Surface) -> None:
        bound = anytime_upper(self._now["leaked"][surface], self._now["evaluated"][surface])
        metrics.leak_bound.labels(surface).set(bound)

    def _born(self, surface: Surface, kind: str, lane: CanaryLane) -> None:
        for counter in _COUNTERS.values():
            counter.labels(surface, kind, lane)


_COUNTERS: Final = {
    "evaluated": metrics.canaries_evaluated_total,
    "leaked": metrics.canaries_leaked_total,
    "lost": metrics.canaries_lost_total,
}


def _counted(verdict: WrittenVerdict) -> Iterable[str]:
    """Which counters a verdict moves: a leak that replaces a clean verdict was evaluated already."""
    if verdict.outcome == "lost":
        return ("lost",)
    evaluated = () if verdict.replaces == "clean" else ("evaluated",)
    return (*evaluated, "leaked") if verdict.outcome == "leaked" else evaluated
