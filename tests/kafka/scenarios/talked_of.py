"""What came out of turns for analytics, beside what was said: what must never be, and how well topics were found."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from gateway.records import AnalyticsText, ReleasedSummary, WithheldSummary
from lab.canarybench.metrics import agreement
from streams.analytics.gate import Reason
from tests.bench.results import table
from tests.support.conversations import Turn
from tests.support.recount import Recounted, recounted, shown

SHOWN: Final = 12
EXACT: Final = frozenset(reason.value for reason in Reason)
"""Reasons of the gate; its counts are exact, as whoever withholds later knows only the noisy ones."""

Counts = tuple[int, int]
Labels = NDArray[Any]

_HEADER: Final = ("title", "contributors (exact)", "conversations (exact)", "label, share of texts")


@dataclass(frozen=True)
class TalkedOf:
    """The turns by event id, what was emitted of each, the cluster of each, and what became of the clusters.

    ``contributors`` has whom each event counts for, ``least`` how many must have used a term of a summary,
    ``released`` the counts that may be shown of a cluster of these.
    """

    turns: Mapping[str, Turn]
    contributors: Mapping[str, str]
    emitted: Mapping[str, Sequence[AnalyticsText]]
    assigned: Mapping[str, Sequence[int]]
    passed: Sequence[ReleasedSummary]
    withheld: Sequence[WithheldSummary]
    least: Callable[[ReleasedSummary], int]
    released: Callable[[int, Recounted, int], Counts]
    most: int

    @cached_property
    def counted(self) -> Mapping[int, Recounted]:
        """What counts of each cluster, counted again."""
        texts = {event: stood[0] for event, stood in self.emitted.items()}
        clusters = {event: stood[0] for event, stood in self.assigned.items()}
        return recounted({event: text for event, text in texts.items() if event in clusters}, clusters, self.most)

    def faults(self) -> Iterator[str]:
        """What must never be, of counts and of the words of summaries."""
        yield from _unless_none("turns that nobody counted", self.turns.keys() - self.emitted.keys())
        yield from _unless_none("texts of no turn", self.emitted.keys() - self.turns.keys())
        yield from _unless_none("turns with two texts", [e for e, stood in self.emitted.items() if len(set(stood)) > 1])
        yield from _unless_none("texts of somebody else", list(self._of_others()))
        yield from _unless_none("texts without a cluster", self.emitted.keys() - self.assigned.keys())
        yield from _unless_none("texts with two clusters", [e for e, s in self.assigned.items() if len(set(s)) > 1])
        yield from self._wrong_counts()
        yield from self._unsupported()
        if not self.passed:
            yield "no summary passed the gate"

    def _of_others(self) -> Iterator[str]:
        return (
            event
            for event, stood in self.emitted.items()
            if event in self.contributors and stood[0].contributor != self.contributors[event]
        )

    def _wrong_counts(self) -> Iterator[str]:
        told = Counter(each.cluster for each in self.passed) + Counter(each.cluster for each in self.withheld)
        yield from _unless_none("clusters that do not count, or were decided twice", told - Counter([*self.counted]))
        yield from _unless_none("clusters of which nothing is said", self.counted.keys() - told.keys())
        for each in [each for each in self.withheld if each.cluster in self.counted]:
            exact = len(self.counted[each.cluster].contributors), self.counted[each.cluster].conversations
            if each.reason in EXACT and (each.contributors, each.conversations) != exact:
                yield f"cluster {each.cluster} is withheld with {each.contributors, each.conversations}, not {exact}"
        for summary in [each for each in self.passed if each.cluster in self.counted]:
            right = {self.released(summary.cluster, self.counted[summary.cluster], k) for k in self._ks(summary)}
            if (summary.contributors, summary.conversations) not in right:
                yield f"cluster {summary.cluster} shows {summary.contributors, summary.conversations}, not {right}"

    def _ks(self, summary: ReleasedSummary) -> set[int]:
        """How many contributors each term needed: more where the cluster, not only its summary, was sensitive."""
        return {self.least(summary), self.least(_insensitive(summary))}

    def _unsupported(self) -> Iterator[str]:
        for summary in [each for each in self.passed if each.cluster in self.counted]:
            k = min(self._ks(summary))
            few = [term for term in shown(summary) if self.counted[summary.cluster].supporters(term) < k]
            yield from _unless_none(f"terms of cluster {summary.cluster} that fewer than {k} people used", few)

    def notes(self) -> Iterator[str]:
        """Figures: what was counted, and how well topics agree with labels."""
        records = sum(map(len, self.emitted.values()))
        yield f"{len(self.turns):,} turns, {len(self.emitted):,} texts, {records - len(self.emitted)} of them twice"
        counted = sum(each.conversations for each in self.counted.values())
        yield f"{counted:,} conversations count (at most {self.most} of a person), in {len(self.counted)} clusters"
        reasons = Counter(each.reason for each in self.withheld)
        sensitive = sum(bool(each.sensitive) for each in self.passed)
        yield f"{len(self.passed)} summaries passed, {sensitive} of them sensitive"
        yield f"withheld: {dict(reasons.most_common())}"
        yield from self._agreement()
        yield table("the largest of them", _HEADER, self._examples())

    def _agreement(self) -> Iterator[str]:
        events = [event for event in self.turns if event in self.assigned]
        labels = np.array([self.turns[event].label for event in events])
        sources = np.array([self.turns[event].source for event in events])
        clusters = np.array([self.assigned[event][0] for event in events])
        passed = np.isin(clusters, [each.cluster for each in self.passed])
        yield f"{passed.mean():.0%} of the texts are in clusters whose summary passed"
        for source in sorted(set(sources)):
            of_source = sources == source
            for where, which in (("in all clusters", of_source), ("where a summary passed", of_source & passed)):
                yield f"{source} {where}: {_figures(labels[which], clusters[which])}"

    def _examples(self) -> Iterator[Sequence[str]]:
        by_cluster: defaultdict[int, list[str]] = defaultdict(list)
        for event, clusters in self.assigned.items():
            by_cluster[clusters[0]].append(self.turns[event].label)
        for each in sorted(self.passed, key=lambda each: -len(self.counted[each.cluster].contributors))[:SHOWN]:
            counted, labels = self.counted[each.cluster], by_cluster[each.cluster]
            ((label, number),) = Counter(labels).most_common(1)
            yield (
                each.title,
                f"{each.contributors} ({len(counted.contributors)})",
                f"{each.conversations} ({counted.conversations})",
                f"{label} {number / len(labels):.0%}",
            )


def _figures(labels: Labels, clusters: Labels) -> str:
    if not len(labels):
        return "none"
    largest = sum(max(Counter(labels[clusters == cluster].tolist()).values()) for cluster in set(clusters.tolist()))
    found = agreement(labels.tolist(), clusters)
    numbers = f"{len(labels):,} texts, {len(set(labels.tolist()))} labels, {len(set(clusters.tolist()))} clusters"
    return f"{numbers}: purity {largest / len(labels):.2f}, ARI {found['ari']:.2f}, NMI {found['nmi']:.2f}"


def _insensitive(summary: ReleasedSummary) -> ReleasedSummary:
    return structs.replace(summary, sensitive=())


def _unless_none(what: str, which: Collection[object]) -> Iterator[str]:
    if which:
        yield f"{len(which)} {what}"
