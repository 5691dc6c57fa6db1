"""Merges what the partitions of a window have learned into the window's topics."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array

from streams.analytics.clustering import ROUNDS, TINY, Assignment, Centres, loss
from streams.analytics.hashing import DocumentFrequencies
from streams.analytics.lineage import Change, Lineage
from streams.analytics.mini_batch import clusters_for
from streams.analytics.partition import ClusterLimits, Partial
from streams.analytics.topics import Topics

# Two topics whose means have at least this cosine are the same, or one came from the other.
ALIKE: Final = 0.5


def merge(partials: Sequence[Partial], previous: Topics | None = None, limits: ClusterLimits | None = None) -> Topics:
    """Returns the topics of a window, given what its partitions learned, in their order, and the topics before.

    A topic that is like one of ``previous`` keeps its id, other topics get new ids, and ``lineage`` tells where those
    came from and what became of the ids that are gone.

    >>> from streams.analytics.partition import PartitionState
    >>> states = [PartitionState(), PartitionState()]
    >>> for state in states:
    ...     state.learn(["prune the roses", "flights to Osaka"] * 20)
    >>> topics = merge([state.partial() for state in states])
    >>> roses, more_roses, flights = topics.predict(["pink roses", "water roses", "early flights"]).tolist()
    >>> roses == more_roses != flights
    True
    """
    limits = limits or ClusterLimits()
    frequencies = reduce(add, (each.frequencies for each in partials), DocumentFrequencies.none())
    counts = np.concatenate([np.zeros(0), *(each.counts for each in partials)])
    given = np.flatnonzero(counts)
    means = np.concatenate([np.zeros((0, len(frequencies.by_column)), np.float32), *(each.means for each in partials)])
    sums, counts = means[given] * counts[given, np.newaxis], counts[given]
    wanted = clusters_for(int(counts.sum()), limits.least, limits.most)
    groups = _refined(sums, _agglomerated(sums, wanted))
    sizes = np.bincount(groups, counts)
    totals = np.zeros((len(sizes), sums.shape[1]))
    np.add.at(totals, groups, sums)
    order = np.argsort(-sizes, kind="stable")
    means, sizes = (totals / sizes[:, np.newaxis])[order].astype(np.float32), sizes[order]
    ids, lineage, next_id = _identified(means, previous)
    order = np.argsort(ids)
    return Topics(ids[order], means[order], sizes[order], frequencies, next_id, lineage)


def _agglomerated(sums: NDArray[np.float64], wanted: int) -> Assignment:
    """Returns a group for each cluster, after merging the two groups that lose least until so many are left.

    As Ward (1963), for cosines: what a merger loses is the sum of the cosines of rows to their centres.
    """
    sparse = csr_array(sums)
    products = (sparse @ sparse.T).toarray()
    groups = np.arange(len(sums))
    lengths = np.linalg.norm(sums, axis=1)
    costs = loss(lengths, lengths[:, np.newaxis], products)
    np.fill_diagonal(costs, np.inf)
    for _ in range(len(sums) - wanted):
        first, second = sorted(divmod(int(costs.argmin()), len(sums)))
        groups[groups == second] = first
        products[first] += products[second]
        products[:, first] += products[:, second]
        lengths[first] = np.sqrt(products[first, first])
        row = loss(lengths[first], lengths, products[first])
        row[np.isinf(costs[first])] = np.inf
        costs[first] = costs[:, first] = row
        costs[second] = costs[:, second] = np.inf
    return np.unique(groups, return_inverse=True)[1]


def _refined(sums: NDArray[np.float64], groups: Assignment) -> Assignment:
    """Returns the groups after each cluster went to the nearest centre, until none goes (Lloyd, 1982)."""
    for _ in range(ROUNDS):
        totals = np.zeros((groups.max(initial=-1) + 1, sums.shape[1]))
        np.add.at(totals, groups, sums)
        moved = (csr_array(sums) @ np.ascontiguousarray(_directions(totals).T)).argmax(axis=1) if len(sums) else groups
        if np.array_equal(moved, groups):
            break
        groups = np.unique(moved, return_inverse=True)[1]
    return groups


def _identified(means: Centres, previous: Topics | None) -> tuple[NDArray[np.int64], tuple[Lineage, ...], int]:
    """Returns the ids of topics, what became of the topics before, and the next id."""
    if previous is None or not len(previous.ids):
        start = previous.next_id if previous else 0
        ids = np.arange(start, start + len(means))
        return ids, tuple(Lineage(int(each), Change.NEW) for each in ids), start + len(means)
    cosines = _directions(means) @ _directions(previous.means).T
    alike = np.where(cosines >= ALIKE, cosines, 0)
    ids, next_id, lineage = np.full(len(means), -1), previous.next_id, []
    here, there = linear_sum_assignment(alike, maximize=True)
    kept = alike[here, there] > 0
    ids[here[kept]] = previous.ids[there[kept]]
    for place in np.flatnonzero(ids < 0):
        ids[place], next_id = next_id, next_id + 1
        origin = int(alike[place].argmax())
        split = alike[place, origin] > 0
        lineage.append(
            Lineage(int(ids[place]), Change.SPLIT_FROM, int(previous.ids[origin]))
            if split
            else Lineage(int(ids[place]), Change.NEW)
        )
    for place in np.setdiff1d(np.arange(len(previous.ids)), there[kept]):
        into = int(alike[:, place].argmax()) if len(means) else 0
        merged = bool(len(means)) and alike[into, place] > 0
        gone = int(previous.ids[place])
        lineage.append(Lineage(gone, Change.MERGED_INTO, int(ids[into])) if merged else Lineage(gone, Change.RETIRED))
    return ids, tuple(lineage), next_id


def _directions(rows: NDArray[np.floating]) -> NDArray[np.floating]:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), TINY)
