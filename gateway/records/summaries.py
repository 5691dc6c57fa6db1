"""The records of analytics: redacted texts, clusters, summaries and what people decide about them.

A text's record has its contributor as key, an assignment its event id, and what is said of a cluster ``WINDOW/CLUSTER``
(see `cluster_key`). A window is named by its start, in seconds since the epoch. Contributors are keyed hashes that are
different in each window.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from gateway.records.codec import Record, decode_union


class AnalyticsText(Record, frozen=True, tag_field="kind", tag="text"):
    """What a contributor said in a turn, with every detected span redacted.

    ``event_id`` stands for the turn, and only minimizers and auditors know for which. ``language`` is ISO 639-1, or
    ``und``.
    """

    event_id: str
    window: int
    contributor: str
    language: str
    text: str


class WindowEnd(Record, frozen=True, tag_field="kind", tag="window_end"):
    """Ends a window in a partition of ``conversations.analytics``: what comes after the first one is too late.

    It stands among the texts, so whoever reads them again ends the window at the same place. If no text waits for a
    window, the window ``next`` is open then; texts of windows after ``latest`` are nobody's. ``without`` are the
    contributors of this partition who are no longer counted.
    """

    window: int
    next: int
    latest: int
    ended_ms: int
    without: tuple[str, ...] = ()


class ClusterAssignment(Record, frozen=True):
    """The cluster of a text in its window."""

    window: int
    cluster: int


class SnapshotManifest(Record, frozen=True):
    """Says that a snapshot is whole: its parts stand in the records before, see `part_key`.

    Its own key is the snapshot's name: a partition's number, ``opening``, or ``members/WINDOW``. ``opening`` counts
    the windows that were opened, ``offset`` is that of the next text, ``digest`` the SHA-256 of the parts together.
    """

    topic: str
    partition: int
    opening: int
    offset: int
    closed: bool
    parts: int
    digest: str


class ReleasedTerm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word or phrase that at least k contributors used, and the rounded share of contributors that did."""

    term: str
    share: float


class ReleasedSummary(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that is said of a cluster in a window, and nothing else of it is ever published.

    The counts are noisy. ``trend`` compares contributors with the last publication. ``languages`` are those that at
    least k contributors used, with rounded shares.
    """

    window: int
    window_seconds: int
    cluster: int
    title: str
    terms: tuple[ReleasedTerm, ...]
    languages: tuple[ReleasedTerm, ...]
    conversations: int
    contributors: int
    trend: Literal["new", "rising", "steady", "falling"] = "new"
    split_from: tuple[int, ...] = ()
    merged_from: tuple[int, ...] = ()
    sensitive: tuple[str, ...] = ()
    sentence: str | None = None

    def __repr__(self) -> str:
        return f"ReleasedSummary(window={self.window}, cluster={self.cluster})"


class WrittenSentence(Record, frozen=True):
    """What a model wrote about the cluster of the same key, or nothing: the first record of a key counts.

    It is written before the summary that it belongs to, so whoever ends the window again says the same.
    """

    sentence: str


class SummaryCandidate(Record, frozen=True):
    """A summary that passed every guard but the audit, which must answer before ``deadline_ms``."""

    summary: ReleasedSummary
    deadline_ms: int


class PublishedSummary(Record, frozen=True):
    """A summary that anyone may read; a record without a value withdraws it."""

    summary: ReleasedSummary
    published_ms: int


class WithheldSummary(Record, frozen=True):
    """Why nothing is said of a cluster, and how many it counted."""

    window: int
    cluster: int
    reason: str
    contributors: int
    conversations: int


class ReviewCase(Record, frozen=True, tag_field="kind", tag="case"):
    """A summary that waits until this many persons have approved it; nothing publishes it by itself."""

    summary: ReleasedSummary
    approvals: int
    since_ms: int


class ReviewVerdict(StrEnum):
    """What a reviewer decided."""

    APPROVE = "approve"
    REJECT = "reject"


class ReviewDecision(Record, frozen=True, tag_field="kind", tag="decision"):
    """Who decided what about the summary of the same key, when and why: the audit record of a review."""

    verdict: ReviewVerdict
    reviewer: str
    reason: str
    decided_ms: int


class CandidateVerdict(Record, frozen=True, tag_field="kind", tag="candidate"):
    """The auditor's answer about the candidate of the same key: whether no canary was found in it."""

    clean: bool


class PrivacyRequest(Record, frozen=True, tag_field="kind", tag="request"):
    """A contributor who is no longer counted; the key is a keyed hash of the person that no window's hash reveals.

    ``contributors`` are the person's hashes in the windows that are still held. ``delete`` forgets these windows;
    ``opt_out`` also takes the person out of all later ones.
    """

    action: Literal["opt_out", "delete"]
    contributors: dict[int, str]
    requested_ms: int


class PrivacyReceipt(Record, frozen=True, tag_field="kind", tag="receipt"):
    """What was done about a request: texts no longer counted, summaries withdrawn; the key is ``SUBJECT/receipt``."""

    done_ms: int
    texts: int
    withdrawn: tuple[str, ...]


Analytics = AnalyticsText | WindowEnd
Review = ReviewCase | ReviewDecision
Privacy = PrivacyRequest | PrivacyReceipt

_ANALYTICS: msgspec.json.Decoder[Analytics] = msgspec.json.Decoder(Analytics)
_REVIEWS: msgspec.json.Decoder[Review] = msgspec.json.Decoder(Review)
_PRIVACY: msgspec.json.Decoder[Privacy] = msgspec.json.Decoder(Privacy)


def decode_analytics(value: bytes | None) -> Analytics:
    """Returns the record of ``conversations.analytics``; raises Undecodable."""
    return decode_union(value, _ANALYTICS, "analytics record")


def decode_review(value: bytes | None) -> Review:
    """Returns the record of ``summaries.review``; raises Undecodable."""
    return decode_union(value, _REVIEWS, "review record")


def decode_privacy(value: bytes | None) -> Privacy:
    """Returns the record of ``privacy.requests``; raises Undecodable."""
    return decode_union(value, _PRIVACY, "privacy record")


def receipt_key(subject: str) -> str:
    """Returns the key of a subject's receipt, which stands beside its request.

    >>> receipt_key("5ad2")
    '5ad2/receipt'
    """
    return f"{subject}/receipt"


def cluster_key(window: int, cluster: int) -> str:
    """Returns the key of what is said of a cluster in a window.

    >>> cluster_key(1_750_000_000, 7)
    '1750000000/7'
    """
    return f"{window}/{cluster}"


def part_key(name: str, manifest: SnapshotManifest, number: int) -> str:
    """Returns the key of a part of a snapshot. It names what the part follows from, so who is late writes the same.

    >>> manifest = SnapshotManifest(topic="t", partition=3, opening=2, offset=7, closed=False, parts=1, digest="")
    >>> part_key("3", manifest, 0)
    '3/2/7/0'
    """
    return f"{name}/{manifest.opening}/{manifest.offset}/{number}"
