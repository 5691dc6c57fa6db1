from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score

from streams.analytics.clustering import coherence, fit, merge_small, nearest


def blobs(sizes: list[int], terms: int, seed: int, noise: float = 0.2) -> tuple[csr_array, NDArray[np.int64]]:
    """Rows of length 1 around one direction for each size, shuffled, and which direction each is of."""
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(len(sizes)), sizes)[rng.permutation(sum(sizes))]
    rows = np.eye(len(sizes), terms)[labels] + noise * rng.random((len(labels), terms)) * (
        rng.random((len(labels), terms)) < 0.2
    )
    return csr_array((rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)), labels


def inertia(rows: csr_array, assignment: NDArray[np.int64]) -> float:
    dense = rows.toarray()
    return sum(
        float(((dense[assignment == one] - dense[assignment == one].mean(0)) ** 2).sum()) for one in set(assignment)
    )


def clusters(rows: csr_array, count: int, seed: int) -> NDArray[np.int64]:
    return nearest(rows, fit(rows, count, np.random.default_rng(seed)))[0]


def test_what_lies_apart_is_kept_apart() -> None:
    rows, labels = blobs([40, 30, 20, 10], 30, 1)
    assert max(adjusted_rand_score(labels, clusters(rows, 4, seed)) for seed in range(5)) == pytest.approx(1.0)


def test_clusters_are_as_tight_as_scikit_learns() -> None:
    rows, _labels = blobs([30] * 8, 40, 2, noise=0.9)
    ours = min(inertia(rows, clusters(rows, 8, seed)) for seed in range(5))
    theirs = KMeans(8, n_init=5, random_state=0).fit(rows).inertia_
    assert ours <= theirs * 1.05


def test_the_same_seed_gives_the_same_clusters() -> None:
    rows, _labels = blobs([20] * 5, 20, 3)
    assert np.array_equal(clusters(rows, 6, 7), clusters(rows, 6, 7))


@settings(deadline=None, max_examples=50)
@given(st.integers(1, 30), st.integers(0, 99))
def test_every_row_goes_to_its_nearest_centre(clusters: int, seed: int) -> None:
    rows, _labels = blobs([10, 10, 10], 12, seed, noise=0.8)
    centres = fit(rows, clusters, np.random.default_rng(seed))
    _assignment, distances = nearest(rows, centres)
    every = ((rows.toarray()[:, np.newaxis] - centres[np.newaxis]) ** 2).sum(axis=2)
    assert np.allclose(distances, every.min(axis=1), atol=1e-4)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=10), st.integers(1, 60), st.integers(0, 99))
def test_joining_leaves_no_cluster_below_k_where_there_are_k_rows(sizes: list[int], k: int, seed: int) -> None:
    rows, labels = blobs(sizes, 12, seed)
    joined = merge_small(rows, labels, np.bincount(labels), k)
    assert np.bincount(joined).min() >= min(k, sum(sizes))
    for one in set(labels):
        assert len(set(joined[labels == one])) == 1


def test_coherence_is_the_mean_cosine_to_the_centroid() -> None:
    rows, _labels = blobs([20], 10, 5, noise=0.9)
    dense = rows.toarray()
    centroid = dense.mean(0) / np.linalg.norm(dense.mean(0))
    assert coherence(rows) == pytest.approx(float((dense @ centroid).mean()), abs=1e-5)
