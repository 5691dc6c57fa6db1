"""Counts what was written about published clusters: the paper's two leak rates are made of these counts."""

from __future__ import annotations

from collections.abc import Iterable

from gateway import metrics
from gateway.records import ClusterVerdict
from streams.auditor.lanes import CanaryLane
from streams.canaries.rates import ClusterLeaks, leak_rates


class ClusterTally:
    """The clusters that were judged, each counted once; nothing of it is exposed before ``expose``."""

    def __init__(self) -> None:
        self._clusters: dict[str, ClusterLeaks] = {}
        self._exposed = False

    def written(self, cluster: str, verdict: ClusterVerdict) -> None:
        """Counts a cluster, unless it was counted before."""
        if cluster not in self._clusters:
            self._clusters[cluster] = leaks = ClusterLeaks(verdict.instances, verdict.leaked)
            if self._exposed:
                _show(CanaryLane.LIVE, [leaks])

    def expose(self) -> None:
        """Exposes every series with what was counted so far; from now on what is counted is seen at once."""
        self._exposed = True
        _show(CanaryLane.CONTROL, ())
        _show(CanaryLane.LIVE, self._clusters.values())

    def controlled(self, clusters: Iterable[ClusterLeaks]) -> None:
        """Counts clusters that leak on purpose."""
        _show(CanaryLane.CONTROL, clusters)


def _show(lane: CanaryLane, clusters: Iterable[ClusterLeaks]) -> None:
    counts = leak_rates(clusters)
    metrics.canary_instances_total.labels(lane).inc(counts.instances)
    metrics.canary_instances_leaked_total.labels(lane).inc(counts.leaked_instances)
    metrics.canary_clusters_total.labels(lane).inc(counts.clusters)
    metrics.canary_clusters_leaking_total.labels(lane).inc(counts.leaking_clusters)
