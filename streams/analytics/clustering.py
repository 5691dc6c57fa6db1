"""The steps of clustering texts: spherical k-means (Dhillon and Modha, 2001; seeded as in k-means++, Arthur and
Vassilvitskii, 2007), nearest centres, and merging small clusters into near ones.

Rows and centres have length 1, so that the nearest centre is the one with the largest cosine. A cluster's centre is the
direction of the sum of its rows; the length of that sum is the sum of their cosines to it.

Everything runs in one thread, in one order, so the same seed gives the same clusters.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

Assignment = NDArray[np.int64]
Centres = NDArray[np.float32]
Lengths = NDArray[np.float64]
Floats = TypeVar("Floats", NDArray[np.float32], NDArray[np.float64])

ROUNDS: Final = 30
ROWS_AT_ONCE: Final = 4096
TINY: Final = 1e-12
SAME: Final = 1e-5  # a cosine this close to 1 is rounding


def default_clusters(rows: int) -> int:
    """Returns the default number of clusters: the square root of the number of texts, as the paper's 54 for 3,000.

    >>> default_clusters(3000)
    54
    """
    return max(1, isqrt(rows))


def fit(rows: csr_array, clusters: int, rng: np.random.Generator) -> Centres:
    """Returns the centres that k-means finds for these rows, at most as many as there are different rows."""
    centres = _seeds(rows, clusters, rng)
    before = np.full(rows.shape[0], -1)
    for _ in range(ROUNDS):
        assignment, _distances = nearest(rows, centres)
        if np.array_equal(assignment, before):
            break
        before = assignment
        sums = totals(rows, assignment, len(centres)).toarray()
        centres = np.where(sums.any(axis=1, keepdims=True), unit(sums), centres)
    return centres


def nearest(rows: csr_array, centres: Centres) -> tuple[Assignment, NDArray[np.float32]]:
    """Returns for each row its nearest centre, the first of equals, and the squared distance to it."""
    assignment = np.empty(rows.shape[0], np.int64)
    distances = np.empty(rows.shape[0], np.float32)
    norms = np.einsum("ij,ij->i", centres, centres)
    turned = np.ascontiguousarray(centres.T)
    for start, block in _blocks(rows):
        to_each = norms - 2 * (block @ turned)
        chosen = to_each.argmin(axis=1)
        place = slice(start, start + block.shape[0])
        assignment[place] = chosen
        distances[place] = to_each[np.arange(len(chosen)), chosen] + block.multiply(block).sum(axis=1)
    return assignment, np.maximum(distances, 0)


def most_alike(rows: csr_array, directions: Centres) -> Assignment:
    """Returns for each row the direction, one column for each, with which its product is largest, the first of equals.

    >>> most_alike(csr_array(np.eye(2, dtype=np.float32)), np.array([[0.6, 1.0], [0.8, 0.0]], np.float32)).tolist()
    [1, 0]
    """
    chosen = np.empty(rows.shape[0], np.int64)
    for start, block in _blocks(rows):
        chosen[start : start + block.shape[0]] = (block @ directions).argmax(axis=1)
    return chosen


def totals(rows: csr_array, assignment: Assignment, clusters: int) -> csr_array:
    """Returns for each cluster the sum of its rows."""
    members = csr_array(
        (np.ones(len(assignment), np.float32), (assignment, np.arange(len(assignment)))),
        shape=(clusters, len(assignment)),
    )
    return members @ rows


def unit(rows: Floats) -> Floats:
    """Returns the rows at length 1; those of length 0 as they are.

    >>> unit(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    scaled: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), TINY)
    return scaled


def loss(first: Lengths, second: Lengths, product: Lengths) -> Lengths:
    """Returns what merging two clusters loses, given the lengths of their sums and the product of these.

    What is lost is the sum of the cosines of rows to their centres.

    >>> float(loss(np.array(3.0), np.array(4.0), np.array(0.0)))
    2.0
    """
    return first + second - np.sqrt(np.maximum(first**2 + second**2 + 2 * product, 0))


def renumbered(assignment: Assignment) -> Assignment:
    """Returns the same clusters numbered from 0 in the same order, without gaps.

    >>> renumbered(np.array([7, 2, 7])).tolist()
    [1, 0, 1]
    """
    return np.unique(assignment, return_inverse=True)[1].astype(np.int64)


def merge_small(rows: csr_array, assignment: Assignment, sizes: NDArray[np.int64], k: int) -> Assignment:
    """Returns the clusters, renumbered, with those smaller than ``k`` merged into near ones, other small ones first.

    ``sizes`` counts each cluster's contributors or rows; a merged cluster has the sum of the sizes.
    """
    sums = totals(rows, assignment, len(sizes)).toarray()
    sizes = sizes.copy()
    target = np.arange(len(sizes))
    while len(small := np.flatnonzero((sizes < k) & (sizes > 0))):
        source = int(small[sizes[small].argmin()])
        others = small[small != source]
        if not len(others):
            others = np.setdiff1d(np.flatnonzero(sizes > 0), [source])
        if not len(others):
            break
        into = int(others[(unit(sums[others]) @ sums[source]).argmax()])
        sums[into] += sums[source]
        sizes[into] += sizes[source]
        sizes[source] = 0
        target[target == source] = into
    return renumbered(target[assignment])


def coherence(rows: csr_array) -> float:
    """Returns the mean cosine of a cluster's rows, which have length 1 or 0, to their centroid."""
    # The sum of the cosines is the dot product of the rows' sum with its own direction, which is the sum's length.
    total = np.asarray(rows.sum(axis=0), np.float64)
    return float(np.linalg.norm(total)) / float(rows.shape[0])


def _seeds(rows: csr_array, clusters: int, rng: np.random.Generator) -> Centres:
    """Returns k-means++ seeds: rows drawn one by one, weighted by squared distance to the nearest earlier seed."""
    chosen = [int(rng.random() * rows.shape[0])]
    distances = np.full(rows.shape[0], np.inf)
    while len(chosen) < clusters:
        last = rows[[chosen[-1]]].toarray()[0]
        distances = np.minimum(distances, 1 - rows @ last)
        distances[distances < SAME] = 0
        bounds = np.cumsum(distances)
        if not bounds[-1]:
            break
        chosen.append(int(np.searchsorted(bounds, rng.random() * bounds[-1], "right")))
    return np.asarray(rows[chosen].todense(), np.float32)


def _blocks(rows: csr_array) -> Iterator[tuple[int, csr_array]]:
    for start in range(0, rows.shape[0], ROWS_AT_ONCE):
        yield start, rows[start : start + ROWS_AT_ONCE]
