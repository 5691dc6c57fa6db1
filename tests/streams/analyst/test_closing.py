from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from gateway.records import AnalyticsText, PublishedSummary, WindowEnd
from streams.analyst.closing import EndedWindow, JudgedCluster, WindowCount, judged, next_opening
from streams.analyst.learning import PartitionLearning
from streams.analyst.opening import Header, Opening, PartitionStart
from streams.analyst.windows import NEVER
from streams.analytics.gate import Publish, Reason, Review, Withhold
from streams.analytics.sensitive import SensitiveTopic
from streams.analytics.sentences import LONGEST_SENTENCE
from tests.streams.analyst.stage import SECONDS, SUBJECTS, WINDOW, crowd, few, publishing
from tests.streams.analyst.test_batches import batches_of

TOPIC = "conversations.analytics"
HOW = publishing()
OPENING = Opening(Header(TOPIC, 5, WINDOW, (PartitionStart(0, 0), PartitionStart(0, 0)), counted=WINDOW - SECONDS))
END = WindowEnd(window=WINDOW, next=WINDOW + SECONDS, latest=WINDOW + 2 * SECONDS, ended_ms=1000 * (WINDOW + 70))


def ended(*partitions: Iterable[AnalyticsText], opening: Opening = OPENING, end: WindowEnd = END) -> EndedWindow:
    """A window whose texts stand in these partitions."""
    learned = []
    for number, texts in enumerate(partitions):
        learning = PartitionLearning.start(opening, number)
        for batch in batches_of(learning.progress, [*texts, end]):
            learning.learn(batch)
        learned.append(learning)
    return EndedWindow(opening, tuple(learned))


def counted(window: EndedWindow, texts: list[AnalyticsText]) -> WindowCount:
    topics = window.topics()
    assert topics is not None
    counting = WindowCount(window, topics, HOW.most_conversations)
    counting.add(texts)
    return counting


def all_judged(texts: list[AnalyticsText], published: Iterable[PublishedSummary] = ()) -> list[JudgedCluster]:
    window = ended(texts, [])
    topics = window.topics()
    assert topics is not None
    return list(judged(window, counted(window, texts), topics, published, HOW))


def test_a_window_is_merged_out_of_all_partitions_and_once_without_any_text_keeps_its_topics() -> None:
    texts = crowd()
    topics = ended(texts[::2], texts[1::2]).topics()
    assert topics is not None
    assert len(topics.ids) == len(SUBJECTS)
    assert ended([], [], opening=Opening(OPENING.header, topics)).topics() is topics
    assert ended([], []).topics() is None


def test_summaries_come_from_the_exact_counts_and_few_are_withheld_with_these() -> None:
    found = all_judged([*crowd(), *few(3)])
    passed = [each for each in found if each.passed]
    assert len(passed) == len(SUBJECTS)
    assert all(isinstance(each.decision, Publish) for each in passed)
    (too_few,) = [each for each in found if not each.passed]
    withheld = too_few.withheld()
    assert (withheld.reason, withheld.contributors, withheld.conversations) == ("few_contributors", 3, 3)


def test_the_same_is_judged_again_after_a_crash() -> None:
    assert [each.released for each in all_judged(crowd())] == [each.released for each in all_judged(crowd())]


def test_only_what_was_published_before_the_window_ended_is_what_it_is_compared_with() -> None:
    released = [each.released for each in all_judged(crowd())]
    earlier = [msgspec.structs.replace(each, window=WINDOW - SECONDS) for each in released]
    before = [PublishedSummary(summary=each, published_ms=END.ended_ms - 1) for each in earlier]
    after = [PublishedSummary(summary=each, published_ms=END.ended_ms) for each in earlier]
    assert {each.released.trend for each in all_judged(crowd(), before)} == {"steady"}
    assert {each.released.trend for each in all_judged(crowd(), after)} == {"new"}


def test_a_judged_cluster_shows_none_of_its_words() -> None:
    assert "garden" not in repr(all_judged(crowd()))


def one_that_passed(**policy: Any) -> JudgedCluster:
    how = replace(HOW, policy=replace(HOW.policy, **policy))
    texts = crowd(subjects=SUBJECTS[:1])
    window = ended(texts, [])
    topics = window.topics()
    assert topics is not None
    (each,) = judged(window, counted(window, texts), topics, (), how)
    assert each.passed
    return each


def test_a_sentence_of_released_terms_belongs_to_the_summary_and_changes_nothing_else() -> None:
    each = one_that_passed()
    told = each.told("People ask about garden roses hedge.")
    assert told.released == msgspec.structs.replace(each.released, sentence="People ask about garden roses hedge.")
    assert told.decision == Publish(told.case.summary)
    assert told.case.summary.sentence == "People ask about garden roses hedge."


# Each is refused by another one of the guards, so each fails where that one is taken out.
@pytest.mark.parametrize(
    ("sentence", "policy"),
    [
        ("People ask about garden roses of ann", {}),
        ("garden " * (LONGEST_SENTENCE // 6), {}),
        ("People ask about garden roses", {"detects": lambda text: "People" in text}),
        ("People ask about garden roses", {"classify": lambda texts: {SensitiveTopic.HEALTH} & asks(texts)}),
    ],
    ids=["a foreign word", "too long", "something personal is found", "a sensitive topic is told"],
)
def test_a_sentence_that_a_guard_has_anything_against_is_dropped_and_the_summary_stays(
    sentence: str, policy: dict[str, Any]
) -> None:
    each = one_that_passed(**policy)
    assert each.told(sentence) is each


def asks(texts: Iterable[str]) -> set[SensitiveTopic]:
    """Finds a topic where a text asks for something."""
    return {SensitiveTopic.HEALTH} if any("ask" in text for text in texts) else set()


def test_what_waits_for_persons_waits_for_them_with_its_sentence() -> None:
    each = one_that_passed(review=Review.ALL)
    told = each.told("People ask about garden roses hedge.")
    assert told.decision == each.decision == Withhold(Reason.REVIEW_REQUIRED, 1)
    assert told.released.sentence


def following(*held: int, end: WindowEnd = END, texts: int = 60) -> Header:
    """What opens after a window with so many texts, and then some of the windows ``held``."""
    partition = [*crowd()[:texts], *(msgspec.structs.replace(crowd()[0], window=window) for window in held)]
    window = ended(partition, [], end=end)
    return next_opening(window, window.topics(), {}, HOW).header


def ending(next_window: int) -> WindowEnd:
    return msgspec.structs.replace(END, next=next_window)


def test_the_next_window_is_the_first_that_a_text_waits_for_and_begins_with_this_text() -> None:
    header = following(WINDOW + 2 * SECONDS, WINDOW + SECONDS, end=ending(WINDOW + 9 * SECONDS))
    assert (header.number, header.window, header.counted) == (6, WINDOW + SECONDS, WINDOW)
    assert header.starts == (PartitionStart(60, 63), PartitionStart(1, 1))


def test_without_a_text_that_waits_it_is_the_one_of_the_time() -> None:
    header = following(end=ending(WINDOW + 9 * SECONDS))
    assert (header.window, header.starts[0]) == (WINDOW + 9 * SECONDS, PartitionStart(61, 61))


def test_a_text_of_a_window_far_ahead_is_not_waited_for() -> None:
    header = following(WINDOW + 3 * SECONDS)
    assert (header.window, header.starts[0]) == (WINDOW + SECONDS, PartitionStart(62, 62))


def test_no_window_that_had_texts_opens_again_and_one_without_may_give_way_to_an_earlier_one() -> None:
    assert following(end=ending(WINDOW - 9 * SECONDS)).window == WINDOW + SECONDS
    assert following(end=ending(WINDOW - 9 * SECONDS), texts=0).window == WINDOW
    header = following(end=ending(WINDOW), texts=0)
    assert (header.window, header.counted) == (WINDOW, WINDOW - SECONDS)


def test_the_first_window_ever_may_be_followed_by_any() -> None:
    header = msgspec.structs.replace(OPENING.header, counted=NEVER)
    window = ended([], [], opening=Opening(header), end=ending(WINDOW - 9 * SECONDS))
    assert next_opening(window, None, {}, HOW).window == WINDOW - 9 * SECONDS


def test_a_release_is_charged_once_and_only_if_something_may_be_published() -> None:
    window = ended(crowd(), [])
    assert next_opening(window, window.topics(), {}, HOW).header.spent == ()
    paid = next_opening(window, window.topics(), {0: 1}, HOW).header
    assert (paid.spent, paid.kept) == (((WINDOW, 0, "1"),), {WINDOW: {0: 1}})


def test_contributors_are_kept_until_retention_ends() -> None:
    old, young = WINDOW - HOW.period, WINDOW - HOW.period + SECONDS
    header = msgspec.structs.replace(OPENING.header, kept={old: {1: 1}, young: {2: 1}})
    window = ended([], [], opening=Opening(header))
    assert next_opening(window, None, {}, HOW).header.kept == {young: {2: 1}}
