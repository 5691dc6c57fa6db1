"""The clustering of one partition in one window: features and clusters in one state, learned batch by batch.

The state follows from the topics it started with and the batches it learned, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from streams.analytics.cluster_table import ClusterTable
from streams.analytics.clustering import Centres
from streams.analytics.hashing import HALF_LIFE, TERMS, DocumentFrequencies, HashedTfIdf
from streams.analytics.lineage import Lineage
from streams.analytics.mini_batch import MAX_CLUSTERS, MIN_CLUSTERS, ClustererState, MiniBatchKMeans
from streams.analytics.snapshots import Arrays, Kind, Position, Snapshot, decode, encode, packed, unpacked
from streams.analytics.topics import Topics


@dataclass(frozen=True, slots=True)
class ClusterLimits:
    """How many clusters there may be: the square root of a window's count within these bounds."""

    least: int = MIN_CLUSTERS
    most: int = MAX_CLUSTERS


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Partial:
    """What a partition contributes to its window's topics: the means of its clusters' rows, how many texts each was
    given, and the document frequencies.
    """

    means: Centres
    counts: NDArray[np.float64]
    frequencies: DocumentFrequencies


class PartitionState:
    """Features and clusters of a partition's texts in one window.

    >>> state = PartitionState()
    >>> state.learn(["prune the roses", "flights to Osaka"] * 20)
    >>> taken = state.snapshot({"partition": 0, "next_offset": 40})
    >>> restored, position = PartitionState.restore(taken, {"partition": 0})
    >>> restored.count, position["next_offset"]
    (40, 40)
    """

    def __init__(self, limits: ClusterLimits | None = None, seed: int = 0) -> None:
        limits = limits or ClusterLimits()
        self.features = HashedTfIdf()
        self.clusterer = MiniBatchKMeans(limits.least, limits.most, seed=seed)
        self.count = 0

    @classmethod
    def start(cls, topics: Topics | None, limits: ClusterLimits | None = None, seed: int = 0) -> Self:
        """Returns the state in which a window begins, given the topics of the window before, if there was one."""
        state = cls(limits, seed)
        if topics is not None:
            state.features = HashedTfIdf.resumed(topics.frequencies.recent(HALF_LIFE))
            state.clusterer.state.clusters = ClusterTable.of(topics.ids.tolist(), topics.means)
            state.clusterer.state.next_id = topics.next_id
        return state

    def learn(self, texts: Sequence[str]) -> None:
        """Learns one batch; how a window's texts are cut into batches is part of what the state follows from."""
        self.clusterer.learn_many(self.features.learn_transform_many(texts))
        self.count += len(texts)

    @property
    def lineage(self) -> tuple[Lineage, ...]:
        """What the last batch changed; the ids mean something in this partition and window only."""
        return self.clusterer.lineage

    def partial(self) -> Partial:
        """Returns what this partition contributes to its window's topics, up to here."""
        clusters = ClusterTable.joined([self.clusterer.state.clusters, self.clusterer.state.retired])
        return Partial(clusters.means, clusters.counts, self.features.frequencies)

    def snapshot(self, position: Position) -> bytes:
        """Returns the state and whose it is, up to where, as bytes."""
        clusterer = self.clusterer
        values = {
            "limits": [clusterer.min_clusters, clusterer.max_clusters],
            "seed": clusterer.seed,
            "count": self.count,
            "documents": self.features.frequencies.documents,
            "next_id": clusterer.state.next_id,
            "learned": clusterer.state.learned,
        }
        arrays = {
            "frequencies": self.features.frequencies.by_column,
            **packed("seen", clusterer.state.seen),
            **_arrays("clusters", clusterer.state.clusters),
            **_arrays("retired", clusterer.state.retired),
        }
        return encode(Snapshot(Kind.PARTITION, position, values, arrays))

    @classmethod
    def restore(cls, data: bytes, expected: Position) -> tuple[Self, Position]:
        """Returns the state that these bytes hold, and whose it is, up to where.

        Raises SnapshotRefused, see ``decode``: the window then has to be read again from its start.
        """
        found = decode(data, Kind.PARTITION, expected)
        values, arrays = found.values, found.arrays
        state = cls(ClusterLimits(*values["limits"]), values["seed"])
        state.count = values["count"]
        state.features = HashedTfIdf.resumed(DocumentFrequencies(arrays["frequencies"], values["documents"]))
        state.clusterer.state = ClustererState(
            _table("clusters", arrays),
            _table("retired", arrays),
            unpacked("seen", arrays, TERMS),
            values["next_id"],
            values["learned"],
        )
        return state, found.position


def _arrays(name: str, table: ClusterTable) -> Arrays:
    return {
        f"{name}.ids": table.ids,
        f"{name}.weights": table.weights,
        f"{name}.counts": table.counts,
        **packed(f"{name}.sums", csr_array(table.sums.T)),
    }


def _table(name: str, arrays: Arrays) -> ClusterTable:
    sums = np.ascontiguousarray(unpacked(f"{name}.sums", arrays, TERMS).toarray().T)
    return ClusterTable(arrays[f"{name}.ids"], sums, arrays[f"{name}.weights"], arrays[f"{name}.counts"])
