"""The gate publishes what passes every guard, and each guard withholds something that all others let through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.detection.pattern_detector import PatternDetector
from streams.analytics.gate import (
    GUARDS,
    GatePolicy,
    History,
    Publication,
    Publish,
    Reason,
    Review,
    Withhold,
    approvals,
    decide,
    topics_of,
)
from streams.analytics.noise import Budget
from streams.analytics.sensitive import SensitiveTopic
from streams.analytics.summaries import Summary
from streams.analytics.tally import ClusterCounts
from tests.support.summaries import HISTORY, POLICY, counts_of, crowd, decision, finds_nothing, summary_of

TEXT = "refund for a damaged parcel"
SHUFFLED = "yesterday, garden, collapsed, gnome, blue"
REFUNDS = counts_of(crowd(TEXT, 30))
SUMMARY = summary_of(REFUNDS)


@dataclass(frozen=True)
class Example:
    """A summary that a guard withholds, and the guards that would withhold it too."""

    counts: ClusterCounts = REFUNDS
    summary: Summary = SUMMARY
    policy: GatePolicy = POLICY
    history: History = HISTORY
    others: frozenset[Reason] = frozenset()

    def reason(self, *without: Reason) -> Reason | None:
        return decision(self.counts, self.summary, self.policy, self.history, without)


def few_contributors() -> Example:
    counts = counts_of([*crowd(TEXT, 24), *crowd(TEXT, 24)], k=24)
    return Example(counts, summary_of(counts, replace(POLICY, k_min=24)), others=frozenset({Reason.UNSUPPORTED_WORDS}))


def dominated() -> Example:
    counts = counts_of([*crowd(TEXT, 24), *[("loud", TEXT)] * 7])
    return Example(counts, summary_of(counts))


def unsupported_words() -> Example:
    return Example(summary=replace(SUMMARY, terms=(*SUMMARY.terms, ("zanzibar", 0))))


def rare_phrase() -> Example:
    counts = counts_of([("ann", "the blue garden gnome collapsed yesterday"), *crowd(SHUFFLED, 30)])
    return Example(counts, replace(summary_of(counts), sentence="The blue garden gnome collapsed yesterday"))


def differencing() -> Example:
    counts = counts_of(crowd(TEXT, 29))
    history = replace(HISTORY, publications=(Publication(SUMMARY, REFUNDS.contributors),))
    return Example(counts, replace(summary_of(counts), release=1), history=history)


EXAMPLES: dict[Reason, Callable[[], Example]] = {
    Reason.FEW_CONTRIBUTORS: few_contributors,
    Reason.FEW_CONVERSATIONS: lambda: Example(replace(REFUNDS, conversations=24)),
    Reason.NOTHING_TO_SAY: lambda: Example(summary=replace(SUMMARY, title="", terms=())),
    Reason.DOMINATED: dominated,
    Reason.UNSUPPORTED_WORDS: unsupported_words,
    Reason.PERSONAL_DATA: lambda: Example(policy=replace(POLICY, detects=lambda text: "parcel" in text)),
    Reason.RARE_PHRASE: rare_phrase,
    Reason.DIFFERENCING: differencing,
    Reason.BUDGET_SPENT: lambda: Example(history=History(Budget(Fraction(1, 2), period=90))),
    Reason.REVIEW_REQUIRED: lambda: Example(policy=replace(POLICY, review=Review.ALL)),
}


def test_what_passes_every_guard_is_published() -> None:
    assert decide(REFUNDS, SUMMARY, POLICY, HISTORY) == Publish(SUMMARY)


@pytest.mark.parametrize("reason", Reason)
def test_each_guard_withholds_what_is_published_without_it(reason: Reason) -> None:
    example = EXAMPLES[reason]()
    assert example.reason() is reason
    assert example.reason(reason, *example.others) is None


def test_every_reason_has_one_guard_and_review_comes_last() -> None:
    assert [guard.reason for guard in GUARDS] == list(Reason)
    assert GUARDS[-1].reason is Reason.REVIEW_REQUIRED


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(list(Reason)), max_size=4))
def test_the_reason_is_that_of_the_first_guard_that_holds(without: list[Reason]) -> None:
    policy = replace(POLICY, k_min=31, max_share=0.01, detects=lambda text: True, review=Review.ALL)
    holding = [
        reason
        for reason in Reason
        if reason not in {Reason.NOTHING_TO_SAY, Reason.RARE_PHRASE, Reason.DIFFERENCING, *without}
    ]
    history = History(Budget(Fraction(0), period=90))
    assert decision(REFUNDS, SUMMARY, policy, history, without) is next(iter(holding), None)


def test_a_sensitive_topic_needs_more_contributors_and_two_persons() -> None:
    policy = replace(POLICY, review=Review.SENSITIVE)
    few, many = counts_of(crowd("side effects of anxiety medication", 49)), counts_of(crowd("anxiety medication", 50))
    assert topics_of(few, policy) == {SensitiveTopic.HEALTH}
    assert decision(few, policy=policy) is Reason.FEW_CONTRIBUTORS
    assert decide(many, summary_of(many), policy, HISTORY) == Withhold(Reason.REVIEW_REQUIRED, approvals=2)
    assert decision(few, policy=replace(policy, sensitive_topics=frozenset())) is None


def test_a_topic_counts_although_the_summary_does_not_name_it() -> None:
    counts = counts_of([*crowd("knitting patterns", 40), *crowd("knitting after chemotherapy", 25, "ill")])
    assert "chemotherapy" in counts.supports
    quiet = replace(summary_of(counts), title="knitting", terms=(("knitting", 100),))
    assert decision(counts, quiet, replace(POLICY, sensitive_k_min=70)) is Reason.FEW_CONTRIBUTORS


def test_a_topic_that_few_of_a_large_cluster_mention_does_not_count() -> None:
    counts = counts_of([*crowd("knitting patterns", 300), *crowd("knitting after chemotherapy", 25, "ill")])
    assert topics_of(counts, POLICY) == frozenset()


def test_a_topic_that_only_the_summary_names_counts_too() -> None:
    counts = counts_of([*crowd("knitting patterns", 300), *crowd("knitting after chemotherapy", 25, "ill")])
    telling = replace(summary_of(counts), title="knitting, chemotherapy", terms=(("knitting", 100),))
    assert decision(counts, telling) is Reason.UNSUPPORTED_WORDS
    assert decision(counts, telling, replace(POLICY, sensitive_topics=frozenset())) is None


def test_a_classifier_adds_topics_to_those_of_the_words() -> None:
    policy = replace(POLICY, classify=lambda terms: [SensitiveTopic.LEGAL] if "parcel" in terms else [])
    assert topics_of(REFUNDS, policy) == {SensitiveTopic.LEGAL}
    assert decision(REFUNDS, SUMMARY, policy) is Reason.FEW_CONTRIBUTORS


@pytest.mark.parametrize(
    ("review", "topics", "needed"),
    [
        (Review.NONE, {SensitiveTopic.LEGAL}, 0),
        (Review.SENSITIVE, set(), 0),
        (Review.SENSITIVE, {SensitiveTopic.LEGAL}, 2),
        (Review.ALL, set(), 1),
        (Review.ALL, {SensitiveTopic.LEGAL}, 2),
    ],
)
def test_how_many_persons_must_approve(review: Review, topics: set[SensitiveTopic], needed: int) -> None:
    assert approvals(topics, replace(POLICY, review=review)) == needed


def test_where_the_auditor_plants_every_k_is_one_higher() -> None:
    exactly = counts_of(crowd(TEXT, 25))
    assert decision(exactly) is None
    assert decision(exactly, policy=replace(POLICY, planted_contributors=1)) is Reason.FEW_CONTRIBUTORS
    assert replace(POLICY, planted_contributors=1).least({SensitiveTopic.LEGAL}) == 51


def test_the_texts_are_detected_as_they_are_shown() -> None:
    detector = PatternDetector(few_texts=True)
    policy = replace(POLICY, detects=lambda text: bool(detector.detect(text)))
    assert decision(REFUNDS, SUMMARY, policy) is None
    for shown in (
        replace(SUMMARY, title="ann@corp.example"),
        replace(SUMMARY, terms=(("ann@corp.example", 100),)),
        replace(SUMMARY, sentence="ann@corp.example"),
    ):
        assert decision(REFUNDS, shown, policy, without={Reason.UNSUPPORTED_WORDS}) is Reason.PERSONAL_DATA


@pytest.mark.parametrize(
    "shown",
    [
        replace(SUMMARY, title="zanzibar"),
        replace(SUMMARY, terms=(("zanzibar", 100),)),
        replace(SUMMARY, terms=(("damaged refund", 100),)),
        replace(SUMMARY, languages=(("de", 10),)),
        replace(SUMMARY, sentence="People ask about zanzibar"),
    ],
)
def test_a_word_of_too_few_is_seen_wherever_it_is_shown(shown: Summary) -> None:
    assert decision(REFUNDS, shown) is Reason.UNSUPPORTED_WORDS


@pytest.mark.parametrize(("left", "reason"), [(1, Reason.DIFFERENCING), (24, Reason.DIFFERENCING), (25, None)])
def test_a_republication_must_differ_by_k_contributors(left: int, reason: Reason | None) -> None:
    everyone, without = counts_of(crowd(TEXT, 60)), counts_of(crowd(TEXT, 60 - left))
    history = replace(HISTORY, publications=(Publication(summary_of(everyone), everyone.contributors),))
    assert decision(without, replace(summary_of(without), release=1), history=history) is reason
    elsewhere = replace(without, cluster=99)
    assert decision(elsewhere, replace(summary_of(elsewhere), release=1), history=history) is reason


def test_an_unchanged_cluster_is_not_republished_with_other_noise() -> None:
    history = replace(HISTORY, publications=(Publication(SUMMARY, REFUNDS.contributors),))
    assert decision(REFUNDS, replace(SUMMARY, release=1, contributors=31), history=history) is Reason.DIFFERENCING


def test_a_retry_of_a_publication_is_published_again() -> None:
    history = replace(HISTORY, publications=(Publication(SUMMARY, REFUNDS.contributors),))
    assert decision(REFUNDS, SUMMARY, history=history) is None


def test_another_cluster_of_the_same_release_and_another_window_may_have_the_same_contributors() -> None:
    history = replace(HISTORY, publications=(Publication(SUMMARY, REFUNDS.contributors),))
    neighbour = replace(REFUNDS, cluster=8)
    assert decision(neighbour, replace(SUMMARY, cluster=8), history=history) is None
    assert decision(replace(REFUNDS, window=60), replace(SUMMARY, window=60), history=history) is None


def test_a_release_that_was_charged_is_not_charged_again() -> None:
    charged = Budget(Fraction(1), period=90).charged((0, 0), Fraction(1))
    assert decision(REFUNDS, SUMMARY, history=History(charged)) is None
    assert decision(REFUNDS, replace(SUMMARY, release=1), history=History(charged)) is Reason.BUDGET_SPENT


def test_the_last_summary_is_that_of_the_cluster_itself_and_else_of_where_it_comes_from() -> None:
    of = [(3, 0, 0), (3, 60, 0), (3, 60, 1), (4, 120, 0), (3, 180, 0)]
    summaries = [replace(SUMMARY, cluster=cluster, window=window, release=release) for cluster, window, release in of]
    history = replace(HISTORY, publications=tuple(Publication(each, frozenset()) for each in summaries))
    assert history.last(180, [3]) == summaries[2]
    assert history.last(180, [5, 4, 3]) == summaries[3]
    assert history.last(0, [3]) is None


def test_what_holds_contributors_or_texts_does_not_print_them() -> None:
    shown = repr([Publish(SUMMARY), HISTORY, Publication(SUMMARY, frozenset({"person1"}))])
    assert "parcel" not in shown
    assert "person1" not in shown


def test_reasons_are_labels() -> None:
    assert all(reason.value.replace("_", "").isalpha() and reason.value.islower() for reason in Reason)
    assert finds_nothing("") is False
