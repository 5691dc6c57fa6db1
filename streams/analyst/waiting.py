"""What waits to be published: summaries until the audit has answered, and until enough persons have approved.

It is folded from the records of a few topics, in whatever order they are read, so a restart knows what was known
before. Nothing is published by a timeout: silence withholds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from gateway.records import (
    CandidateVerdict,
    PrivacyReceipt,
    PrivacyRequest,
    PublishedSummary,
    ReleasedSummary,
    ReviewCase,
    SummaryCandidate,
    Topic,
    WithheldSummary,
    decode,
    decode_privacy,
    decode_review,
    receipt_key,
)
from streams.analyst.lines import Line
from streams.analytics.review import Reviewed, Standing, after

ON_ITS_WAY_MS: Final = 5_000  # an answer from before the deadline may take so long to be read


class Refusal(StrEnum):
    """Why a summary that passed the gate is withheld."""

    CANARY_FOUND = "canary_found"
    AUDIT_SILENT = "audit_silent"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


@dataclass(slots=True, repr=False)
class Waiting:
    """What is known of summaries that passed the gate; ``approvals`` tells how many persons must approve one.

    ``withheld`` has the reason of each, ``summaries`` all that passed, whatever became of them.
    """

    approvals: Callable[[ReleasedSummary], int]
    candidates: dict[str, SummaryCandidate] = field(default_factory=dict)
    verdicts: dict[str, list[tuple[int, bool]]] = field(default_factory=dict)
    reviews: dict[str, Reviewed] = field(default_factory=dict)
    published: dict[str, PublishedSummary] = field(default_factory=dict)
    withheld: dict[str, str] = field(default_factory=dict)
    summaries: dict[str, ReleasedSummary] = field(default_factory=dict)
    requests: dict[str, PrivacyRequest] = field(default_factory=dict)
    receipts: dict[str, PrivacyReceipt] = field(default_factory=dict)

    def take(self, topic: Topic, key: str, value: bytes | None, timestamp_ms: int) -> None:
        """Takes a record of one of the topics; raises Undecodable."""
        _TAKE[topic](self, key, value, timestamp_ms)

    def due(self, now_ms: int) -> Iterator[Line]:
        """Yields what is to be written now about what waits: the same again until it was read."""
        for key, candidate in self.candidates.items():
            if not self._is_settled(key) and key not in self.reviews:
                yield from self._audited(key, candidate, now_ms)
        for key, reviewed in self.reviews.items():
            if not self._is_settled(key):
                yield from _reviewed(key, reviewed)

    def new_requests(self) -> dict[str, PrivacyRequest]:
        """Returns the privacy requests, by subject, for which there is no receipt yet."""
        return {
            subject: request
            for subject, request in self.requests.items()
            if subject not in self.receipts or self.receipts[subject].done_ms < request.requested_ms
        }

    def gone(self, window: int) -> frozenset[str]:
        """Returns the contributors of a window who are no longer counted."""
        return frozenset(
            request.contributors[window] for request in self.requests.values() if window in request.contributors
        )

    def in_review(self) -> list[ReviewCase]:
        """Returns the cases that wait for persons."""
        return [reviewed.case for key, reviewed in self.reviews.items() if not self._is_settled(key)]

    def passed(self, key: str, summary: ReleasedSummary, since_ms: int) -> Line:
        """Returns what to write of a summary that has nothing more to wait for than persons, since that time."""
        approvals = self.approvals(summary)
        if approvals:
            return Line(Topic.REVIEW, key, ReviewCase(summary=summary, approvals=approvals, since_ms=since_ms))
        return Line(Topic.PUBLISHED, key, PublishedSummary(summary=summary, published_ms=since_ms))

    def _is_settled(self, key: str) -> bool:
        return key in self.withheld or key in self.published

    def _audited(self, key: str, candidate: SummaryCandidate, now_ms: int) -> Iterator[Line]:
        in_time = [each for each in self.verdicts.get(key, ()) if each[0] <= candidate.deadline_ms]
        if any(not clean for _, clean in in_time):
            yield withheld(key, candidate.summary, Refusal.CANARY_FOUND)
        elif in_time:
            yield self.passed(key, candidate.summary, in_time[0][0])
        elif now_ms > candidate.deadline_ms + ON_ITS_WAY_MS:
            yield withheld(key, candidate.summary, Refusal.AUDIT_SILENT)

    def _take_candidate(self, key: str, value: bytes | None, timestamp_ms: int) -> None:
        self.candidates[key] = candidate = decode(value, SummaryCandidate)
        self.summaries[key] = candidate.summary

    def _take_verdict(self, key: str, value: bytes | None, timestamp_ms: int) -> None:
        self.verdicts.setdefault(key, []).append((timestamp_ms, decode(value, CandidateVerdict).clean))

    def _take_review(self, key: str, value: bytes | None, timestamp_ms: int) -> None:
        reviewed = after(self.reviews.get(key), decode_review(value))
        if reviewed is not None:
            self.reviews[key] = reviewed
            self.summaries[key] = reviewed.case.summary

    def _take_published(self, key: str, value: bytes | None, timestamp_ms: int) -> None:
        if value is None:
            self.published.pop(key, None)
            self.withheld[key] = Refusal.WITHDRAWN
        else:
            self.published[key] = published = decode(value, PublishedSummary)
            self.summaries[key] = published.summary

    def _take_withheld(self, key: str, value: bytes | None, timestamp_ms: int) -> None:
        self.withheld[key] = decode(value, WithheldSummary).reason

    def _take_privacy(self, key: str, value: bytes | None, timestamp_ms: int) -> None:
        if value is None:
            return
        record = decode_privacy(value)
        if isinstance(record, PrivacyRequest):
            self.requests[key] = record
        else:
            self.receipts[key.removesuffix(receipt_key(""))] = record


_TAKE: Final = {
    Topic.CANDIDATES: Waiting._take_candidate,
    Topic.VERDICTS: Waiting._take_verdict,
    Topic.REVIEW: Waiting._take_review,
    Topic.PUBLISHED: Waiting._take_published,
    Topic.WITHHELD: Waiting._take_withheld,
    Topic.PRIVACY_REQUESTS: Waiting._take_privacy,
}
TOPICS: Final = tuple(_TAKE)


def withheld(key: str, summary: ReleasedSummary, reason: Refusal) -> Line:
    """Returns the record that withholds a summary after the gate; its counts are the noisy ones."""
    record = WithheldSummary(
        window=summary.window,
        cluster=summary.cluster,
        reason=reason.value,
        contributors=summary.contributors,
        conversations=summary.conversations,
    )
    return Line(Topic.WITHHELD, key, record)


def _reviewed(key: str, reviewed: Reviewed) -> Iterator[Line]:
    summary = reviewed.case.summary
    if reviewed.standing is Standing.REJECTED:
        yield withheld(key, summary, Refusal.REJECTED)
    elif reviewed.standing is Standing.APPROVED:
        decided_ms = reviewed.decisions[-1].decided_ms
        yield Line(Topic.PUBLISHED, key, PublishedSummary(summary=summary, published_ms=decided_ms))
