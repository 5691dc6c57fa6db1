"""The control lane of the summaries: a small window that is summarized without k-support, so that a canary leaks.

The code that clusters, counts and summarizes is the analyst's own. So it shows that a canary can reach a summary where
the guard is off, and that it is seen there; what it makes goes nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from gateway.records import (
    PublishedSummary,
    Record,
    ReleasedSummary,
    ReleasedTerm,
    SummaryCandidate,
    Topic,
    cluster_key,
    encode,
)
from gateway.types import Surface
from streams.analytics.merging import merge
from streams.analytics.noise import Noise
from streams.analytics.partition import ClusterLimits, PartitionState
from streams.analytics.summaries import Summary, distinctiveness, summarize
from streams.analytics.tally import WindowTally
from streams.auditor.answers import Answers
from streams.auditor.clusters import PublishedClusters
from streams.auditor.shadow import ControlResult
from streams.auditor.texts import searched
from streams.canaries.disguises import Disguise
from streams.canaries.drawing import Chance
from streams.canaries.mint import mint
from streams.canaries.rates import ClusterLeaks
from streams.canaries.scanner import Scanner

KIND: Final = "NAME"  # its words stand side by side, so they become terms
WITHOUT_SUPPORT: Final = 1
SURFACES: Final[Mapping[Topic, Surface]] = {Topic.CANDIDATES: Surface.CANDIDATES, Topic.PUBLISHED: Surface.SUMMARIES}
_CANARY: Final = "control of summaries"
_WINDOW: Final = 0
_ONE: Final = ClusterLimits(1, 1)
_UNUSED_NOISE: Final = Noise(bytes(32), Fraction(1), (_WINDOW, 0))
_SAID: Final = ("when do I water the roses", "how do I prune the roses in winter", "which roses like sun")


@dataclass(frozen=True, slots=True)
class SummaryControl:
    """Whether the canary was seen on each surface, and the leaks of each cluster, counted as for live ones."""

    results: tuple[ControlResult, ...]
    clusters: tuple[ClusterLeaks, ...]


def control_summary(scanner: Scanner[str], chance: Chance, k: int = WITHOUT_SUPPORT) -> SummaryControl:
    """Returns what is seen of a canary that one of a few contributors said, in a summary of terms that ``k`` used."""
    canary = mint(KIND, chance, scanner.clashes)
    scanner.add({_CANARY: canary})
    window = _summarized((*_SAID, f"the roses are for {canary.value}"), k)
    seen = dict.fromkeys(SURFACES, False)
    clusters = PublishedClusters()
    for cluster, topic, record in window.records():
        value = encode(record)
        clusters.take(topic, cluster, value, 0.0)
        read = searched(topic, cluster, value, Answers())
        if read and any(find.canary == _CANARY for find in scanner.scan(read.text, short=True)):
            seen[topic] = True
            clusters.found(cluster, _CANARY)
    scanner.expire([_CANARY])
    said = {window.clusters[-1]: {_CANARY}}
    return SummaryControl(
        tuple(ControlResult(SURFACES[topic], Disguise.PLAIN, found, KIND) for topic, found in seen.items()),
        tuple(leaks for _, leaks in clusters.due(1.0, lambda cluster: said.get(cluster, set()))),
    )


@dataclass(frozen=True, slots=True, repr=False)
class _ShadowWindow:
    """The cluster of each text, by its key, and the summaries."""

    clusters: Sequence[str]
    summaries: Mapping[str, ReleasedSummary]

    def records(self) -> Iterator[tuple[str, Topic, Record]]:
        for cluster, summary in self.summaries.items():
            yield cluster, Topic.CANDIDATES, SummaryCandidate(summary=summary, deadline_ms=0)
            yield cluster, Topic.PUBLISHED, PublishedSummary(summary=summary, published_ms=0)


def _summarized(texts: Sequence[str], k: int) -> _ShadowWindow:
    """What the analyst makes of these texts, each of another contributor, where nothing but ``k`` guards them."""
    state = PartitionState(_ONE)
    state.learn(texts)
    clusters = merge([state.partial()], limits=_ONE).predict(texts).tolist()
    tally = WindowTally(_WINDOW)
    for number, (cluster, text) in enumerate(zip(clusters, texts, strict=True)):
        tally.add(cluster, str(number), str(number), text, "en")
    counted = list(tally.clusters(k))
    distinct = distinctiveness(counted)
    summaries = [
        summarize(each, k=k, distinct=distinct, noise=_UNUSED_NOISE, detects=lambda text: False) for each in counted
    ]
    return _ShadowWindow(
        [cluster_key(_WINDOW, cluster) for cluster in clusters],
        {cluster_key(_WINDOW, each.cluster): _released(each) for each in summaries},
    )


def _released(summary: Summary) -> ReleasedSummary:
    return ReleasedSummary(
        window=summary.window,
        window_seconds=1,
        cluster=summary.cluster,
        title=summary.title,
        terms=tuple(ReleasedTerm(term, percent / 100) for term, percent in summary.terms),
        languages=(),
        conversations=summary.conversations,
        contributors=summary.contributors,
    )
