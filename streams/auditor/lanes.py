"""Whether a canary was in live traffic, or leaked on purpose."""

from __future__ import annotations

from enum import StrEnum


class CanaryLane(StrEnum):
    """Whether a canary was in live traffic, or leaked on purpose."""

    LIVE = "live"
    CONTROL = "control"
