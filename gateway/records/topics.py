"""The names of all topics, without the broker's prefix."""

from __future__ import annotations

from enum import StrEnum


class Topic(StrEnum):
    """Every topic of the product, without the broker's prefix."""

    INCOMING = "conversations.incoming"
    MINIMIZED = "conversations.minimized"
    REPLIES = "conversations.replies"
    CONTROL = "conversations.control"
    OUTCOMES = "conversations.outcomes"
    DEAD_LETTERS = "conversations.dead_letters"
    ANALYTICS = "conversations.analytics"
    ASSIGNMENTS = "analytics.assignments"
    SNAPSHOTS = "analytics.snapshots"
    CANDIDATES = "summaries.candidates"
    PUBLISHED = "summaries.published"
    WITHHELD = "summaries.withheld"
    REVIEW = "summaries.review"
    MINTED = "canaries.minted"
    FINDINGS = "canaries.findings"
    VERDICTS = "canaries.verdicts"
    AUDIT_SNAPSHOTS = "canaries.snapshots"
    PRIVACY_REQUESTS = "privacy.requests"
