"""scikit-learn clusters as it is asked here: by our terms, in one thread, with the same clusters for the same seed."""

from __future__ import annotations

import subprocess
import sys
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score
from threadpoolctl import threadpool_info

from lab.canarybench import clustering
from lab.canarybench.clustering import MAX_TERMS, features, kmeans
from streams.analytics.features import terms
from tests.streams.analytics.test_clustering import blobs

WORDS = st.sampled_from("garden hedge rose tulip train station the of 415 x ünder".split())  # noqa: SIM905
TEXTS = st.lists(st.lists(WORDS, max_size=8).map(" ".join), min_size=1, max_size=12)
CLUSTERED = """
from hashlib import sha256
from random import Random
from lab.canarybench.clustering import features, kmeans
from lab.canarybench.generating import CorpusPlan, conversations
texts = [each.text for each in conversations(CorpusPlan(n=3000), Random(0))]
print(sha256(kmeans(features(texts).weights, 54, 7).tobytes()).hexdigest())
"""


@settings(deadline=None)
@given(TEXTS)
def test_the_vocabulary_holds_every_term_of_two_texts_in_order(texts: list[str]) -> None:
    each = [set(terms(text)) for text in texts]
    expected = {term for one in each for term in one if sum(term in other for other in each) >= 2}
    assert features(texts).vocabulary == tuple(sorted(expected))


@settings(deadline=None)
@given(TEXTS)
def test_a_row_has_length_one_and_a_weight_for_each_of_its_terms(texts: list[str]) -> None:
    found = features(texts)
    assert found.weights.shape == (len(texts), max(1, len(found.vocabulary)))
    lengths = np.linalg.norm(found.weights.toarray(), axis=1)
    assert np.all(np.isclose(lengths, 1, atol=1e-5) | (lengths == 0))
    for row, text in zip(found.weights.toarray(), texts, strict=True):
        weighted = {found.vocabulary[column] for column in np.flatnonzero(row)}
        assert weighted == set(terms(text)) & set(found.vocabulary)


def test_only_the_most_frequent_terms_are_kept() -> None:
    texts = [f"common word{number:05d}" for number in range(MAX_TERMS + 10) for _ in range(2)]
    vocabulary = features(texts).vocabulary
    assert len(vocabulary) == MAX_TERMS
    assert "common" in vocabulary


def test_what_lies_apart_is_kept_apart() -> None:
    rows, labels = blobs([40, 30, 20, 10], 30, 1)
    assert max(adjusted_rand_score(labels, kmeans(rows, 4, seed)) for seed in range(5)) == pytest.approx(1.0)


def test_another_process_gives_the_same_bytes_for_the_same_seed() -> None:
    said = {
        subprocess.run([sys.executable, "-c", CLUSTERED], check=True, capture_output=True, text=True).stdout
        for _ in range(2)
    }
    assert len(said) == 1


def test_k_means_runs_in_one_thread_whatever_the_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    class Watched(KMeans):  # type: ignore[misc]
        def fit_predict(self, rows: csr_array) -> object:
            threads.extend(pool["num_threads"] for pool in threadpool_info())
            return super().fit_predict(rows)

    monkeypatch.setattr(clustering, "KMeans", Watched)
    kmeans(blobs([20, 20], 12, 0)[0], 2, 0)
    assert set(threads) == {1}


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 99))
def test_clusters_are_numbered_without_gaps(rows: int, clusters: int, seed: int) -> None:
    assignment = kmeans(blobs([rows], 5, seed)[0], clusters, seed)
    assert set(assignment) == set(range(assignment.max() + 1))
    assert len(set(assignment)) <= min(rows, clusters)


def test_rows_that_are_all_alike_are_one_cluster_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert set(kmeans(features(["all the same"] * 40).weights, 6, 0)) == {0}
