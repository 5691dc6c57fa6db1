"""What a run does: the choices of the command line."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Clustering(StrEnum):
    """How conversations are clustered."""

    KMEANS = "kmeans"
    ONLINE = "online"


class Summarizer(StrEnum):
    """How a cluster becomes a text."""

    KEYWORD = "keyword"
    EXAMPLE = "example"
    VOCABULARY = "vocabulary"


class CountBy(StrEnum):
    """What k-min counts."""

    CONVERSATIONS = "conversations"
    CONTRIBUTORS = "contributors"


class Redaction(StrEnum):
    """What takes identifiers out of summaries before they are published."""

    NONE = "none"
    REGEX_ONLY = "regex-only"  # the three expressions of the paper's appendix
    REGEX = "regex"  # these, and patterns made from the planted canaries themselves: circular, as in the paper
    FULL = "full"  # what the gateway detects


class Options(msgspec.Struct, frozen=True):
    """What a run does: ``clusters`` 0 is the square root of the number of conversations, ``k_min`` 0 is none."""

    cluster: Clustering = Clustering.KMEANS
    clusters: int = 0
    summarizer: Summarizer = Summarizer.EXAMPLE
    k_min: int = 0
    k_by: CountBy = CountBy.CONVERSATIONS
    merge_small: bool = False
    redact_pii: Redaction = Redaction.NONE
    seed: int = 0
