"""Mini-batch spherical k-means (MacQueen, 1967; Sculley, 2010; Zhong, 2005) for a stream whose topics come and go, as a
river clusterer.

Centres that few rows belong to are retired and the worst clusters split; two centres within one topic are merged where
that costs less than a split elsewhere gains (Ball and Hall, 1965).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import isqrt
from typing import Final, Self

import numpy as np
from river.base import Clusterer
from scipy.sparse import csr_array, vstack

from streams.analytics.cluster_table import ClusterTable
from streams.analytics.clustering import TINY, Assignment, Centres, fit
from streams.analytics.hashing import TERMS, column
from streams.analytics.lineage import Change, Lineage
from streams.analytics.renewal import Renewal

NO_CLUSTER: Final = -1
MIN_CLUSTERS: Final = 8
MAX_CLUSTERS: Final = 128
ROWS_A_CLUSTER: Final = 16
MEMORY: Final = 0.5


def clusters_for(count: int, least: int, most: int) -> int:
    """Returns how many clusters so many texts are given: their square root within bounds.

    >>> clusters_for(3000, 8, 128), clusters_for(1, 8, 128), clusters_for(10**6, 8, 128)
    (54, 8, 128)
    """
    return max(least, min(most, isqrt(count)))


@dataclass(slots=True, eq=False, repr=False)
class ClustererState:
    """All that a clusterer knows: its clusters, those retired in this window, and the rows since the last renewal."""

    clusters: ClusterTable
    retired: ClusterTable
    seen: csr_array
    next_id: int = 0
    learned: int = 0

    @classmethod
    def empty(cls, n_terms: int) -> Self:
        """Returns the state of a clusterer that has learned nothing."""
        none = ClusterTable.of((), np.zeros((0, n_terms), np.float32))
        return cls(none, none, csr_array((0, n_terms), dtype=np.float32))


class MiniBatchKMeans(Clusterer):
    """Clusters rows of length 1, batch by batch: the same seed and batches give the same ids, which are never reused.

    The number of clusters is the square root of the number of rows, at least ``min_clusters`` and at most
    ``max_clusters``; it never falls. Rows of length 0 belong to no cluster (``NO_CLUSTER``) and teach nothing. The
    first batch places the centres, so it should have several rows per cluster. ``lineage`` holds what the last call of
    ``learn_many`` changed.

    >>> from river.compose import Pipeline
    >>> from streams.analytics.hashing import HashedTfIdf
    >>> topics = Pipeline(HashedTfIdf(), MiniBatchKMeans(min_clusters=2))
    >>> for text in ["prune the roses", "flights to Osaka", "water the roses", "cheap flights"] * 20:
    ...     topics.learn_one(text)
    >>> topics.predict_one("pink roses") != topics.predict_one("early flights")
    True
    """

    def __init__(
        self, min_clusters: int = MIN_CLUSTERS, max_clusters: int = MAX_CLUSTERS, n_terms: int = TERMS, seed: int = 0
    ) -> None:
        self.min_clusters = min_clusters
        self.max_clusters = max_clusters
        self.n_terms = n_terms
        self.seed = seed
        self.lineage: tuple[Lineage, ...] = ()
        self.state = ClustererState.empty(n_terms)

    def learn_many(self, rows: csr_array) -> None:
        """Turns each centre towards the rows nearest to it."""
        self.lineage = ()
        rows = rows[np.flatnonzero(np.diff(rows.indptr))]
        if not rows.shape[0]:
            return
        state = self.state
        state.learned += rows.shape[0]
        if not len(state.clusters):
            self._place(fit(rows, self._wanted(), self._rng()))
        state.clusters.add(rows, state.clusters.nearest(rows))
        state.seen = vstack([state.seen, rows], format="csr")
        if state.seen.shape[0] >= ROWS_A_CLUSTER * len(state.clusters):
            self._renew()

    def predict_many(self, rows: csr_array) -> Assignment:
        """Returns the id of the nearest centre of each row; -1 for rows of length 0, or if nothing was learned."""
        clusters = self.state.clusters
        if not len(clusters):
            return np.full(rows.shape[0], NO_CLUSTER, np.int64)
        return np.where(np.diff(rows.indptr) > 0, clusters.ids[clusters.nearest(rows)], NO_CLUSTER)

    def learn_one(self, x: Mapping[Hashable, float]) -> None:
        """Learns one row, a mapping of terms to weights, scaled to length 1; what is no term's number is hashed."""
        self.learn_many(self._row(x))

    def predict_one(self, x: Mapping[Hashable, float]) -> int:
        """Returns the id for one row, a mapping of terms to weights."""
        return int(self.predict_many(self._row(x))[0])

    def _wanted(self) -> int:
        return clusters_for(self.state.learned, self.min_clusters, self.max_clusters)

    def _rng(self) -> np.random.Generator:
        # Drawn anew from the count of rows, so that no state of a generator has to be kept.
        return np.random.default_rng((self.seed, self.state.learned))

    def _place(self, centres: Centres) -> None:
        ids = range(self.state.next_id, self.state.next_id + len(centres))
        self.state.clusters = ClusterTable.of(ids, centres)
        self.state.next_id = ids.stop
        self.lineage = tuple(Lineage(each, Change.NEW) for each in ids)

    def _renew(self) -> None:
        state = self.state
        clusters = state.clusters.faded(MEMORY)
        renewal = Renewal(state.seen, self._rng(), state.next_id)
        state.clusters = renewal.renew(clusters, self._wanted())
        state.retired = ClusterTable.joined([state.retired, renewal.retired]).largest(self.max_clusters)
        state.next_id, self.lineage = renewal.next_id, (*self.lineage, *renewal.lineage)
        state.seen = state.seen[:0]

    def _row(self, x: Mapping[Hashable, float]) -> csr_array:
        columns = [self._column(term) for term in x]
        row = csr_array((list(x.values()), columns, [0, len(x)]), shape=(1, self.n_terms), dtype=np.float64)
        row.sum_duplicates()
        row.eliminate_zeros()
        row.data /= max(float(np.linalg.norm(row.data)), TINY)
        return row.astype(np.float32)

    def _column(self, term: Hashable) -> int:
        return term if isinstance(term, int) and 0 <= term < self.n_terms else column(str(term)) % self.n_terms
