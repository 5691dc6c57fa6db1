"""Short summaries of a cluster to compare with: by its words, or by an example. They leak what few people said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from streams.analytics.features import TermMatrix

TERMS: Final = 8
TOPICS: Final = "Topics: "
EXAMPLE: Final = "Representative example: "


@dataclass(frozen=True, slots=True, repr=False)
class Cluster:
    """The rows of a cluster and, for each, the number of its contributor."""

    rows: NDArray[np.int64]
    contributors: NDArray[np.int64]

    def __repr__(self) -> str:
        return f"Cluster(rows={len(self.rows)})"


def keyword(cluster: Cluster, features: TermMatrix) -> str:
    """Returns the heaviest terms of the cluster, whoever used them; empty if there is none."""
    return topics(_heaviest(_mean(cluster, features), features))


def example(cluster: Cluster, texts: Sequence[str]) -> str:
    """Returns the longest text of the cluster verbatim, the first of equals: a reader must never see it."""
    members = [texts[int(row)] for row in cluster.rows]
    return EXAMPLE + max(members, key=len)


def said(summary: str) -> str:
    """Returns a summary without the words that every summary begins with.

    >>> said("Topics: garden, hedge")
    'garden, hedge'
    """
    return summary.removeprefix(TOPICS).removeprefix(EXAMPLE)


def contributors_by_term(cluster: Cluster, features: TermMatrix) -> NDArray[np.int64]:
    """Returns how many distinct contributors of the cluster used each term of the vocabulary."""
    rows = features.weights[cluster.rows]
    people, who = np.unique(cluster.contributors, return_inverse=True)
    of_people = csr_array((np.ones(len(who), np.float32), (who, np.arange(len(who)))), shape=(len(people), len(who)))
    return np.bincount((of_people @ rows).tocsr().indices, minlength=len(features.vocabulary))


def _mean(cluster: Cluster, features: TermMatrix) -> NDArray[np.float64]:
    return np.asarray(features.weights[cluster.rows].sum(axis=0), np.float64)[: len(features.vocabulary)]


def _heaviest(weights: NDArray[np.float64], features: TermMatrix) -> list[str]:
    order = np.argsort(-weights.round(6), kind="stable")[:TERMS]
    return [features.vocabulary[column] for column in order if weights[column] > 0]


def topics(terms: Sequence[str]) -> str:
    """Returns terms as a summary; empty if there is none."""
    return TOPICS + ", ".join(terms) if terms else ""
