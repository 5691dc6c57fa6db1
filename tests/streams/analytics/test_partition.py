from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streams.analytics.merging import merge
from streams.analytics.partition import ClusterLimits, PartitionState
from streams.analytics.snapshots import SnapshotRefused
from streams.analytics.topics import Topics
from tests.support.separable import texts, topics

WORDS = st.sampled_from("garden hedge rose tulip train station the 415 修剪玫瑰 ünder".split())  # noqa: SIM905
BATCHES = st.lists(st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=40), max_size=8)
LEARNED = """
from hashlib import sha256
from streams.analytics.merging import merge
from streams.analytics.partition import PartitionState
from tests.support.separable import texts, topics
state = PartitionState()
learned, _labels = texts(topics(20, 1), 1500, 1)
for start in range(0, 1500, 256):
    state.learn(learned[start : start + 256])
print(sha256(state.snapshot({}) + merge([state.partial()]).snapshot({})).hexdigest())
"""


def in_batches(state: PartitionState, learned: list[str]) -> PartitionState:
    for start in range(0, len(learned), 256):
        state.learn(learned[start : start + 256])
    return state


def again(state: PartitionState) -> PartitionState:
    return PartitionState.restore(state.snapshot({}), {})[0]


@settings(deadline=None, max_examples=25)
@given(BATCHES, BATCHES)
def test_a_state_taken_up_again_goes_on_bit_for_bit(first: list[list[str]], second: list[list[str]]) -> None:
    whole = PartitionState(ClusterLimits(2, 6))
    for batch in first:
        whole.learn(batch)
    resumed = again(whole)
    for batch in second:
        whole.learn(batch)
        resumed.learn(batch)
        resumed = again(resumed)
    assert resumed.snapshot({}) == whole.snapshot({})


def test_a_long_stream_with_drift_goes_on_bit_for_bit_from_anywhere() -> None:
    learned = [*texts(topics(20, 1), 2048, 1)[0], *texts(topics(20, 2), 2048, 2)[0]]
    start = merge([in_batches(PartitionState(), learned[:1000]).partial()])
    whole = PartitionState.start(start, seed=7)
    resumed = PartitionState.start(start, seed=7)
    retired = 0
    for at in range(0, 4096, 256):
        whole.learn(learned[at : at + 256])
        resumed = again(resumed)
        resumed.learn(learned[at : at + 256])
        assert resumed.lineage == whole.lineage
        retired += len(whole.clusterer.state.retired)
    assert retired
    assert resumed.snapshot({"next_offset": 4096}) == whole.snapshot({"next_offset": 4096})
    assert resumed.partial().counts.tolist() == whole.partial().counts.tolist()


def test_what_was_put_down_does_not_change_when_the_state_goes_on() -> None:
    state = in_batches(PartitionState(), texts(topics(5, 1), 1000, 1)[0])
    data = state.snapshot({})
    restored, _position = PartitionState.restore(data, {})
    in_batches(restored, texts(topics(5, 2), 1000, 2)[0])
    assert state.snapshot({}) == data


def test_every_process_learns_the_same_whatever_its_hash_seed() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", LEARNED],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


def test_a_window_begins_with_the_topics_of_the_last_and_their_frequencies() -> None:
    learned, _labels = texts(topics(10, 1), 3000, 1)
    before = merge([in_batches(PartitionState(), learned).partial()])
    state = PartitionState.start(before)
    assert state.clusterer.state.clusters.ids.tolist() == before.ids.tolist()
    assert not state.partial().counts.any()
    assert state.count == 0
    assert np.allclose(state.features.frequencies.rarities, before.frequencies.rarities)


def test_frequencies_of_many_partitions_do_not_add_up_from_window_to_window() -> None:
    learned, _labels = texts(topics(10, 1), 1000, 1)
    before = None
    documents = []
    for _window in range(16):
        states = [in_batches(PartitionState.start(before), learned[part::4]) for part in range(4)]
        before = merge([state.partial() for state in states], before)
        documents.append(before.frequencies.documents)
    assert documents[-1] < 1.2 * documents[-10]


def test_topics_that_ended_within_the_window_are_part_of_it() -> None:
    early, late = topics(20, 31), topics(20, 32)
    (first, labels), (second, _) = texts(early, 4000, 33), texts(late, 4000, 34)
    state = in_batches(PartitionState(ClusterLimits(40, 40)), [*first, *second])
    found = merge([state.partial()], limits=ClusterLimits(40, 40)).predict(first)
    largest = [np.bincount(found[labels == label]).argmax() for label in range(20)]
    assert len(set(largest)) >= 18


def test_a_snapshot_stays_small() -> None:
    about = topics(100, 1)
    state = in_batches(PartitionState(ClusterLimits(100, 100)), texts(about, 6_000, 1)[0])
    assert len(state.clusterer.state.clusters) == 100
    assert len(state.snapshot({})) < 1 << 20


def test_memory_and_snapshots_do_not_grow_with_the_window() -> None:
    limits = ClusterLimits(8, 16)
    state = PartitionState(limits)
    sizes = []
    for drift in range(24):
        in_batches(state, texts(topics(16, drift), 512, drift)[0])
        sizes.append(len(state.snapshot({})))
    assert max(sizes[12:]) <= 1.2 * max(sizes[4:12])
    assert len(state.clusterer.state.retired) <= limits.most


def test_a_state_without_texts_is_put_down_and_taken_up_too() -> None:
    state = again(PartitionState())
    assert (state.count, len(state.partial().counts)) == (0, 0)
    state.learn([])
    state.learn(["", "the"])
    assert (again(state).count, len(state.partial().counts)) == (2, 0)


def test_a_state_is_refused_where_topics_are_wanted() -> None:
    with pytest.raises(SnapshotRefused, match="another kind"):
        Topics.restore(PartitionState().snapshot({}), {})


def test_nothing_of_a_text_is_printed() -> None:
    state = PartitionState()
    state.learn(["prune the roses"])
    assert "roses" not in repr(state) + repr(state.partial()) + repr(merge([state.partial()]))
