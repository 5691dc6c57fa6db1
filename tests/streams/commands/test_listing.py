"""What a person reads of all summaries and reviews."""

from __future__ import annotations

from datetime import UTC, timedelta, timezone

from gateway.records import PublishedSummary, ReviewCase, cluster_key
from streams.commands.listing import listing, reviews
from streams.commands.publications import publications, reviews_of
from tests.support.publications import NOON, case, decision, kept, published, released, topics, withheld

CEST = timezone(timedelta(hours=2), "CEST")

EVERYTHING = """\
window 2025-06-16 12:00 to 12:03 UTC (14:00 to 14:03 CEST)
  published     title            contributors  conversations  trend   languages       terms
  1750075200/7  refund, invoice           ~58            ~81  rising  en 90%, de 10%  refund 60%, invoice 45%, late parcel 30% and 2 more

  waiting        title            for
  1750075200/11  refund, invoice  1 person to approve it

  withheld      reason            contributors  conversations
  1750075200/9  few_contributors             3              4

window from 2025-06-16 11:57 UTC (13:57 CEST)
  withdrawn
  1750075020/4

~ marks a noisy count: good for comparing, too vague to tell who is in it.
1 record(s) cannot be read: another version wrote them, or a stranger"""  # noqa: E501


def key(cluster: int, window: int = NOON) -> str:
    return cluster_key(window, cluster)


def test_every_window_has_a_table_of_what_is_published_waits_is_withheld_or_withdrawn() -> None:
    found = publications(
        topics(
            published=[(key(7), published()), (key(4, NOON - 180), None)],
            withheld=[(key(9), withheld())],
            review=[(key(11), case(cluster=11)), (key(11), decision("anna")), (key(12), published())],
        )
    )
    assert listing(found, CEST) == EVERYTHING


def test_times_are_said_once_where_the_local_zone_is_utc() -> None:
    assert "window 2025-06-16 12:00 to 12:03 UTC\n" in listing(
        publications(topics(published=[(key(7), published())])), UTC
    )


def test_a_window_that_ends_on_another_day_says_so() -> None:
    summary = released(window=NOON + 12 * 3600 - 60)
    found = publications(topics(published=[("1/1", PublishedSummary(summary=summary, published_ms=0))]))
    assert "window 2025-06-16 23:59 to 2025-06-17 00:02 UTC" in listing(found, UTC)


def test_nothing_said_is_said() -> None:
    assert listing(publications(topics()), UTC) == "nothing is published or withheld yet"
    assert reviews({}, UTC) == "nothing waits for a review"


def test_reviews_show_who_has_approved_and_how_many_must() -> None:
    found = reviews_of(kept((key(7), case()), (key(7), decision("anna")), (key(8), case(approvals=1)))).values
    head, first, second = reviews(found, UTC).splitlines()
    assert head.split() == ["key", "title", "sensitive", "standing", "approvals", "since"]
    assert "waiting   1 of 2 (anna)  2025-06-16 12:03 UTC" in first
    assert "waiting   0 of 1         2025-06-16 12:03 UTC" in second


def test_what_a_terminal_would_act_on_is_not_printed() -> None:
    hostile = "\x1b[2J\n\u202e"
    summary = released(title=hostile)
    found = publications(
        topics(
            published=[("1/1", PublishedSummary(summary=summary, published_ms=0))],
            withheld=[(f"1/{hostile}", withheld(reason=hostile))],
        )
    )
    hostile_case = ReviewCase(summary=summary, approvals=1, since_ms=0)
    reviewed = reviews_of(kept(("1/1", hostile_case), ("1/1", decision(hostile))))
    shown = listing(found, UTC) + reviews(reviewed.values, UTC)
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "·[2J··" in shown
