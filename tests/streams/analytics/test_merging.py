from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import adjusted_rand_score

from streams.analytics.hashing import TERMS, DocumentFrequencies
from streams.analytics.lineage import Change, Lineage
from streams.analytics.merging import merge
from streams.analytics.mini_batch import NO_CLUSTER
from streams.analytics.partition import ClusterLimits, Partial, PartitionState
from streams.analytics.topics import Topics
from tests.streams.analytics.test_partition import in_batches
from tests.support.separable import Words, texts, topics

LIMITS = ClusterLimits(20, 20)


def window(
    learned: list[str], partitions: int, before: Topics | None = None, limits: ClusterLimits = LIMITS, seed: int = 0
) -> Topics:
    """The topics of a window whose texts are spread over partitions by chance."""
    place = np.random.default_rng(seed).integers(partitions, size=len(learned))
    partials = []
    for partition in range(partitions):
        mine = [text for text, at in zip(learned, place, strict=True) if at == partition]
        partials.append(in_batches(PartitionState.start(before, limits), mine).partial())
    return merge(partials, before, limits)


def agreement(found: Topics, about: list[Words], seed: int) -> float:
    unseen, labels = texts(about, 2000, seed)
    return float(adjusted_rand_score(labels, found.predict(unseen)))


@pytest.mark.parametrize("partitions", [1, 2, 4, 8])
def test_topics_are_told_apart_over_however_many_partitions(partitions: int) -> None:
    about = topics(20, 3001)
    assert agreement(window(texts(about, 6000, 3002)[0], partitions), about, 3003) >= 0.95


def test_however_texts_are_spread_the_topics_are_nearly_the_same() -> None:
    about = topics(20, 3004)
    learned, _labels = texts(about, 6000, 3005)
    unseen, _labels = texts(about, 2000, 3006)
    first, second = (window(learned, 4, seed=seed).predict(unseen) for seed in (1, 2))
    assert adjusted_rand_score(first, second) >= 0.95


def test_merging_twice_gives_the_same_bytes() -> None:
    learned, _labels = texts(topics(20, 1), 3000, 1)
    assert window(learned, 3).snapshot({}) == window(learned, 3).snapshot({})


def test_ids_stay_with_their_topics_from_window_to_window_and_none_comes_back() -> None:
    kept, ended, new = topics(10, 3007), topics(10, 3008), topics(10, 3009)
    first = window(texts(kept + ended, 4000, 3010)[0], 4)
    second = window(texts(kept + new, 4000, 3011)[0], 4, first)
    third = window(texts(kept + ended, 4000, 3012)[0], 4, second)
    unseen, labels = texts(kept, 500, 3013)
    for label in range(10):
        of_topic = [text for text, at in zip(unseen, labels, strict=True) if at == label]
        assert len({np.bincount(each.predict(of_topic)).argmax() for each in (first, second, third)}) == 1
    assert not (set(third.ids.tolist()) - set(second.ids.tolist())) & set(first.ids.tolist())
    assert {each.change for each in second.lineage} == {Change.NEW, Change.RETIRED}
    assert sorted(each.cluster for each in second.lineage if each.change is Change.NEW) == list(range(20, 30))
    assert third.next_id == 40


def test_as_many_topics_as_the_square_root_of_the_count_within_the_limits() -> None:
    learned, _labels = texts(topics(60, 1), 2500, 1)
    assert len(window(learned, 3, limits=ClusterLimits(8, 128)).ids) == 50
    assert len(window(learned, 3, limits=ClusterLimits(8, 30)).ids) == 30
    assert len(window(learned, 3, limits=ClusterLimits(55, 128)).ids) == 55


def test_each_text_that_was_learned_is_counted_in_one_topic() -> None:
    learned, _labels = texts(topics(20, 1), 3000, 1)
    assert window(learned, 3).counts.sum() == pytest.approx(3000)


def partial_of(*clusters: tuple[dict[int, float], float]) -> Partial:
    """A partial result with a cluster for each mean, given as weights by column, and its count."""
    means = np.zeros((len(clusters), TERMS), np.float32)
    for mean, (weights, _count) in zip(means, clusters, strict=True):
        mean[list(weights)] = list(weights.values())
    return Partial(means, np.array([count for _weights, count in clusters], float), DocumentFrequencies.none())


def test_the_same_topic_in_two_partitions_is_one() -> None:
    roses, flights = {1: 0.8, 2: 0.1}, {7: 0.8}
    found = merge(
        [partial_of((roses, 30), (flights, 5)), partial_of((flights, 20), (roses, 10))], None, ClusterLimits(2, 2)
    )
    assert sorted(found.counts.tolist()) == [25, 40]


def test_a_cluster_that_was_given_nothing_is_no_topic() -> None:
    found = merge([partial_of(({1: 1.0}, 3), ({2: 1.0}, 0))], None, ClusterLimits(5, 5))
    assert found.counts.tolist() == [3]


def test_a_topic_in_two_keeps_one_id_and_tells_where_the_other_came_from() -> None:
    limits = ClusterLimits(2, 2)
    both = merge([partial_of(({1: 0.7, 2: 0.6}, 40), ({9: 1.0}, 5))], None, limits)
    apart = merge([partial_of(({1: 0.8, 2: 0.1}, 20), ({2: 0.8}, 20))], both, limits)
    assert apart.lineage == (Lineage(2, Change.SPLIT_FROM, 0), Lineage(1, Change.RETIRED))
    assert apart.ids.tolist() == [0, 2]


def test_two_topics_in_one_tell_which_went_into_which() -> None:
    limits = ClusterLimits(2, 2)
    apart = merge([partial_of(({1: 0.9, 2: 0.2}, 30), ({2: 0.9}, 20))], None, limits)
    both = merge([partial_of(({1: 0.7, 2: 0.6}, 40), ({9: 1.0}, 5))], apart, limits)
    assert both.lineage == (Lineage(2, Change.NEW), Lineage(1, Change.MERGED_INTO, 0))


def test_a_window_of_no_texts_retires_every_topic_and_gives_no_id_away() -> None:
    before = window(texts(topics(20, 1), 3000, 1)[0], 2)
    empty = window([], 2, before)
    assert len(empty.ids) == 0
    assert {each.change for each in empty.lineage} == {Change.RETIRED}
    assert empty.predict(["roses"]).tolist() == [NO_CLUSTER]
    after = window(texts(topics(20, 1), 3000, 1)[0], 2, empty)
    assert after.ids.tolist() == list(range(20, 40))


def test_no_partition_gives_no_topic() -> None:
    assert merge([]).ids.tolist() == []


@settings(deadline=None, max_examples=20)
@given(st.lists(st.lists(st.sampled_from(["", "the", "roses", "flights", "roses flights"]), max_size=30), max_size=4))
def test_whatever_was_learned_every_text_with_terms_has_a_topic(partitions: list[list[str]]) -> None:
    states = [PartitionState() for _ in partitions]
    for state, learned in zip(states, partitions, strict=True):
        state.learn(learned)
    found = merge([state.partial() for state in states])
    any_learned = any(text in ("roses", "flights", "roses flights") for learned in partitions for text in learned)
    assert (found.predict(["roses"])[0] >= 0) == any_learned
    assert found.predict(["", "the"]).tolist() == [NO_CLUSTER, NO_CLUSTER]


def test_topics_come_back_from_their_bytes() -> None:
    learned, _labels = texts(topics(20, 1), 3000, 1)
    before = window(learned, 2)
    found = window(texts(topics(20, 2), 3000, 2)[0], 2, before)
    restored, position = Topics.restore(found.snapshot({"window": 5}), {"window": 5})
    assert position == {"window": 5}
    assert restored.lineage == found.lineage
    assert restored.snapshot({"window": 5}) == found.snapshot({"window": 5})
    assert np.array_equal(restored.predict(learned), found.predict(learned))
