"""The sections for analytics: what is counted in a window, and what may be published of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from gateway.settings.sections import LongSecret, Name, Positive, Section

HOUR_MS = 3_600_000

SensitiveTopic = Literal["health", "legal", "immigration", "violence", "sexuality", "religion", "politics", "finance"]

Share = Annotated[float, Field(gt=0, le=1)]


class AnalyticsSettings(Section):
    """How conversations are clustered; without this section none are.

    ``key`` makes contributors' hashes, ``noise_key`` the noise of published counts. A window is closed
    ``grace_seconds`` after its end. For the tenants in ``trusted_tenants``, contributors are whom ``safety_identifier``
    or ``user`` of a request names; for the others, they are API keys. ``max_conversations`` of one contributor count
    in a window, in all clusters together.
    """

    key: LongSecret | None = None
    noise_key: LongSecret | None = None
    window_hours: Annotated[float, Field(ge=1 / 60, le=168)] = 24.0
    grace_seconds: Annotated[float, Field(ge=0, le=3600)] = 60.0
    k_min: Annotated[int, Field(ge=2)] = 25
    max_conversations: Positive = 3
    trusted_tenants: tuple[Name, ...] = ()

    @property
    def window_ms(self) -> int:
        """The length of a window in milliseconds, a whole number of minutes.

        >>> AnalyticsSettings(window_hours=0.05).window_ms
        180000
        """
        return round(self.window_hours * 60) * 60_000


class PublicationSettings(Section):
    """What a summary must pass, besides k-min, before it is published.

    A sensitive topic needs ``sensitive_k_min`` contributors and, where ``review`` says so, the approval of two persons.
    ``writer`` is the model of ``trusted_models`` that writes a sentence about each summary, if any: it has
    ``writer_seconds`` for all those of a window.
    """

    audit: Literal["required", "none"] = "required"
    audit_seconds: Annotated[float, Field(gt=0, le=86_400)] = 600.0
    review: Literal["none", "sensitive", "all"] = "sensitive"
    sensitive_topics: frozenset[SensitiveTopic] = frozenset(SensitiveTopic.__args__)  # type: ignore[attr-defined]
    sensitive_k_min: Annotated[int, Field(ge=2)] = 50
    max_share: Share = 0.2
    overlap_words: Annotated[int, Field(ge=2, le=20)] = 5
    epsilon: Annotated[float, Field(gt=0, le=10)] = 1.0
    epsilon_budget: Annotated[float, Field(gt=0)] = 90.0
    retention_days: Annotated[int, Field(ge=1, le=400)] = 90
    writer: Name | None = None
    writer_seconds: Annotated[float, Field(gt=0, le=3600)] = 60.0
