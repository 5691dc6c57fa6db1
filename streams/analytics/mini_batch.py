"""Mini-batch k-means (MacQueen, 1967; Sculley, 2010) for a stream whose topics come and go, as a river clusterer.

Centres that few rows belong to are retired, and the worst cluster is split in two instead. A split gives two new ids;
ids are never reused.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray
from river.base import Clusterer
from scipy.sparse import csr_array, vstack

from streams.analytics.clustering import Assignment, Centres, fit, nearest, totals

CHECK_EVERY: Final = 256
ROWS_A_CLUSTER: Final = 16
LEAST_SHARE: Final = 0.2
MEMORY: Final = 0.5


class MiniBatchKMeans(Clusterer):
    """Clusters sparse rows batch by batch; the same seed and batches give the same ids.

    The first batch places the centres, so it should have several rows per cluster. After every 16 rows per cluster, and
    at least 256 rows, centres with less than a fifth of an even share of these rows are retired, and the weights of the
    others are halved.
    """

    def __init__(self, n_clusters: int = 54, n_terms: int = 8192, seed: int = 0) -> None:
        self.n_clusters = n_clusters
        self.n_terms = n_terms
        self.seed = seed
        self._rng = np.random.default_rng(seed)
        self._centres: Centres = np.empty((0, n_terms), np.float32)
        self._ids: NDArray[np.int64] = np.empty(0, np.int64)
        self._weights: NDArray[np.float64] = np.empty(0)
        self._next_id = 0
        self._seen: list[csr_array] = []

    def learn_many(self, rows: csr_array) -> None:
        """Moves each centre towards the mean of the rows nearest to it."""
        if not rows.shape[0]:
            return
        if not len(self._centres):
            self._add(fit(rows, self.n_clusters, self._rng))
        assignment, _distances = nearest(rows, self._centres)
        sums, sizes = totals(rows, assignment, len(self._centres))
        self._weights += sizes
        moved = sizes > 0
        gain = (sizes[moved] / self._weights[moved])[:, np.newaxis]
        self._centres[moved] += (gain * (sums[moved] / sizes[moved][:, np.newaxis] - self._centres[moved])).astype(
            np.float32
        )
        self._seen.append(rows)
        if sum(batch.shape[0] for batch in self._seen) >= max(CHECK_EVERY, ROWS_A_CLUSTER * self.n_clusters):
            self._renew(vstack(self._seen, format="csr"))
            self._seen = []

    def predict_many(self, rows: csr_array) -> Assignment:
        """Returns the id of the nearest centre of each row; 0 before anything was learned."""
        if not len(self._centres):
            return np.zeros(rows.shape[0], np.int64)
        return self._ids[nearest(rows, self._centres)[0]]

    def learn_one(self, x: Mapping[Hashable, float]) -> None:
        """Learns one row, a mapping of term number to weight."""
        self.learn_many(self._row(x))

    def predict_one(self, x: Mapping[Hashable, float]) -> int:
        """Returns the id for one row, a mapping of term number to weight."""
        return int(self.predict_many(self._row(x))[0])

    def _row(self, x: Mapping[Hashable, float]) -> csr_array:
        columns, weights = np.array(list(x), np.int32), np.array(list(x.values()), np.float32)
        return csr_array((weights, (np.zeros(len(x), np.int32), columns)), shape=(1, self.n_terms))

    def _add(self, centres: Centres) -> None:
        self._centres = np.vstack([self._centres, centres])
        self._ids = np.concatenate([self._ids, self._new_ids(len(centres))])
        self._weights = np.concatenate([self._weights, np.zeros(len(centres))])

    def _new_ids(self, count: int) -> NDArray[np.int64]:
        self._next_id += count
        return np.arange(self._next_id - count, self._next_id)

    def _renew(self, rows: csr_array) -> None:
        """Splits the worst clusters; each second half replaces a rarely used cluster or fills an empty place."""
        assignment, distances = nearest(rows, self._centres)
        self._weights *= MEMORY
        sizes = np.bincount(assignment, minlength=len(self._centres))
        rarely_used = np.flatnonzero(sizes < LEAST_SHARE * rows.shape[0] / self.n_clusters).tolist()
        for place in [*rarely_used, *range(len(self._centres), self.n_clusters)]:
            if not self._split_worst(rows, assignment, distances, place):
                return

    def _split_worst(self, rows: csr_array, assignment: Assignment, distances: NDArray[np.float32], place: int) -> bool:
        """Splits the cluster with the largest sum of squared distances by 2-means; returns False if none can be split.

        The second half gets this place; rows that belonged to it no longer count.
        """
        worst = int(np.bincount(assignment, distances).argmax())
        members = np.flatnonzero(assignment == worst)
        halves = fit(rows[members], 2, self._rng)
        if worst == place or len(halves) < 2 or np.array_equal(halves[0], halves[1]):
            return False
        if place == len(self._centres):
            self._add(halves[1:])
        distances[assignment == place] = 0
        self._weights[[worst, place]] = self._weights[worst] / 2
        self._ids[[worst, place]] = self._new_ids(2)
        self._centres[[worst, place]] = halves
        nearer, distances[members] = nearest(rows[members], halves)
        assignment[members] = np.where(nearer == 0, worst, place)
        return True
