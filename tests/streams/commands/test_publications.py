"""What the topics of summaries say together."""

from __future__ import annotations

from gateway.records import PublishedSummary, ReviewVerdict, SummaryCandidate, Topic, WithheldSummary, cluster_key
from streams.analytics.review import Reviewed, Standing
from streams.commands.folding import Kept
from streams.commands.publications import Withdrawn, publications
from tests.support.publications import NOON, case, decision, published, released, topics, withheld

KEY = cluster_key(NOON, 7)


def test_of_what_was_published_again_the_last_counts_and_what_was_withdrawn_is_gone() -> None:
    first, second = published(cluster=7), PublishedSummary(summary=released(title="refund"), published_ms=0)
    found = publications(topics(published=[(KEY, first), (KEY, second), ("600/1", first), ("600/1", None)]))
    assert found.of(PublishedSummary) == {KEY: second}
    assert list(found.of(Withdrawn)) == ["600/1"]


def test_a_withdrawal_is_explained_by_what_withheld_the_summary() -> None:
    found = publications(topics(published=[(KEY, published()), (KEY, None)], withheld=[(KEY, withheld())]))
    assert found.said == {KEY: withheld()}


def test_what_is_published_is_neither_withheld_nor_waits_any_more() -> None:
    candidate = SummaryCandidate(summary=released(), deadline_ms=0)
    found = publications(
        topics(published=[(KEY, published())], withheld=[(KEY, withheld())], candidates=[(KEY, candidate)])
    )
    assert found.said == {KEY: published()}


def test_what_waits_for_a_person_is_not_shown_as_withheld_for_it() -> None:
    found = publications(topics(withheld=[(KEY, withheld(reason="review_required"))], review=[(KEY, case())]))
    assert isinstance(found.said[KEY], Reviewed)


def test_what_a_person_rejected_waits_until_the_analyst_has_withheld_it() -> None:
    rejected = [(KEY, case()), (KEY, decision("anna", ReviewVerdict.REJECT))]
    (waiting,) = publications(topics(review=rejected)).of(Reviewed).values()
    assert waiting.standing is Standing.REJECTED
    assert publications(topics(review=rejected, withheld=[(KEY, withheld())])).of(WithheldSummary) == {KEY: withheld()}


def test_a_candidate_is_shown_until_something_else_is_said() -> None:
    candidate = SummaryCandidate(summary=released(), deadline_ms=0)
    assert publications(topics(candidates=[(KEY, candidate)])).said == {KEY: candidate}


def test_the_newest_window_comes_first_and_its_clusters_in_order() -> None:
    keys = ["600/2", "600/10", "900/4", "not a key"]
    found = publications(topics(published=[(key, published()) for key in keys]))
    assert list(found.said) == ["900/4", "600/2", "600/10", "not a key"]


def test_records_of_strangers_are_counted_and_change_nothing() -> None:
    read = {**topics(), Topic.PUBLISHED: [Kept(KEY, b"{"), Kept("", b"1")], Topic.REVIEW: [Kept(KEY, b"{}")]}
    assert (publications(read).said, publications(read).unreadable) == ({}, 3)


def test_a_decision_without_a_case_says_nothing() -> None:
    assert publications(topics(review=[(KEY, decision("anna"))])).said == {}
