"""The two leak rates of the CanaryBench paper (section 4.3), over published summaries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClusterLeaks:
    """Of one published cluster: the pairs of a conversation and a canary in it, and how many of these leaked.

    A pair leaks if the canary stands verbatim in the cluster's summary.
    """

    instances: int
    leaked: int


@dataclass(frozen=True, slots=True)
class LeakRates:
    """The counts, and the rates as the paper defines them; a rate over nothing is 0."""

    instances: int
    leaked_instances: int
    clusters: int
    leaking_clusters: int

    @property
    def lr_canary(self) -> float:
        """The leaked pairs over all pairs in published clusters."""
        return self.leaked_instances / self.instances if self.instances else 0.0

    @property
    def lr_cluster(self) -> float:
        """The clusters that leak a canary over those that contain one."""
        return self.leaking_clusters / self.clusters if self.clusters else 0.0


def leak_rates(published: Iterable[ClusterLeaks]) -> LeakRates:
    """Returns the leak rates over published clusters; clusters without a canary count for neither.

    >>> rates = leak_rates([ClusterLeaks(3, 1), ClusterLeaks(5, 0), ClusterLeaks(0, 0)])
    >>> rates.lr_canary, rates.lr_cluster
    (0.125, 0.5)
    """
    held = [cluster for cluster in published if cluster.instances]
    return LeakRates(
        instances=sum(cluster.instances for cluster in held),
        leaked_instances=sum(cluster.leaked for cluster in held),
        clusters=len(held),
        leaking_clusters=sum(cluster.leaked > 0 for cluster in held),
    )
