from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.records import Analytics
from streams.analyst.batches import Progress
from streams.analyst.learning import PartitionLearning
from streams.analyst.opening import Header, Opening, PartitionStart, from_bytes, to_bytes
from streams.analytics.merging import merge
from streams.analytics.snapshots import SnapshotRefused
from tests.streams.analyst.test_batches import START, WINDOW, batches_of, end, text

TOPIC = "conversations.analytics"
HEADER = Header(TOPIC, 3, WINDOW, (PartitionStart(0, 0),), counted=WINDOW - 60, spent=((WINDOW - 60, 0, "1/2"),))
OPENING = Opening(HEADER)
SUBJECTS = ("garden roses prune", "flight airport ticket", "python debug error")
RECORDS: list[Analytics] = [*(text(said=f"{SUBJECTS[number % 3]} {number % 7}") for number in range(1000)), end()]


def learned(opening: Opening = OPENING) -> PartitionLearning:
    learning = PartitionLearning.start(opening, 0)
    for batch in batches_of(START, RECORDS):
        learning.learn(batch)
    return learning


@given(st.integers(0, 3))
def test_however_often_it_is_put_down_and_taken_up_it_learns_the_same(cut: int) -> None:
    learning, whole = PartitionLearning.start(OPENING, 0), learned().to_bytes(OPENING)
    for batch in batches_of(START, RECORDS)[:cut]:
        learning.learn(batch)
    resumed = PartitionLearning.from_bytes(learning.to_bytes(OPENING), OPENING, 0)
    for batch in batches_of(resumed.progress, RECORDS):
        resumed.learn(batch)
    assert resumed.to_bytes(OPENING) == whole


def test_a_snapshot_of_another_partition_topic_or_opening_is_refused() -> None:
    content = learned().to_bytes(OPENING)
    others = [
        (OPENING, 1),
        (Opening(Header("other", 3, WINDOW, HEADER.starts)), 0),
        (Opening(Header(TOPIC, 4, WINDOW, HEADER.starts)), 0),
    ]
    for opening, partition in others:
        with pytest.raises(SnapshotRefused):
            PartitionLearning.from_bytes(content, opening, partition)


def test_a_truncated_snapshot_is_refused_with_what_to_do() -> None:
    with pytest.raises(SnapshotRefused, match="delete it"):
        PartitionLearning.from_bytes(learned().to_bytes(OPENING)[:-1], OPENING, 0)


def test_an_opening_comes_back_as_it_was_and_the_next_window_begins_with_its_topics() -> None:
    topics = merge([learned().state.partial()])
    opening = from_bytes(to_bytes(Opening(HEADER, topics)), TOPIC)
    assert opening.header == HEADER
    assert opening.topics is not None
    assert to_bytes(opening) == to_bytes(Opening(HEADER, topics))
    begun = PartitionLearning.start(opening, 0)
    assert begun.progress == Progress.at(WINDOW, 0, 0)
    assert len(begun.state.clusterer.state.clusters.ids) == len(topics.ids)


def test_an_opening_of_another_topic_or_version_is_refused_with_what_to_do() -> None:
    content = to_bytes(OPENING)
    with pytest.raises(SnapshotRefused, match=r"topic_prefix"):
        from_bytes(content, "other.conversations.analytics")
    with pytest.raises(SnapshotRefused, match="another version"):
        from_bytes(content.replace(b'"v":1', b'"v":2'), TOPIC)
    with pytest.raises(SnapshotRefused):
        from_bytes(to_bytes(Opening(HEADER, merge([learned().state.partial()])))[:-1], TOPIC)
