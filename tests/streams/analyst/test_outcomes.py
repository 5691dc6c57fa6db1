from __future__ import annotations

from gateway.records import PublishedSummary, ReleasedSummary, ReviewCase, Topic, encode
from streams.analyst import outcomes
from streams.analyst.waiting import Waiting
from tests.support.metrics import metric

SUMMARY = ReleasedSummary(
    window=60, window_seconds=60, cluster=7, title="", terms=(), languages=(), conversations=40, contributors=30
)


def shown() -> tuple[float, float]:
    return metric("canarygate_open_reviews"), metric("canarygate_oldest_review_seconds")


def test_what_waits_for_persons_is_shown_until_it_is_settled_or_another_member_shows_it() -> None:
    waiting = Waiting(lambda summary: 2)
    for key, since in (("60/7", 10_000), ("60/8", 40_000)):
        case = ReviewCase(summary=SUMMARY, approvals=2, since_ms=since)
        waiting.take(Topic.REVIEW, key, encode(case), since)
    outcomes.show(waiting, 100.0)
    assert shown() == (2, 90)
    waiting.take(Topic.PUBLISHED, "60/7", encode(PublishedSummary(summary=SUMMARY, published_ms=50_000)), 50_000)
    outcomes.show(waiting, 100.0)
    assert shown() == (1, 60)
    outcomes.hide()
    assert shown() == (0, 0)
