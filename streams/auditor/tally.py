"""Shows what was counted: at a start what earlier processes wrote, then what each new record adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Set
from typing import Final, TypeVar

from gateway import metrics
from gateway.types import Surface
from streams.auditor import shadow_summary
from streams.auditor.asking import ProbeOutcome
from streams.auditor.lanes import CanaryLane
from streams.auditor.shadow import KIND, ControlResult
from streams.canaries.bounds import anytime_upper
from streams.canaries.rates import ClusterLeaks, leak_rates
from streams.evidence.counts import (
    CLUSTERS,
    CLUSTERS_LEAKING,
    EVALUATED,
    INSTANCES,
    INSTANCES_LEAKED,
    LEAKED,
    LOST,
    AuditCounts,
)

place = TypeVar("place", bound=Hashable)


class AuditTally:
    """The metrics of the audit; nothing of it is exposed before ``expose``. Until something happens, it did ``now``."""

    def __init__(
        self, counts: AuditCounts, kinds: Iterable[str], clients: Iterable[str], watched: Set[Surface], now: float
    ) -> None:
        self._counts, self._kinds, self._clients, self._watched = counts, tuple(kinds), tuple(clients), watched
        self._now = now
        self._planted = Counter[str]()
        self._verdicts = Counter[tuple[Surface, str, str]]()
        self._clusters = Counter[str]()
        self._leaks = Counter[tuple[Surface, str]]()
        self._blind: frozenset[Surface] = frozenset()

    def expose(self) -> None:
        """Exposes every series with what was counted so far."""
        for kind in self._kinds:
            metrics.canaries_planted_total.labels(kind)
        for client in self._clients:
            for outcome in ProbeOutcome:
                metrics.probes_total.labels(client, outcome.value)
        for surface in Surface:
            for kind in self._kinds:
                self._born(surface, kind, CanaryLane.LIVE)
                metrics.canaries_unacknowledged.labels(surface, kind).set(0)
            self._born(surface, KIND, CanaryLane.CONTROL)
            metrics.canary_verdict_seconds.labels(surface)
            metrics.canaries_outstanding.labels(surface).set(0)
            metrics.surface_unwatched.labels(surface).set(surface not in self._watched)
        for surface in shadow_summary.SURFACES.values():
            self._born(surface, shadow_summary.KIND, CanaryLane.CONTROL)
        for of in _CLUSTERS.values():
            for lane in CanaryLane:
                of.labels(lane)
        self.show()

    def show(self) -> None:
        """Exposes what was counted since the last time."""
        counts = self._counts
        for kind, count in _added(self._planted, counts.planted):
            metrics.canaries_planted_total.labels(kind).inc(count)
        for (surface, kind, of), count in _added(self._verdicts, counts.verdicts):
            _COUNTERS[of].labels(surface, kind, CanaryLane.LIVE).inc(count)
        for of, count in _added(self._clusters, counts.clusters):
            _CLUSTERS[of].labels(CanaryLane.LIVE).inc(count)
        self._show_leaks()
        for surface in Surface:
            leaked = counts.current[surface, LEAKED]
            # A canary that leaks after the configuration changed may have been evaluated before.
            evaluated = max(leaked, counts.current[surface, EVALUATED])
            metrics.leak_bound.labels(surface).set(anytime_upper(leaked, evaluated))
        metrics.last_planted_timestamp_seconds.set(max(self._now, counts.last_planted_ms / 1000))
        metrics.last_verdict_timestamp_seconds.set(max(self._now, counts.last_verdict_ms / 1000))

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
        metrics.canaries_evaluated_total.labels(result.surface, result.kind, CanaryLane.CONTROL).inc()
        metrics.canaries_leaked_total.labels(result.surface, result.kind, CanaryLane.CONTROL).inc(result.seen)

    def controlled_clusters(self, clusters: Iterable[ClusterLeaks]) -> None:
        """Counts clusters that leak on purpose."""
        counts = leak_rates(clusters)
        for of, count in (
            (INSTANCES, counts.instances),
            (INSTANCES_LEAKED, counts.leaked_instances),
            (CLUSTERS, counts.clusters),
            (CLUSTERS_LEAKING, counts.leaking_clusters),
        ):
            _CLUSTERS[of].labels(CanaryLane.CONTROL).inc(count)

    def asked(self, client: str, outcome: ProbeOutcome) -> None:
        """Counts what became of a client's probe."""
        metrics.probes_total.labels(client, outcome.value).inc()

    def outstanding(self, surface: Surface, count: int) -> None:
        """Shows how many canaries have no verdict on a surface."""
        metrics.canaries_outstanding.labels(surface).set(count)

    def _show_leaks(self) -> None:
        now = Counter((surface, kind) for (_, surface), kind in self._counts.leaks.kinds.items())
        for surface, kind in self._leaks.keys() | now.keys():
            metrics.canaries_unacknowledged.labels(surface, kind).set(now[surface, kind])
        self._leaks = now

    def _born(self, surface: Surface, kind: str, lane: CanaryLane) -> None:
        for counter in _COUNTERS.values():
            counter.labels(surface, kind, lane)


_COUNTERS: Final = {
    EVALUATED: metrics.canaries_evaluated_total,
    LEAKED: metrics.canaries_leaked_total,
    LOST: metrics.canaries_lost_total,
}
_CLUSTERS: Final = {
    INSTANCES: metrics.canary_instances_total,
    INSTANCES_LEAKED: metrics.canary_instances_leaked_total,
    CLUSTERS: metrics.canary_clusters_total,
    CLUSTERS_LEAKING: metrics.canary_clusters_leaking_total,
}


def _added(shown: Counter[place], now: Counter[place]) -> list[tuple[place, int]]:
    """Returns what is more than was shown, and notes that it is shown."""
    added = [(place, count - shown[place]) for place, count in now.items() if count > shown[place]]
    shown.update(dict(added))
    return added
