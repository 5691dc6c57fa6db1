"""Summaries as the analyst writes them, and their topics as a command reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gateway.records import (
    PublishedSummary,
    Record,
    ReleasedSummary,
    ReleasedTerm,
    ReviewCase,
    ReviewDecision,
    ReviewVerdict,
    Topic,
    WithheldSummary,
    encode,
)
from streams.commands.folding import Kept
from streams.commands.publications import TOPICS

NOON = 1_750_075_200  # 2025-06-16 12:00 UTC


def released(*, window: int = NOON, cluster: int = 7, title: str = "refund, invoice") -> ReleasedSummary:
    """A summary of a window of three minutes."""
    terms = {"refund": 0.6, "invoice": 0.45, "late parcel": 0.3, "voucher": 0.2, "card": 0.15}
    return ReleasedSummary(
        window=window,
        window_seconds=180,
        cluster=cluster,
        title=title,
        terms=tuple(ReleasedTerm(term, share) for term, share in terms.items()),
        languages=(ReleasedTerm("en", 0.9), ReleasedTerm("de", 0.1)),
        conversations=81,
        contributors=58,
        trend="rising",
    )


def published(**released_as: int) -> PublishedSummary:
    """A summary that was published when its window was over."""
    summary = released(**released_as)  # type: ignore[arg-type]
    return PublishedSummary(summary=summary, published_ms=(summary.window + 185) * 1000)


def withheld(cluster: int = 9, reason: str = "few_contributors") -> WithheldSummary:
    """A cluster that too few people are in."""
    return WithheldSummary(window=NOON, cluster=cluster, reason=reason, contributors=3, conversations=4)


def case(*, cluster: int = 7, approvals: int = 2) -> ReviewCase:
    """A summary that waits for persons."""
    return ReviewCase(summary=released(cluster=cluster), approvals=approvals, since_ms=(NOON + 185) * 1000)


def decision(reviewer: str, verdict: ReviewVerdict = ReviewVerdict.APPROVE, reason: str = "") -> ReviewDecision:
    """What a person decided a minute later."""
    return ReviewDecision(verdict=verdict, reviewer=reviewer, reason=reason, decided_ms=(NOON + 245) * 1000)


def kept(*records: tuple[str, Record | None]) -> list[Kept]:
    """Records by key, as they are read."""
    return [Kept(key, None if record is None else encode(record)) for key, record in records]


def topics(**records: Sequence[tuple[str, Record | None]]) -> Mapping[Topic, Sequence[Kept]]:
    """The topics of summaries with these records, by the last word of their names; the others are empty."""
    return {topic: kept(*records.get(topic.value.rpartition(".")[2], ())) for topic in TOPICS}
