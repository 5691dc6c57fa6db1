from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array, vstack
from sklearn.metrics import adjusted_rand_score

from streams.analytics import renewal
from streams.analytics.hashing import HashedTfIdf
from streams.analytics.lineage import Change, Lineage
from streams.analytics.mini_batch import NO_CLUSTER, ROWS_A_CLUSTER, MiniBatchKMeans
from tests.streams.analytics.test_clustering import blobs
from tests.support.separable import texts, topics

TERMS = 60
BATCH = 256


def batches(rows: csr_array, size: int = BATCH) -> list[csr_array]:
    return [rows[start : start + size] for start in range(0, rows.shape[0], size)]


def learnt(rows: csr_array, clusters: int, batch: int = BATCH) -> MiniBatchKMeans:
    clusterer = MiniBatchKMeans(clusters, clusters, TERMS, 3)
    for each in batches(rows, batch):
        clusterer.learn_many(each)
    return clusterer


def learn(features: HashedTfIdf, clusterer: MiniBatchKMeans, learned: Sequence[str]) -> list[Lineage]:
    """Learns texts as a stream; everything that changed."""
    lineage: list[Lineage] = []
    for start in range(0, len(learned), BATCH):
        clusterer.learn_many(features.learn_transform_many(learned[start : start + BATCH]))
        lineage += clusterer.lineage
    return lineage


def agreement(features: HashedTfIdf, clusterer: MiniBatchKMeans, about: list[np.ndarray], seed: int) -> float:
    """The adjusted Rand index of what is predicted for texts that were not learned."""
    unseen, labels = texts(about, 2000, seed)
    return float(adjusted_rand_score(labels, clusterer.predict_many(features.transform_many(unseen))))


def test_a_stream_is_clustered_by_its_topics() -> None:
    rows, labels = blobs([400] * 10, TERMS, 1)
    assert adjusted_rand_score(labels, learnt(rows, 10).predict_many(rows)) > 0.85


def test_new_topics_get_clusters_of_their_own_after_a_while() -> None:
    before, _old = blobs([500] * 8, TERMS, 1)
    after, labels = blobs([500] * 8, TERMS, 2)
    moved = csr_array(np.roll(after.toarray(), 20, axis=1))
    clusterer = learnt(vstack([before, moved], format="csr"), 8)
    assert adjusted_rand_score(labels, clusterer.predict_many(moved)) > 0.85


def test_texts_are_told_apart_before_and_3200_texts_after_all_topics_changed() -> None:
    features, clusterer = HashedTfIdf(), MiniBatchKMeans(20, 20)
    before, after = topics(20, 2001), topics(20, 2002)
    learn(features, clusterer, texts(before, 6000, 2003)[0])
    assert agreement(features, clusterer, before, 2004) >= 0.95
    learn(features, clusterer, texts(after, 3200, 2005)[0])
    assert agreement(features, clusterer, after, 2006) >= 0.95


def test_two_centres_within_one_topic_are_merged_for_a_topic_that_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def reached() -> float:
        features, clusterer = HashedTfIdf(), MiniBatchKMeans(20, 20)
        learn(features, clusterer, texts(topics(20, 2103), 6000, 2103)[0])
        return agreement(features, clusterer, topics(20, 2103), 2104)

    assert reached() >= 0.95
    monkeypatch.setattr(renewal, "MARGIN", 1e9)
    assert reached() < 0.95


def test_an_id_is_never_used_again() -> None:
    before, _labels = blobs([500] * 6, TERMS, 1)
    after = csr_array(np.roll(before.toarray(), 20, axis=1))
    clusterer = learnt(before, 6)
    first = set(clusterer.predict_many(before))
    for batch in batches(after):
        clusterer.learn_many(batch)
    assert not first & (set(clusterer.predict_many(after)) - first)
    assert max(clusterer.predict_many(after)) > max(first)


@settings(deadline=None, max_examples=5)
@given(st.integers(0, 10**6))
def test_the_lineage_tells_every_change_of_the_ids(seed: int) -> None:
    features, clusterer = HashedTfIdf(), MiniBatchKMeans(4, 30, seed=seed)
    ids: set[int] = set()
    given_out = -1
    for about in (topics(8, seed), topics(8, seed + 1)):
        learned = texts(about, 1500, seed)[0]
        for start in range(0, len(learned), BATCH):
            clusterer.learn_many(features.learn_transform_many(learned[start : start + BATCH]))
            for each in clusterer.lineage:
                if each.change in (Change.NEW, Change.SPLIT_FROM):
                    assert each.cluster > given_out
                    given_out = each.cluster
                    ids.add(each.cluster)
                else:
                    ids.remove(each.cluster)
                if each.change in (Change.SPLIT_FROM, Change.MERGED_INTO):
                    assert each.other is not None
                    assert each.other <= given_out
                else:
                    assert each.other is None
            assert ids == set(clusterer.state.clusters.ids.tolist())


def test_no_text_is_counted_twice_or_lost_by_splits_and_mergers() -> None:
    features, clusterer = HashedTfIdf(), MiniBatchKMeans(20, 20)
    for seed in (1, 2):
        learn(features, clusterer, texts(topics(20, seed), 4000, seed)[0])
    counted = clusterer.state.clusters.counts.sum() + clusterer.state.retired.counts.sum()
    assert counted == pytest.approx(8000)
    assert len(clusterer.state.retired)


def test_the_number_of_clusters_grows_with_the_square_root_of_the_count_within_bounds() -> None:
    features, clusterer = HashedTfIdf(), MiniBatchKMeans(10, 40)
    numbers = []
    for start in range(12):
        learn(features, clusterer, texts(topics(60, 5), BATCH, start)[0])
        numbers.append(len(clusterer.state.clusters))
    assert numbers == sorted(numbers)
    assert numbers[0] == 16
    assert numbers[-1] == 40
    assert 16 < numbers[3] < 40


def test_memory_does_not_grow_with_the_stream() -> None:
    features, clusterer = HashedTfIdf(), MiniBatchKMeans(8, 16)
    sizes = []
    for drift in range(20):
        learn(features, clusterer, texts(topics(16, drift), 2 * BATCH, drift)[0])
        sizes.append(features._raw_memory_usage + clusterer._raw_memory_usage)
    assert max(sizes[10:]) <= 1.1 * max(sizes[4:10])
    assert len(clusterer.state.retired) <= 16
    assert clusterer.state.seen.shape[0] < ROWS_A_CLUSTER * 16 + BATCH


def test_the_same_batches_give_the_same_ids() -> None:
    rows, _labels = blobs([300] * 6, TERMS, 4)
    assert np.array_equal(learnt(rows, 6).predict_many(rows), learnt(rows, 6).predict_many(rows))


def test_texts_that_are_all_alike_are_one_cluster() -> None:
    features, clusterer = HashedTfIdf(), MiniBatchKMeans()
    learn(features, clusterer, ["prune the roses"] * 5000)
    rows = features.transform_many(["prune the roses"] * 5)
    assert set(clusterer.predict_many(rows)) == {clusterer.state.clusters.ids[0]}
    assert len(clusterer.state.clusters) == 1


def test_fewer_texts_than_clusters_are_clusters_of_their_own() -> None:
    features, clusterer = HashedTfIdf(), MiniBatchKMeans(50, 50)
    few = ["prune the roses", "cheap flights", "tune a violin"]
    learn(features, clusterer, few)
    assert sorted(clusterer.predict_many(features.transform_many(few))) == [0, 1, 2]


def test_texts_without_terms_teach_nothing_and_belong_nowhere() -> None:
    features, clusterer = HashedTfIdf(), MiniBatchKMeans()
    learn(features, clusterer, ["", "the", "?!"])
    assert clusterer.predict_many(features.transform_many(["", "roses"])).tolist() == [NO_CLUSTER, NO_CLUSTER]
    learn(features, clusterer, ["prune the roses", ""])
    assert clusterer.predict_many(features.transform_many(["", "roses"])).tolist() == [NO_CLUSTER, 0]


def test_a_batch_of_no_rows_changes_nothing() -> None:
    rows, _labels = blobs([300] * 3, TERMS, 1)
    clusterer = learnt(rows, 3)
    before = clusterer.predict_many(rows)
    clusterer.learn_many(rows[:0])
    assert np.array_equal(clusterer.predict_many(rows), before)
    assert clusterer.predict_many(rows[:0]).shape == (0,)


def test_a_row_alone_is_learnt_and_predicted_as_river_does_it() -> None:
    clusterer = MiniBatchKMeans(2, 2, TERMS)
    assert clusterer.predict_one({3: 1.0}) == NO_CLUSTER
    for number in range(2 * ROWS_A_CLUSTER):
        clusterer.learn_one({number % 2: 1.0})
    assert clusterer.predict_one({0: 1.0}) != clusterer.predict_one({1: 1.0})
    assert clusterer.predict_one({}) == clusterer.predict_one({0: 0.0}) == NO_CLUSTER


def test_features_of_any_name_and_size_are_learnt() -> None:
    clusterer = MiniBatchKMeans(2, 2)
    for _ in range(ROWS_A_CLUSTER):
        clusterer.learn_one({"wide": 300.0, "tall": 1.0})
        clusterer.learn_one({"wide": 1.0, "tall": 0.02, -5: 200.0})
    assert clusterer.predict_one({"wide": 3.0}) != clusterer.predict_one({-5: 0.1})


def test_river_can_clone_it() -> None:
    clone = learnt(blobs([300] * 3, TERMS, 1)[0], 3).clone()
    assert (clone.max_clusters, clone.predict_one({0: 1.0})) == (3, NO_CLUSTER)
