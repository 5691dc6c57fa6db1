"""Merges what the partitions of a window have learned into the window's topics.

The partitions' clusters are merged two by two, those first that lose least (Ward, 1963), and then each goes to its
nearest centre until none moves (Lloyd, 1982). Nothing is drawn by chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from streams.analytics.clustering import ROUNDS, Assignment, loss, totals, unit
from streams.analytics.descent import descend
from streams.analytics.hashing import TERMS, DocumentFrequencies
from streams.analytics.mini_batch import clusters_for
from streams.analytics.partition import ClusterLimits, Partial
from streams.analytics.topics import Topics


def merge(partials: Sequence[Partial], previous: Topics | None = None, limits: ClusterLimits | None = None) -> Topics:
    """Returns the topics of a window, given what its partitions learned, in their order, and the topics before.

    There are as many as the square root of the window's count of texts, within the limits. A topic that is like one of
    ``previous`` keeps its id, others get new ones; ``lineage`` tells where these came from and what became of the ids
    that are gone. Time and memory grow with the square of the number of clusters of all partitions.

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
    previous = previous or Topics.none()
    sums, counts = _gathered(partials)
    wanted = clusters_for(int(counts.sum()), limits.least, limits.most)
    groups = _refined(sums, _agglomerated(sums, wanted))
    groups, sizes = _by_size(groups, counts)
    means = (totals(sums, groups, len(sizes)).toarray() / np.maximum(sizes, 1)[:, np.newaxis]).astype(np.float32)
    ids, lineage = descend(means, previous.means, previous.ids, previous.next_id)
    order = np.argsort(ids)
    frequencies = reduce(add, (each.frequencies for each in partials), DocumentFrequencies.none())
    next_id = max(previous.next_id, int(ids.max(initial=-1)) + 1)
    return Topics(ids[order], means[order], sizes[order], frequencies, next_id, lineage)


def _gathered(partials: Sequence[Partial]) -> tuple[csr_array, NDArray[np.float64]]:
    """Returns the sum of rows and the count of each partition's clusters that were given any text."""
    counts = np.concatenate([np.zeros(0), *(each.counts for each in partials)])
    sums = [csr_array((0, TERMS), dtype=np.float64)]
    sums += [csr_array(each.means.astype(np.float64) * each.counts[:, np.newaxis]) for each in partials]
    given = np.flatnonzero(counts)
    return vstack(sums, format="csr")[given], counts[given]


def _agglomerated(sums: csr_array, wanted: int) -> Assignment:
    """Returns a group for each cluster after the two groups that lose least were merged until so many are left."""
    groups = np.arange(sums.shape[0])
    products = (sums @ sums.T).toarray()
    lengths = np.sqrt(products.diagonal())
    costs = loss(lengths, lengths[:, np.newaxis], products)
    np.fill_diagonal(costs, np.inf)
    partner = costs.argmin(axis=1) if len(groups) else groups.copy()
    for _ in range(len(groups) - wanted):
        least = costs[np.arange(len(groups)), partner]
        first = int(least.argmin())
        second = int(partner[first])
        groups[groups == second] = first
        products[first] += products[second]
        products[:, first] += products[:, second]
        lengths[first] = np.sqrt(products[first, first])
        changed = np.where(np.isinf(costs[first]), np.inf, loss(lengths[first], lengths, products[first]))
        costs[first] = costs[:, first] = changed
        costs[second] = costs[:, second] = np.inf
        partner[costs[:, first] < least] = first
        stale = np.flatnonzero((partner == first) | (partner == second))
        partner[stale] = costs[stale].argmin(axis=1)
    return np.unique(groups, return_inverse=True)[1]


def _refined(sums: csr_array, groups: Assignment) -> Assignment:
    """Returns the groups after each cluster went to its nearest centre, until none moves."""
    for _ in range(ROUNDS if len(groups) else 0):
        centres = unit(totals(sums, groups, groups.max() + 1).toarray())
        moved = np.unique((sums @ np.ascontiguousarray(centres.T)).argmax(axis=1), return_inverse=True)[1]
        if np.array_equal(moved, groups):
            break
        groups = moved
    return groups


def _by_size(groups: Assignment, counts: NDArray[np.float64]) -> tuple[Assignment, NDArray[np.float64]]:
    """Returns the groups numbered from the largest on, and how many texts each has."""
    sizes = np.bincount(groups, counts)
    order = np.argsort(-sizes, kind="stable")
    numbers: Assignment = np.argsort(order)[groups]
    return numbers, np.asarray(sizes[order], np.float64)
