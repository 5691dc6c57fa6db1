from __future__ import annotations

from dataclasses import asdict, replace
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streams.analytics.noise import Noise
from streams.analytics.summaries import SHARE_STEP, TERMS, Summary, Trend, distinctiveness, summarize, texts_of
from streams.analytics.tally import ClusterCounts
from tests.support.summaries import NOISE, counts_of, crowd, finds_nothing, summary_of

WORDS = "garden hedge rose tulip train station ticket delay".split()  # noqa: SIM905
MEMBERS = st.lists(
    st.tuples(st.integers(0, 5).map(str), st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)),
    min_size=1,
    max_size=20,
)
# Little noise, so that what is tested is not the noise.
QUIET = replace(NOISE, scale=Fraction(1, 100))


def quietly(counts: ClusterCounts, previous: Summary | None = None, k: int = 25) -> Summary:
    return summarize(counts, previous, k=k, distinct=distinctiveness([counts]), noise=QUIET, detects=finds_nothing)


@settings(deadline=None)
@given(MEMBERS, st.integers(1, 4))
def test_a_summary_shows_only_what_k_contributors_used(members: list[tuple[str, str]], k: int) -> None:
    counts = counts_of(members, k)
    summary = quietly(counts, k=k)
    shown = [term for term, _ in summary.terms]
    assert set(summary.title.split(", ")) <= {*shown, ""}
    for term in shown:
        assert len({person for person, text in members if term in text}) >= k
    assert len(shown) <= TERMS
    assert summary == quietly(counts, k=k)


def test_a_sensitive_cluster_shows_fewer_of_the_terms_that_were_counted() -> None:
    counts = counts_of([*crowd("refund", 60), *crowd("parcel", 30, "b")], k=25)
    assert texts_of(quietly(counts, k=50)) == ("refund", "refund")


def test_every_share_is_rounded() -> None:
    summary = quietly(counts_of([*crowd("refund parcel", 26), *crowd("refund", 57, "b")]))
    assert summary.terms == (("refund", 100), ("parcel", 30))
    assert {share % SHARE_STEP for _, share in summary.terms} == {0}


def test_a_language_is_shown_from_k_contributors_on() -> None:
    counts = replace(counts_of(crowd("refund", 60)), languages={"de": 24, "en": 36})
    assert quietly(counts).languages == (("en", 60),)


def test_a_term_in_which_something_is_found_is_left_out() -> None:
    counts = counts_of(crowd("refund, zanzibar", 30))
    kept = summarize(counts, k=25, distinct={}, noise=QUIET, detects=lambda text: text == "zanzibar")
    assert texts_of(kept) == ("refund", "refund")


def test_a_term_that_every_cluster_has_comes_last() -> None:
    here, there = counts_of(crowd("online, parcel", 30)), counts_of(crowd("online, kettle", 30))
    summary = summarize(here, k=25, distinct=distinctiveness([here, there]), noise=QUIET, detects=finds_nothing)
    assert [term for term, _ in summary.terms] == ["parcel", "online"]


def test_a_phrase_stands_for_its_words() -> None:
    assert quietly(counts_of(crowd("damaged parcel", 30))).terms == (("damaged parcel", 100),)


def test_a_phrase_stands_for_its_parts_in_a_script_without_spaces() -> None:
    assert [term for term, _ in quietly(counts_of(crowd("预订酒店", 30))).terms] == ["预订酒店"]


def test_a_title_is_kept_while_its_terms_are_supported() -> None:
    first = quietly(counts_of([*crowd("train, ticket", 30), *crowd("train", 10, "b")]))
    other_weights = counts_of([*crowd("ticket, delay", 60), *crowd("train", 30, "b")])
    assert first.title == "train, ticket"
    assert quietly(other_weights).title != first.title
    assert quietly(other_weights, first).title == first.title


def test_a_title_is_dropped_with_a_term_that_is_supported_no_more() -> None:
    first = quietly(counts_of([*crowd("train, ticket", 30), *crowd("train", 10, "b")]))
    assert quietly(counts_of([*crowd("ticket", 60), *crowd("train", 24, "b")]), first).title == "ticket"


@pytest.mark.parametrize(
    ("before", "now", "trend"),
    [(100, 100, Trend.STEADY), (100, 115, Trend.STEADY), (100, 130, Trend.RISING), (100, 70, Trend.FALLING)],
)
def test_the_trend_compares_the_noisy_counts(before: int, now: int, trend: Trend) -> None:
    previous = quietly(counts_of(crowd("refund", before)))
    assert previous.trend is Trend.NEW
    assert quietly(counts_of(crowd("refund", now)), previous).trend is trend


def test_a_change_that_may_be_noise_is_none() -> None:
    loud = replace(NOISE, scale=Fraction(20))
    counts = counts_of(crowd("refund", 100))
    previous = replace(quietly(counts), contributors=60)
    assert summarize(counts, previous, k=25, distinct={}, noise=loud, detects=finds_nothing).trend is Trend.STEADY


def test_a_cluster_that_was_split_from_another_keeps_its_title_but_is_new() -> None:
    parent = replace(quietly(counts_of([*crowd("train, ticket", 30), *crowd("train", 10, "b")])), cluster=3)
    child = quietly(counts_of(crowd("ticket, train", 30)), parent)
    assert (child.title, child.trend) == (parent.title, Trend.NEW)


def test_counts_are_noisy_but_never_below_k() -> None:
    counts = counts_of(crowd("refund", 25))
    released = {
        (each.contributors, each.conversations)
        for key in range(40)
        for each in [summarize(counts, k=25, distinct={}, noise=noise_of(key), detects=finds_nothing)]
    }
    assert len(released) > 10
    assert all(25 <= contributors <= conversations for contributors, conversations in released)


def noise_of(key: int) -> Noise:
    return replace(NOISE, key=bytes([key]) * 32)


def test_a_cluster_of_which_nobody_shares_a_word_has_nothing_to_say() -> None:
    assert texts_of(quietly(counts_of((str(number), f"word{chr(97 + number)}") for number in range(26)))) == ()


def test_a_summary_is_plain_values() -> None:
    encoded = msgspec.json.encode(asdict(summary_of(counts_of(crowd("damaged parcel", 30)))))
    assert msgspec.json.decode(encoded)["terms"] == [["damaged parcel", 100]]


def test_a_summary_does_not_print_its_words() -> None:
    assert "parcel" not in repr(summary_of(counts_of(crowd("damaged parcel", 30))))
