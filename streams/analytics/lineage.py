"""What becomes of clusters whose ids are never used twice."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Change(StrEnum):
    """What happened to a cluster."""

    NEW = "new"
    SPLIT_FROM = "split from"
    MERGED_INTO = "merged into"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Lineage:
    """One change of one cluster; ``other`` is the cluster it was split from or merged into, None otherwise.

    A cluster that was merged or retired no longer exists.
    """

    cluster: int
    change: Change
    other: int | None = None
