"""The topics of a window: what all partitions' clusters were merged into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from streams.analytics.clustering import Assignment, Centres, most_alike, unit
from streams.analytics.hashing import TERMS, DocumentFrequencies, HashedTfIdf
from streams.analytics.lineage import Change, Lineage
from streams.analytics.mini_batch import NO_CLUSTER
from streams.analytics.snapshots import Kind, Position, Snapshot, decode, encode, packed, unpacked


@dataclass(frozen=True, eq=False, repr=False)
class Topics:
    """The topics of a window: their ids, the means of their texts' rows, how many texts the clusterers gave each, and
    the document frequencies that the rows were weighted by.

    Ids are never reused: all below ``next_id`` have been given. ``lineage`` tells how the topics came from those of the
    window before.
    """

    ids: NDArray[np.int64]
    means: Centres
    counts: NDArray[np.float64]
    frequencies: DocumentFrequencies
    next_id: int
    lineage: tuple[Lineage, ...] = ()

    @classmethod
    def none(cls) -> Self:
        """Returns what there is before the first window."""
        return cls(np.empty(0, np.int64), np.empty((0, TERMS), np.float32), np.empty(0), DocumentFrequencies.none(), 0)

    def __repr__(self) -> str:
        return f"Topics(ids={self.ids.tolist()}, next_id={self.next_id})"

    def predict(self, texts: Sequence[str]) -> Assignment:
        """Returns the id of each text's topic; -1 for a text without terms, and where there are no topics."""
        if not len(self.ids):
            return np.full(len(texts), NO_CLUSTER, np.int64)
        rows = HashedTfIdf.resumed(self.frequencies).transform_many(texts)
        chosen = most_alike(rows, self._centres)
        return np.where(np.diff(rows.indptr) > 0, self.ids[chosen], NO_CLUSTER)

    @cached_property
    def _centres(self) -> Centres:
        """The directions of the means, one column for each."""
        return np.ascontiguousarray(unit(self.means).T)

    def snapshot(self, position: Position) -> bytes:
        """Returns the topics and whose they are as bytes."""
        values = {
            "documents": self.frequencies.documents,
            "n_terms": self.means.shape[1],
            "next_id": self.next_id,
            "lineage": [[each.cluster, each.change, each.other] for each in self.lineage],
        }
        arrays = {
            "ids": self.ids,
            "counts": self.counts,
            "frequencies": self.frequencies.by_column,
            **packed("means", csr_array(self.means)),
        }
        return encode(Snapshot(Kind.TOPICS, position, values, arrays))

    @classmethod
    def restore(cls, data: bytes, expected: Position) -> tuple[Self, Position]:
        """Returns the topics that these bytes hold, and whose they are; raises SnapshotRefused, see ``decode``."""
        found = decode(data, Kind.TOPICS, expected)
        values, arrays = found.values, found.arrays
        means = unpacked("means", arrays, values["n_terms"]).toarray()
        frequencies = DocumentFrequencies(arrays["frequencies"], values["documents"])
        lineage = tuple(Lineage(cluster, Change(change), other) for cluster, change, other in values["lineage"])
        return cls(arrays["ids"], means, arrays["counts"], frequencies, values["next_id"], lineage), found.position
