"""How the clusters of a stream follow its topics: those that few rows belong to are retired, the worst are split, and
two within one topic are merged where that costs less than a split elsewhere gains (Ball and Hall, 1965).

What is gained and lost is measured by the sum of the cosines of rows to their centres, over the rows seen since the
last renewal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from streams.analytics.cluster_table import ClusterTable
from streams.analytics.clustering import Assignment, fit, loss, nearest, totals
from streams.analytics.lineage import Change, Lineage

LEAST_SHARE: Final = 0.2
SPLITS_TRIED: Final = 8
MARGIN: Final = 1.3

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class LiveCluster:
    """A cluster as in the table, the rows last seen that are its, and the sum of their cosines to their centre."""

    id: int
    total: Vector
    weight: float
    count: float
    members: Assignment
    cosines: float

    @property
    def spread(self) -> float:
        """How far from their centre the rows last seen are, all together."""
        return len(self.members) - self.cosines


@dataclass(slots=True)
class Renewal:
    """Renews clusters by the rows last seen; ``lineage`` and ``retired`` tell what changed."""

    rows: csr_array
    rng: np.random.Generator
    next_id: int
    retired: ClusterTable = field(init=False)
    lineage: list[Lineage] = field(default_factory=list)

    def renew(self, table: ClusterTable, wanted: int) -> ClusterTable:
        """Returns the clusters that live on, ``wanted`` of them where the rows are different enough, never fewer than
        there were.
        """
        living = self._retire(self._live(table), table)
        living = self._fill(living, max(wanted, len(table)))
        return _table(self._exchange(living), table)

    def _live(self, table: ClusterTable) -> list[LiveCluster]:
        assignment = table.nearest(self.rows)
        columns = zip(table.ids.tolist(), table.sums.T, table.weights.tolist(), table.counts.tolist(), strict=True)
        lengths = _lengths(totals(self.rows, assignment, len(table))).tolist()
        return [
            LiveCluster(*column, np.flatnonzero(assignment == place), lengths[place])
            for place, column in enumerate(columns)
        ]

    def _retire(self, clusters: list[LiveCluster], table: ClusterTable) -> list[LiveCluster]:
        least = LEAST_SHARE * self.rows.shape[0] / len(clusters)
        living = [each for each in clusters if len(each.members) >= least]
        retired = [each for each in clusters if len(each.members) < least]
        self.retired = _table(retired, table)
        self.lineage += [Lineage(each.id, Change.RETIRED) for each in retired]
        return living

    def _fill(self, clusters: list[LiveCluster], wanted: int) -> list[LiveCluster]:
        while len(clusters) < wanted:
            worst = max(clusters, key=lambda each: each.spread)
            halves = self._halves(worst)
            if not halves:
                break
            clusters = [*_without(clusters, worst), *self._split(worst, halves)]
        return clusters

    def _exchange(self, clusters: list[LiveCluster]) -> list[LiveCluster]:
        """Returns the clusters after each of the worst was split that gains more than merging two others loses."""
        places = {place: [each] for place, each in enumerate(clusters)}
        costs = self._costs(clusters)
        for place in sorted(places, key=lambda place: -clusters[place].spread)[:SPLITS_TRIED]:
            halves = self._halves(clusters[place]) if places[place] == [clusters[place]] else []
            others = costs.copy()
            others[place] = others[:, place] = np.inf
            first, second = divmod(int(others.argmin()), len(clusters))
            gain = sum(map(self._cosines, halves)) - clusters[place].cosines
            if halves and gain > MARGIN * others[first, second]:
                places[place] = list(self._split(clusters[place], halves))
                places[first], places[second] = [self._merged(clusters[first], clusters[second])], []
                gone = [place, first, second]
                costs[gone] = costs[:, gone] = np.inf
        return [each for place in places.values() for each in place]

    def _costs(self, clusters: Sequence[LiveCluster]) -> NDArray[np.float64]:
        """Returns what merging each two clusters loses."""
        members = np.concatenate([each.members for each in clusters])
        assignment = np.repeat(np.arange(len(clusters)), [len(each.members) for each in clusters])
        sums = totals(self.rows[members], assignment, len(clusters))
        lengths = _lengths(sums)
        costs = loss(lengths, lengths[:, np.newaxis], (sums @ sums.T).toarray())
        np.fill_diagonal(costs, np.inf)
        return costs

    def _halves(self, cluster: LiveCluster) -> list[Assignment]:
        """Returns the members of a cluster as 2-means divides them; none where they cannot be told apart."""
        if len(cluster.members) < 2:
            return []
        rows = self.rows[cluster.members]
        centres = fit(rows, 2, self.rng)
        if len(centres) < 2:
            return []
        half, _distances = nearest(rows, centres)
        return [cluster.members[half == 0], cluster.members[half == 1]] if 0 < half.sum() < len(half) else []

    def _split(self, cluster: LiveCluster, halves: Sequence[Assignment]) -> Iterator[LiveCluster]:
        for members in halves:
            share = len(members) / len(cluster.members)
            self.lineage.append(Lineage(self.next_id, Change.SPLIT_FROM, cluster.id))
            total = self._sum(members)
            yield LiveCluster(self.next_id, total, len(members), share * cluster.count, members, _length(total))
            self.next_id += 1
        self.lineage.append(Lineage(cluster.id, Change.RETIRED))

    def _merged(self, first: LiveCluster, second: LiveCluster) -> LiveCluster:
        """Returns both as one, with the id of the larger."""
        small, large = sorted((first, second), key=lambda each: (len(each.members), -each.id))
        self.lineage.append(Lineage(small.id, Change.MERGED_INTO, large.id))
        members = np.sort(np.concatenate([first.members, second.members]))
        return LiveCluster(
            large.id,
            first.total + second.total,
            first.weight + second.weight,
            first.count + second.count,
            members,
            self._cosines(members),
        )

    def _cosines(self, members: Assignment) -> float:
        return _length(self._sum(members))

    def _sum(self, members: Assignment) -> Vector:
        return np.asarray(self.rows[members].sum(axis=0), np.float32)


def _table(clusters: Sequence[LiveCluster], like: ClusterTable) -> ClusterTable:
    if not clusters:
        return like.largest(0)
    return ClusterTable(
        np.array([each.id for each in clusters]),
        np.stack([each.total for each in clusters], axis=1),
        np.array([each.weight for each in clusters]),
        np.array([each.count for each in clusters]),
    )


def _lengths(rows: csr_array) -> NDArray[np.float64]:
    return np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1), np.float64))


def _length(vector: Vector) -> float:
    return float(np.linalg.norm(vector))


def _without(clusters: Sequence[LiveCluster], *left_out: LiveCluster) -> list[LiveCluster]:
    return [each for each in clusters if all(each is not one for one in left_out)]
