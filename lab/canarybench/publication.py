"""What the live analyst does with a cluster, as far as the paper's experiment has it: its summary and its gate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from lab.canarybench.options import CountBy
from lab.canarybench.summarizers import Cluster, topics
from streams.analytics.gate import GUARDS, GatePolicy, History, Reason, Withhold, decide
from streams.analytics.noise import Budget, Noise
from streams.analytics.summaries import Summary, Trend, distinctiveness, summarize
from streams.analytics.tally import ClusterCounts, WindowTally

COUNTING: Final = {CountBy.CONTRIBUTORS: Reason.FEW_CONTRIBUTORS, CountBy.CONVERSATIONS: Reason.FEW_CONVERSATIONS}
PAPER_GUARDS: Final = tuple(guard for guard in GUARDS if guard.reason in {*COUNTING.values(), Reason.NOTHING_TO_SAY})
# The paper publishes exact counts: the noise of the summaries is not looked at.
_UNUSED_NOISE: Final = Noise(bytes(32), Fraction(1), (0, 0))


@dataclass(frozen=True, slots=True, repr=False)
class Candidate:
    """A summary that may be published, and what its cluster counts."""

    cluster: int
    summary: str
    conversations: int
    contributors: frozenset[str]

    def __repr__(self) -> str:
        return f"Candidate(cluster={self.cluster}, contributors={len(self.contributors)})"


def vocabulary(clusters: Sequence[Cluster], texts: Sequence[str], k: int) -> Iterator[str]:
    """Yields for each cluster the terms that at least ``k`` of its contributors used, as the analyst chooses them.

    A contributor's conversations all count, as in the paper; empty where there is no such term.
    """
    tally = WindowTally(0, most_conversations=len(texts))
    for number, cluster in enumerate(clusters):
        for row, contributor in zip(cluster.rows.tolist(), cluster.contributors.tolist(), strict=True):
            tally.add(number, str(contributor), str(row), texts[row], "")
    counts = list(tally.clusters(k))
    distinct = distinctiveness(counts)
    for each in counts:
        summary = summarize(each, k=k, distinct=distinct, noise=_UNUSED_NOISE, detects=lambda text: False)
        yield topics([term for term, _ in summary.terms])


def reason_to_withhold(candidate: Candidate, k_min: int, count_by: CountBy) -> Reason | None:
    """Returns the first reason of the live gate's guards that the paper has, None to publish the candidate.

    >>> reason_to_withhold(Candidate(1, "Topics: garden", 24, frozenset("ab")), 25, CountBy.CONVERSATIONS)
    <Reason.FEW_CONVERSATIONS: 'few_conversations'>
    >>> reason_to_withhold(Candidate(1, "Topics: garden", 25, frozenset("ab")), 25, CountBy.CONVERSATIONS) is None
    True
    """
    counts = ClusterCounts(0, candidate.cluster, candidate.contributors, candidate.conversations, 0, {}, {})
    summary = Summary(0, 0, candidate.cluster, candidate.summary, (), 0, 0, Trend.NEW, ())
    policy = GatePolicy(lambda text: False, k_min=k_min, sensitive_topics=frozenset())
    guards = [guard for guard in PAPER_GUARDS if guard.reason in {COUNTING[count_by], Reason.NOTHING_TO_SAY}]
    decision = decide(counts, summary, policy, History(Budget(Fraction(0), 1)), guards)
    return decision.reason if isinstance(decision, Withhold) else None
