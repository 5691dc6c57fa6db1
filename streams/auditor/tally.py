"""Counts what stands in the topics: at a start what earlier processes wrote, then each new record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from typing import Final

from gateway import metrics
from gateway.records import AuditVerdict, ClusterVerdict, LeakAcknowledged, WrittenVerdict
from gateway.types import Surface
from streams.auditor import shadow_summary
from streams.auditor.cluster_tally import ClusterTally
from streams.auditor.lanes import CanaryLane
from streams.auditor.shadow import KIND, ControlResult
from streams.canaries.bounds import anytime_upper
from streams.canaries.rates import ClusterLeaks
from streams.evidence.leaks import OpenLeaks

MOST_REMEMBERED: Final = 10_000  # a record that was sent twice stands soon after its first copy


class AuditTally:
    """The metrics of the audit; nothing of it is exposed before ``expose``."""

    def __init__(self, configuration: str, kinds: Iterable[str], watched: Set[Surface], now: float) -> None:
        self._configuration = configuration
        self._kinds, self._watched = tuple(kinds), watched
        self._planted: Counter[str] = Counter()
        self._verdicts: Counter[tuple[Surface, str, str]] = Counter()
        self._recent: dict[tuple[str, Surface, str], None] = {}
        self._now = {"evaluated": Counter[Surface](), "leaked": Counter[Surface]()}
        self._clusters = ClusterTally()
        self._leaks, self._shown = OpenLeaks(), Counter[tuple[Surface, str]]()
        self._last_planted = self._last_verdict = now
        self._exposed = False

    def planted(self, kind: str, at: float) -> None:
        """Counts a canary that went through the edge."""
        self._last_planted = max(self._last_planted, at)
        self._planted[kind] += 1
        if self._exposed:
            metrics.canaries_planted_total.labels(kind).inc()
            metrics.last_planted_timestamp_seconds.set(self._last_planted)

    def take(self, key: str, verdict: AuditVerdict) -> None:
        """Counts what was written about a canary, once."""
        match verdict:
            case WrittenVerdict():
                if self._is_new((key, verdict.surface, verdict.outcome)):
                    self._leaks.take(key, verdict)
                    self._count(verdict)
            case LeakAcknowledged():
                self._leaks.take(key, verdict)
            case ClusterVerdict():
                self._clusters.written(key, verdict)
        if self._exposed:
            self._show_leaks()

    def expose(self) -> None:
        """Exposes every series with what was counted so far; from now on what is counted is seen at once."""
        self._exposed = True
        for kind in {*self._kinds, *self._planted}:
            metrics.canaries_planted_total.labels(kind).inc(self._planted[kind])
        for surface in Surface:
            for kind in self._kinds:
                self._born(surface, kind, CanaryLane.LIVE)
                metrics.canaries_unacknowledged.labels(surface, kind).set(0)
            self._born(surface, KIND, CanaryLane.CONTROL)
            metrics.canary_verdict_seconds.labels(surface)
            metrics.canaries_outstanding.labels(surface).set(0)
            metrics.surface_unwatched.labels(surface).set(surface not in self._watched)
            self._show_bound(surface)
        for surface in shadow_summary.SURFACES.values():
            self._born(surface, shadow_summary.KIND, CanaryLane.CONTROL)
        for (surface, kind, of), count in self._verdicts.items():
            _COUNTERS[of].labels(surface, kind, CanaryLane.LIVE).inc(count)
        self._show_leaks()
        metrics.last_planted_timestamp_seconds.set(self._last_planted)
        metrics.last_verdict_timestamp_seconds.set(self._last_verdict)
        self._clusters.expose()

    def controlled(self, result: ControlResult) -> None:
        """Counts a leak on purpose, and whether it was seen."""
        metrics.canaries_evaluated_total.labels(result.surface, result.kind, CanaryLane.CONTROL).inc()
        metrics.canaries_leaked_total.labels(result.surface, result.kind, CanaryLane.CONTROL).inc(result.seen)

    def controlled_clusters(self, clusters: Iterable[ClusterLeaks]) -> None:
        """Counts clusters that leak on purpose."""
        self._clusters.controlled(clusters)

    def outstanding(self, surface: Surface, count: int) -> None:
        """Shows how many canaries have no verdict on a surface."""
        metrics.canaries_outstanding.labels(surface).set(count)

    def _is_new(self, identity: tuple[str, Surface, str]) -> bool:
        if identity in self._recent:
            return False
        self._recent[identity] = None
        if len(self._recent) > MOST_REMEMBERED:
            del self._recent[next(iter(self._recent))]
        return True

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

    def _show_leaks(self) -> None:
        now = Counter((surface, kind) for (_, surface), kind in self._leaks.kinds.items())
        for surface, kind in self._shown.keys() | now.keys():
            metrics.canaries_unacknowledged.labels(surface, kind).set(now[surface, kind])
        self._shown = now

    def _show_bound(self, surface: Surface) -> None:
        leaked = self._now["leaked"][surface]
        # A canary that leaks after the configuration changed may have been evaluated before.
        evaluated = max(leaked, self._now["evaluated"][surface])
        metrics.leak_bound.labels(surface).set(anytime_upper(leaked, evaluated))

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
