"""What becomes of a window at its end: topics out of all partitions, exact counts, summaries, and what opens next.

All of it follows from the partitions' snapshots at the window's end and the texts between their offsets. So whoever
does it again after a crash writes the same records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

import msgspec

from gateway.records import (
    AnalyticsText,
    ClusterAssignment,
    PublishedSummary,
    ReleasedSummary,
    ReleasedTerm,
    WindowEnd,
    WithheldSummary,
    cluster_key,
)
from streams.analyst.learning import LIMITS, PartitionLearning
from streams.analyst.opening import Header, Opening, PartitionStart, spent_in
from streams.analyst.windows import NEVER
from streams.analytics.gate import Case, GatePolicy, History, Publish, Withhold, decide, topics_of
from streams.analytics.lineage import Change
from streams.analytics.merging import merge
from streams.analytics.mini_batch import NO_CLUSTER
from streams.analytics.noise import Budget, Noise, laplace_scale
from streams.analytics.sensitive import SensitiveTopic
from streams.analytics.sentences import permitted
from streams.analytics.summaries import Summary, Trend, distinctiveness, released_terms, summarize
from streams.analytics.tally import ClusterCounts, WindowTally
from streams.analytics.topics import Topics

PERCENT = 100


@dataclass(frozen=True, slots=True)
class EndedWindow:
    """A window that has ended in all partitions, by number of partition."""

    opening: Opening
    learned: tuple[PartitionLearning, ...]

    def end(self, partition: int) -> WindowEnd:
        """Returns the record that ended it in a partition."""
        end = self.learned[partition].progress.end
        assert end is not None
        return end

    @property
    def ended_ms(self) -> int:
        """When it was ended."""
        return self.end(0).ended_ms

    @property
    def texts(self) -> int:
        """How many texts it had."""
        return sum(each.state.count for each in self.learned)

    def topics(self) -> Topics | None:
        """Returns its topics: those of the window before, where it had no text."""
        if not self.texts:
            return self.opening.topics
        return merge([each.state.partial() for each in self.learned], self.opening.topics, LIMITS)


class WindowCount:
    """Counts the texts of an ended window by cluster."""

    def __init__(self, ended: EndedWindow, topics: Topics, most_conversations: int) -> None:
        self._window = ended.opening.window
        self._topics = topics
        self.tally = WindowTally(self._window, most_conversations)

    def add(self, texts: Sequence[AnalyticsText]) -> list[tuple[str, ClusterAssignment]]:
        """Counts some texts; returns the assignment of each, by its event id."""
        clusters = self._topics.predict([each.text for each in texts]).tolist()
        for cluster, each in zip(clusters, texts, strict=True):
            if cluster != NO_CLUSTER:
                self.tally.add(cluster, each.contributor, each.event_id, each.text, each.language)
        return [
            (each.event_id, ClusterAssignment(window=self._window, cluster=cluster))
            for cluster, each in zip(clusters, texts, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Publishing:
    """What decides about summaries: the gate's policy, the noise, and the budget of so many seconds."""

    policy: GatePolicy
    noise_key: bytes
    window_seconds: int
    most_conversations: int
    budget: Fraction
    period: int

    def noise(self, window: int) -> Noise:
        """Returns the noise of a window: the same in a retry."""
        return Noise(self.noise_key, laplace_scale(self.policy.epsilon, self.most_conversations), (window, 0))

    def least(self, summary: ReleasedSummary) -> int:
        """Returns how many contributors a summary must have."""
        return self.policy.least([SensitiveTopic(each) for each in summary.sensitive])

    def budget_of(self, opening: Opening) -> Budget:
        """Returns the budget before a window is released."""
        return opening.budget(self.budget, self.period)


@dataclass(frozen=True, slots=True, repr=False)
class JudgedCluster:
    """The summary of a cluster, and what the gate said of it."""

    case: Case
    released: ReleasedSummary
    decision: Publish | Withhold

    @property
    def counts(self) -> ClusterCounts:
        """What was counted of the cluster."""
        return self.case.cluster

    @property
    def key(self) -> str:
        """The key of all records about it."""
        return cluster_key(self.released.window, self.released.cluster)

    @property
    def passed(self) -> bool:
        """Whether it may be published, if not without the approval of persons."""
        return isinstance(self.decision, Publish) or self.decision.approvals > 0

    def withheld(self) -> WithheldSummary:
        """Returns the record that says why it is withheld."""
        assert isinstance(self.decision, Withhold)
        return WithheldSummary(
            window=self.released.window,
            cluster=self.released.cluster,
            reason=self.decision.reason.value,
            contributors=len(self.counts.contributors),
            conversations=self.counts.conversations,
        )

    def told(self, sentence: str) -> JudgedCluster:
        """Returns it with a sentence, or as it is where the sentence is forbidden or the gate has anything against it.

        The sentence may come from anywhere, as all that it must be is looked at here.
        """
        summary = replace(self.case.summary, sentence=permitted(sentence, released_terms(self.case.summary)))
        case = replace(self.case, summary=summary)
        expected = Publish(summary) if isinstance(self.decision, Publish) else self.decision
        if not summary.sentence or case.topics != self.case.topics or _decision(case) != expected:
            return self
        return JudgedCluster(case, msgspec.structs.replace(self.released, sentence=summary.sentence), expected)

    def __repr__(self) -> str:
        return f"JudgedCluster(cluster={self.released.cluster}, passed={self.passed})"


def _decision(case: Case) -> Publish | Withhold:
    return decide(case.cluster, case.summary, case.policy, case.history)


def judged(
    ended: EndedWindow, counting: WindowCount, topics: Topics, published: Iterable[PublishedSummary], how: Publishing
) -> Iterator[JudgedCluster]:
    """Yields each cluster of an ended window with its summary and what the gate says of it.

    ``published`` are the summaries of earlier windows; those published after the window's end do not count.
    """
    window, policy = ended.opening.window, how.policy
    counted = list(counting.tally.clusters(policy.least(())))
    distinct, noise = distinctiveness(counted), how.noise(window)
    before = _by_cluster(published, ended)
    lineage = _Lineage.of(topics) if ended.texts else _Lineage({}, {})
    history = History(how.budget_of(ended.opening))
    for counts in counted:
        previous = before.get(counts.cluster) or before.get(lineage.split_from.get(counts.cluster, NO_CLUSTER))
        k = policy.least(topics_of(counts, policy))
        summary = summarize(counts, previous, k=k, distinct=distinct, noise=noise, detects=policy.detects)
        case = Case(counts, summary, policy, history)
        sensitive = tuple(each.value for each in sorted(case.topics))
        released = _released(summary, how.window_seconds, lineage, sensitive)
        yield JudgedCluster(case, released, _decision(case))


def next_opening(ended: EndedWindow, topics: Topics | None, kept: Mapping[int, int], how: Publishing) -> Opening:
    """Returns what the next window opens with.

    ``kept`` has the clusters whose summaries may be published, each with the number of records of its contributors.
    """
    header = ended.opening.header
    counted = header.window if ended.texts else header.counted
    retained = {window: clusters for window, clusters in header.kept.items() if window > header.window - how.period}
    next_header = Header(
        topic=header.topic,
        number=header.number + 1,
        window=_next_window(ended, counted, how.window_seconds),
        starts=tuple(_start(ended, partition) for partition in range(len(ended.learned))),
        counted=counted,
        spent=_spent(ended, how) if kept else header.spent,
        kept={**retained, header.window: dict(kept)} if kept else retained,
    )
    return Opening(next_header, topics)


def _next_window(ended: EndedWindow, counted: int, window_seconds: int) -> int:
    waiting = [window for partition in range(len(ended.learned)) for window in _waiting(ended, partition)]
    window = min([*waiting, *(ended.end(partition).next for partition in range(len(ended.learned)))])
    return window if counted == NEVER else max(window, counted + window_seconds)


def _start(ended: EndedWindow, partition: int) -> PartitionStart:
    after = ended.learned[partition].progress.next
    return PartitionStart(min(_waiting(ended, partition).values(), default=after), after)


def _waiting(ended: EndedWindow, partition: int) -> dict[int, int]:
    """Returns the offsets of the first texts of the later windows that may come to be open."""
    held, latest = ended.learned[partition].progress.held, ended.end(partition).latest
    return {window: offset for window, offset in held.items() if window <= latest}


def _spent(ended: EndedWindow, how: Publishing) -> tuple[tuple[int, int, str], ...]:
    window = ended.opening.window
    charged = how.budget_of(ended.opening).charged((window, 0), how.policy.epsilon)
    return spent_in(charged, window - how.period)


@dataclass(frozen=True, slots=True)
class _Lineage:
    split_from: Mapping[int, int]
    merged_from: Mapping[int, tuple[int, ...]]

    @classmethod
    def of(cls, topics: Topics) -> _Lineage:
        merged: dict[int, tuple[int, ...]] = {}
        for each in topics.lineage:
            if each.change is Change.MERGED_INTO and each.other is not None:
                merged[each.other] = (*merged.get(each.other, ()), each.cluster)
        split = {
            each.cluster: each.other
            for each in topics.lineage
            if each.change is Change.SPLIT_FROM and each.other is not None
        }
        return cls(split, merged)


def _by_cluster(published: Iterable[PublishedSummary], ended: EndedWindow) -> dict[int, Summary]:
    """Returns the last summary published of each cluster before the window's end."""
    earlier = [
        each for each in published if each.published_ms < ended.ended_ms and each.summary.window < ended.opening.window
    ]
    return {each.summary.cluster: _summary(each.summary) for each in sorted(earlier, key=lambda e: e.summary.window)}


def _released(summary: Summary, window_seconds: int, lineage: _Lineage, sensitive: tuple[str, ...]) -> ReleasedSummary:
    split = lineage.split_from.get(summary.cluster)
    return ReleasedSummary(
        window=summary.window,
        window_seconds=window_seconds,
        cluster=summary.cluster,
        title=summary.title,
        terms=_terms(summary.terms),
        languages=_terms(summary.languages),
        conversations=summary.conversations,
        contributors=summary.contributors,
        trend=_TRENDS[summary.trend],
        split_from=() if split is None else (split,),
        merged_from=lineage.merged_from.get(summary.cluster, ()),
        sensitive=sensitive,
        sentence=summary.sentence or None,
    )


_TRENDS: Mapping[Trend, Literal["new", "rising", "steady", "falling"]] = {
    Trend.NEW: "new",
    Trend.RISING: "rising",
    Trend.STEADY: "steady",
    Trend.FALLING: "falling",
}


def _terms(shares: Iterable[tuple[str, int]]) -> tuple[ReleasedTerm, ...]:
    return tuple(ReleasedTerm(term, percent / PERCENT) for term, percent in shares)


def _summary(released: ReleasedSummary) -> Summary:
    return Summary(
        window=released.window,
        release=0,
        cluster=released.cluster,
        title=released.title,
        terms=tuple((each.term, round(each.share * PERCENT)) for each in released.terms),
        contributors=released.contributors,
        conversations=released.conversations,
        trend=Trend(released.trend),
        languages=tuple((each.term, round(each.share * PERCENT)) for each in released.languages),
        sentence=released.sentence or "",
    )
