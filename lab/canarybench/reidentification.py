"""How many members of a cluster a reader of its summary could single out, by terms that few of them used."""

from __future__ import annotations

import re
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from lab.canarybench.summarizers import Cluster, contributors_by_term, said
from streams.analytics.features import TermMatrix, terms

_REDACTED: Final = re.compile(r"\[[A-Z_]+\]")


class Exposure(msgspec.Struct, frozen=True):
    """Members of published clusters, those whom a term of the summary singles out, and those whom one gives away alone.

    A member is a contributor of a cluster; one of two clusters counts twice.
    """

    members: int = 0
    exposed: int = 0
    alone: int = 0

    def __add__(self, other: Exposure) -> Exposure:
        return Exposure(self.members + other.members, self.exposed + other.exposed, self.alone + other.alone)


def exposure(summary: str, cluster: Cluster, features: TermMatrix, k: int) -> Exposure:
    """Return how many used a term of the summary that fewer than ``k`` contributors of the cluster used.

    Only terms of the features' vocabulary count: what occurs in one text alone is counted as a leak instead.
    Placeholders such as ``[EMAIL]`` are ignored.
    """
    used = contributors_by_term(cluster, features)
    shown = set(terms(_REDACTED.sub(" ", said(summary))))
    columns = np.array([at for at, term in enumerate(features.vocabulary) if term in shown], np.int64)
    rare, unique = columns[(used[columns] < k) & (used[columns] > 0)], columns[used[columns] == 1]
    members = len(np.unique(cluster.contributors))
    return Exposure(members, _users(cluster, features, rare), _users(cluster, features, unique))


def _users(cluster: Cluster, features: TermMatrix, columns: NDArray[np.int64]) -> int:
    uses = np.diff(features.weights[cluster.rows][:, columns].tocsr().indptr) > 0
    return len(np.unique(cluster.contributors[uses]))
