from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array, vstack
from sklearn.metrics import adjusted_rand_score

from streams.analytics.mini_batch import NO_CLUSTER, ROWS_A_CLUSTER, MiniBatchKMeans
from tests.streams.analytics.test_clustering import blobs

TERMS = 60


def learnt(rows: csr_array, clusters: int, batch: int = 256) -> MiniBatchKMeans:
    clusterer = MiniBatchKMeans(clusters, clusters, TERMS, 3)
    for start in range(0, rows.shape[0], batch):
        clusterer.learn_many(rows[start : start + batch])
    return clusterer


def test_a_stream_is_clustered_by_its_topics() -> None:
    rows, labels = blobs([400] * 10, TERMS, 1)
    assert adjusted_rand_score(labels, learnt(rows, 10).predict_many(rows)) > 0.85


def test_new_topics_get_clusters_of_their_own_after_a_while() -> None:
    before, _old = blobs([500] * 8, TERMS, 1)
    after, labels = blobs([500] * 8, TERMS, 2)
    moved = csr_array(np.roll(after.toarray(), 20, axis=1))
    clusterer = learnt(vstack([before, moved], format="csr"), 8)
    assert adjusted_rand_score(labels, clusterer.predict_many(moved)) > 0.85


def test_an_id_is_never_used_again() -> None:
    before, _labels = blobs([500] * 6, TERMS, 1)
    after = csr_array(np.roll(before.toarray(), 20, axis=1))
    clusterer = learnt(before, 6)
    first = set(clusterer.predict_many(before))
    for start in range(0, after.shape[0], 256):
        clusterer.learn_many(after[start : start + 256])
    assert not first & (set(clusterer.predict_many(after)) - first)
    assert max(clusterer.predict_many(after)) > max(first)


def test_the_same_batches_give_the_same_ids() -> None:
    rows, _labels = blobs([300] * 6, TERMS, 4)
    assert np.array_equal(learnt(rows, 6).predict_many(rows), learnt(rows, 6).predict_many(rows))


def test_a_row_alone_is_learnt_and_predicted_as_river_does_it() -> None:
    clusterer = MiniBatchKMeans(2, 2, TERMS)
    assert clusterer.predict_one({3: 1.0}) == NO_CLUSTER
    for number in range(2 * ROWS_A_CLUSTER):
        clusterer.learn_one({number % 2: 1.0})
    assert clusterer.predict_one({0: 1.0}) != clusterer.predict_one({1: 1.0})


def test_river_can_clone_it() -> None:
    clone = learnt(blobs([300] * 3, TERMS, 1)[0], 3).clone()
    assert (clone.max_clusters, clone.predict_one({0: 1.0})) == (3, NO_CLUSTER)
