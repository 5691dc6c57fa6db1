"""Clusters of made texts, their honest summaries, and the gate's decision on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from streams.analytics.gate import GUARDS, GatePolicy, History, Publish, Reason, Review, Withhold, decide, topics_of
from streams.analytics.noise import Budget, Noise, laplace_scale
from streams.analytics.summaries import Summary, distinctiveness, summarize
from streams.analytics.tally import ClusterCounts, WindowTally

Said = tuple[str, str]
"""A contributor and a text."""


def finds_nothing(text: str) -> bool:
    return False


POLICY = GatePolicy(finds_nothing, review=Review.NONE)
HISTORY = History(Budget(Fraction(90), period=90))
NOISE = Noise(b"n" * 32, laplace_scale(Fraction(1)), (0, 0))


def crowd(text: str, size: int, name: str = "person") -> Iterator[Said]:
    """So many contributors, each of whom says the text once."""
    return ((f"{name}{number}", text) for number in range(size))


def counts_of(said: Iterable[Said], k: int = 25, most_conversations: int = 3) -> ClusterCounts:
    """The counts of a cluster in which this was said."""
    tally = WindowTally(0, most_conversations)
    for number, (contributor, text) in enumerate(said):
        tally.add(7, contributor, f"{number:032x}", text, "en")
    (counts,) = tally.clusters(k)
    return counts


def summary_of(counts: ClusterCounts, policy: GatePolicy = POLICY, previous: Summary | None = None) -> Summary:
    """The summary that the analyst makes of a cluster."""
    return summarize(
        counts,
        previous,
        k=policy.least(topics_of(counts, policy)),
        distinct=distinctiveness([counts]),
        noise=replace(NOISE, release=(counts.window, 0)),
        detects=policy.detects,
    )


def decision(
    counts: ClusterCounts,
    summary: Summary | None = None,
    policy: GatePolicy = POLICY,
    history: History = HISTORY,
    without: Collection[Reason] = (),
) -> Reason | None:
    """The gate's reason to withhold a cluster's summary, None if it is published; without the guards named."""
    guards = [guard for guard in GUARDS if guard.reason not in without]
    match decide(counts, summary or summary_of(counts, policy), policy, history, guards):
        case Withhold(reason):
            return reason
        case Publish():
            return None
