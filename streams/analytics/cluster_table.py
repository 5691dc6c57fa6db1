"""Clusters side by side: the faded sums of their rows, and what was counted of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from streams.analytics.clustering import TINY, Assignment, Centres, most_alike

FADED: Final = 1e-3


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClusterTable:
    """One column of ``sums`` for each cluster: its centre is the direction of its sum.

    ``weights`` count the rows in the sums, faded alike; ``counts`` count all rows that a cluster was given in this
    window, whole where it was never split.
    """

    ids: NDArray[np.int64]
    sums: Centres
    weights: NDArray[np.float64]
    counts: NDArray[np.float64]

    @classmethod
    def of(cls, ids: Iterable[int], means: Centres, weight: float = 1.0) -> Self:
        """Returns clusters that were given no row yet, whose means weigh as much as so many rows."""
        numbers = np.array(list(ids), np.int64)
        sums = np.ascontiguousarray(means.T) * np.float32(weight)
        return cls(numbers, sums, np.full(len(numbers), float(weight)), np.zeros(len(numbers)))

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def means(self) -> Centres:
        """The mean row of each cluster, one row for each; it is shorter than 1 where the rows lie apart."""
        return np.divide(self.sums, self.weights, dtype=np.float32).T

    def nearest(self, rows: csr_array) -> Assignment:
        """Returns for each row the place of the cluster with the largest cosine, the first of equals."""
        lengths = np.sqrt(np.einsum("ij,ij->j", self.sums, self.sums))
        return most_alike(rows, self.sums / np.maximum(lengths, TINY))

    def add(self, rows: csr_array, assignment: Assignment) -> None:
        """Adds each row, in place, to the cluster at its place."""
        np.add.at(self.sums, (rows.indices, np.repeat(assignment, np.diff(rows.indptr))), rows.data)
        sizes = np.bincount(assignment, minlength=len(self))
        self.weights[:] += sizes
        self.counts[:] += sizes

    def faded(self, share: float) -> Self:
        """Returns the same clusters, each row in the sums counted with this share; terms that have faded are gone."""
        sums = self.sums * np.float32(share)
        sums[np.abs(sums) < FADED] = 0
        return type(self)(self.ids, sums, self.weights * share, self.counts)

    def largest(self, most: int) -> Self:
        """Returns the clusters with the largest counts, at most so many, in the same order."""
        kept = np.sort(np.argsort(-self.counts, kind="stable")[:most])
        return type(self)(
            self.ids[kept], np.ascontiguousarray(self.sums[:, kept]), self.weights[kept], self.counts[kept]
        )

    @classmethod
    def joined(cls, tables: Sequence[Self]) -> Self:
        """Returns the clusters of all tables side by side."""
        return cls(
            np.concatenate([each.ids for each in tables]),
            np.concatenate([each.sums for each in tables], axis=1),
            np.concatenate([each.weights for each in tables]),
            np.concatenate([each.counts for each in tables]),
        )
