"""What the analyst says of itself: metrics, and nothing that a contributor said."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from gateway import metrics
from gateway.records import PublishedSummary, ReviewCase, SummaryCandidate, WithheldSummary
from streams.analyst.closing import EndedWindow, JudgedCluster
from streams.analyst.lines import Line
from streams.analyst.waiting import Waiting
from streams.analytics.noise import Budget
from streams.analytics.topics import Topics


@contextmanager
def timed(stage: str) -> Iterator[None]:
    """Measures a stage of the analyst's work."""
    began = time.perf_counter()
    yield
    metrics.analyst_seconds.labels(stage).observe(time.perf_counter() - began)


def learned(texts: int) -> None:
    """Counts texts that were learned."""
    metrics.conversations_clustered_total.inc(texts)


def late(texts: int) -> None:
    """Counts texts whose window had ended."""
    metrics.late_conversations_total.inc(texts)


def count(lines: Iterable[Line]) -> None:
    """Counts what was written about summaries."""
    for line in lines:
        match line.value:
            case PublishedSummary():
                metrics.summaries_total.labels("published", "").inc()
            case WithheldSummary(reason=reason):
                metrics.summaries_total.labels("withheld", reason).inc()
            case ReviewCase():
                metrics.summaries_total.labels("review", "").inc()
            case SummaryCandidate():
                metrics.summaries_total.labels("candidate", "").inc()


def ended(window: EndedWindow, topics: Topics | None, judged: Sequence[JudgedCluster], budget: Budget) -> None:
    """Shows what became of a window."""
    for each in judged:
        metrics.cluster_contributors.observe(len(each.counts.contributors))
    states = Counter(each.passed for each in judged)
    metrics.clusters.labels("passed").set(states[True])
    metrics.clusters.labels("withheld").set(states[False])
    metrics.epsilon_left.set(float(budget.left(window.opening.window)))
    if topics is not None and window.texts:
        for change in topics.lineage:
            metrics.drift_events_total.labels(change.change.value.replace(" ", "_")).inc()


def show(waiting: Waiting, now: float) -> None:
    """Shows how long ago something was published, nothing before the first time, and what waits for persons."""
    if waiting.published:
        newest_ms = max(each.published_ms for each in waiting.published.values())
        metrics.last_publication_age_seconds.set(max(0.0, now - newest_ms / 1000))
    ages = [max(0.0, now - each.since_ms / 1000) for each in waiting.in_review()]
    metrics.open_reviews.set(len(ages))
    metrics.oldest_review_seconds.set(max(ages, default=0.0))


def hide() -> None:
    """Shows nothing that waits: from now on another member does."""
    metrics.open_reviews.set(0)
    metrics.oldest_review_seconds.set(0)
