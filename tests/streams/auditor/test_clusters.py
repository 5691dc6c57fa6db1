"""Live leak rates of summaries are those of the paper, over what would be published without the audit."""

from __future__ import annotations

from collections.abc import Mapping, Set
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.records import (
    ClusterAssignment,
    PublishedSummary,
    Record,
    ReleasedSummary,
    ReviewCase,
    Topic,
    WithheldSummary,
    encode,
)
from streams.analyst.waiting import Refusal
from streams.analytics.mini_batch import NO_CLUSTER
from streams.analytics.tally import WindowTally
from streams.auditor.clusters import CANARY_FOUND, CountedConversations, PublishedClusters
from streams.canaries.rates import ClusterLeaks, leak_rates

CLUSTER = "0/7"
SUMMARY = ReleasedSummary(
    window=0, window_seconds=60, cluster=7, title="", terms=(), languages=(), conversations=9, contributors=9
)
PUBLISHED = encode(PublishedSummary(summary=SUMMARY, published_ms=0))


def withheld(reason: str) -> Record:
    return WithheldSummary(window=0, cluster=7, reason=reason, contributors=9, conversations=9)


def judged(clusters: PublishedClusters, said: Mapping[str, Set[str]], now: float = 2.0) -> dict[str, ClusterLeaks]:
    return dict(clusters.due(now, lambda cluster: said.get(cluster, set())))


@given(st.lists(st.tuples(st.booleans(), st.lists(st.booleans(), max_size=4)), max_size=6))
def test_the_rates_of_published_clusters_are_the_papers(window: list[tuple[bool, list[bool]]]) -> None:
    clusters, said = PublishedClusters(), {}
    for number, (is_published, canaries) in enumerate(window):
        said[str(number)] = {f"{number}/{canary}" for canary in range(len(canaries))}
        for canary, leaked in enumerate(canaries):
            if leaked:
                clusters.found(str(number), f"{number}/{canary}")
        if is_published:
            clusters.take(Topic.PUBLISHED, str(number), PUBLISHED, 1.0)
    rates = leak_rates(judged(clusters, said).values())
    of_published = [canaries for is_published, canaries in window if is_published and canaries]
    pairs = [leaked for canaries in of_published for leaked in canaries]
    assert rates.lr_canary == (sum(pairs) / len(pairs) if pairs else 0.0)
    assert rates.lr_cluster == (sum(map(any, of_published)) / len(of_published) if of_published else 0.0)


@pytest.mark.parametrize(
    ("topic", "value", "counts"),
    [
        (Topic.PUBLISHED, PUBLISHED, True),
        (Topic.WITHHELD, encode(withheld("canary_found")), True),
        (Topic.WITHHELD, encode(withheld("audit_silent")), False),
        (Topic.WITHHELD, encode(withheld("few_contributors")), False),
        (Topic.WITHHELD, encode(withheld("rejected")), False),
        (Topic.WITHHELD, b"of another version", False),
        (Topic.REVIEW, encode(ReviewCase(summary=SUMMARY, approvals=2, since_ms=0)), False),
        (Topic.CANDIDATES, b"", False),
        (Topic.PUBLISHED, b"", False),
    ],
)
def test_a_cluster_counts_that_was_published_or_would_have_been_without_the_audit(
    topic: Topic, value: bytes, counts: bool
) -> None:
    clusters = PublishedClusters()
    clusters.take(topic, CLUSTER, value, 1.0)
    assert bool(judged(clusters, {CLUSTER: {"c1"}})) is counts


def test_the_reason_that_the_audit_gives_is_the_analysts() -> None:
    assert Refusal.CANARY_FOUND.value == CANARY_FOUND


def test_a_cluster_is_judged_when_all_was_read_that_stood_there_with_its_summary_and_only_once() -> None:
    clusters, said = PublishedClusters(), {CLUSTER: {"c1"}}
    clusters.take(Topic.PUBLISHED, CLUSTER, PUBLISHED, 1.0)
    assert judged(clusters, said, now=1.0) == {}
    assert judged(clusters, said) == {CLUSTER: ClusterLeaks(1, 0)}
    clusters.take(Topic.PUBLISHED, CLUSTER, PUBLISHED, 3.0)
    assert judged(clusters, said, now=4.0) == {}


def test_a_cluster_that_an_earlier_process_judged_is_not_judged_again() -> None:
    clusters = PublishedClusters()
    clusters.restore(CLUSTER)
    clusters.take(Topic.PUBLISHED, CLUSTER, PUBLISHED, 1.0)
    assert judged(clusters, {CLUSTER: {"c1"}}) == {}


def test_a_canary_in_a_summary_counts_also_where_nobody_knows_who_said_it() -> None:
    clusters = PublishedClusters()
    clusters.take(Topic.PUBLISHED, CLUSTER, PUBLISHED, 1.0)
    clusters.found(CLUSTER, "c9")
    assert judged(clusters, {}) == {CLUSTER: ClusterLeaks(1, 1)}


def test_the_conversations_that_count_are_those_that_the_analyst_counts_of_each_client() -> None:
    chance = Random(5)
    for _ in range(50):
        tally, counted = WindowTally(0, most_conversations=3), CountedConversations(most=3)
        for _ in range(chance.randrange(1, 20)):
            event, cluster = f"{chance.getrandbits(64):016x}", chance.randrange(-1, 3)
            client = f"client {chance.randrange(3)}"
            counted.assign(event, ClusterAssignment(window=0, cluster=cluster), client)
            if cluster != NO_CLUSTER:
                tally.add(cluster, client, event, "roses", "en")
        by_cluster = {each.cluster: each.conversations for each in tally.clusters(1)}
        assert {cluster: len(counted.of(f"0/{cluster}")) for cluster in range(3)} == {
            cluster: by_cluster.get(cluster, 0) for cluster in range(3)
        }


def test_windows_do_not_share_what_counts() -> None:
    counted = CountedConversations(most=1)
    for window in (0, 60):
        counted.assign(f"event of {window}", ClusterAssignment(window=window, cluster=7), "client")
    assert [counted.of(f"{window}/7") for window in (0, 60)] == [["event of 0"], ["event of 60"]]
