from __future__ import annotations

from collections.abc import Mapping

from gateway.records import AnalyticsText
from tests.support.recount import recounted


def said(event: str, who: str, text: str = "late parcel") -> AnalyticsText:
    """A text for analytics."""
    return AnalyticsText(event_id=event, window=0, contributor=who, language="en", text=text)


def by_event(*texts: AnalyticsText) -> Mapping[str, AnalyticsText]:
    """The texts by their events."""
    return {text.event_id: text for text in texts}


def test_of_one_person_only_the_lowest_events_count_wherever_they_are() -> None:
    texts = by_event(*(said(event, "ann") for event in "edcba"), said("f", "bob"))
    counted = recounted(texts, dict(zip("abcdef", (1, 2, 2, 2, 1, 2), strict=True)), most=2)
    assert {cluster: (each.contributors, each.conversations) for cluster, each in counted.items()} == {
        1: (frozenset({"ann"}), 1),
        2: (frozenset({"ann", "bob"}), 2),
    }


def test_a_text_without_a_cluster_counts_nowhere() -> None:
    assert recounted(by_event(said("a", "ann")), {"a": -1}, most=3) == {}


def test_supporters_are_people_and_the_words_stand_side_by_side() -> None:
    texts = by_event(
        said("a", "ann", "My late parcel"),
        said("b", "ann", "late parcel"),
        said("c", "bob", "parcel late [NAME]"),
        said("d", "cay", "Late, parcel?"),
    )
    (counted,) = recounted(texts, dict.fromkeys("abcd", 0), most=3).values()
    assert [counted.supporters(phrase) for phrase in ("late parcel", "parcel", "name")] == [2, 3, 0]
