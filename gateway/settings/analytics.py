"""The sections for analytics: what is counted in a window, what may be published of it, and who answers for it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, PlainValidator, SecretStr

from gateway.settings.sections import LongSecret, Name, Positive, Section
from gateway.types import EntityType, Surface

HOUR_MS = 3_600_000

SensitiveTopic = Literal["health", "legal", "immigration", "violence", "sexuality", "religion", "politics", "finance"]
# The four kinds of the CanaryBench paper, and a realistic one of each entity type.
PAPER_KINDS = ("email", "phone", "address", "phrase")
# No detector knows quantities and diets, and coordinates right before a full stop are missed.
UNDETECTED = frozenset({EntityType.QUANTITY, EntityType.DIETARY_PREFERENCE, EntityType.GEOLOCATION})
CANARY_KINDS = (*PAPER_KINDS, *(each.value for each in EntityType if each not in UNDETECTED))


def _canary_kind(name: str) -> str:
    if name not in PAPER_KINDS and name not in EntityType.__members__:
        raise ValueError("should be email, phone, address, phrase or an entity type")
    return name


def _surface(name: object) -> Surface:
    if name not in [*Surface]:
        raise ValueError(f"should be one of {', '.join(Surface)}")
    return Surface(str(name))


CanaryKindName = Annotated[str, AfterValidator(_canary_kind)]
SurfaceName = Annotated[Surface, PlainValidator(_surface)]
EdgeUrl = Annotated[str, Field(pattern=r"^https?://[^/\s]+$")]
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


class AuditSettings(Section):
    """What the auditor plants and where it looks; without ``model`` nothing is planted.

    ``key`` makes the id of a turn's analytics record from the turn's id. Probes go to ``edge``, that of the same
    process if there is none, with ``api_key``, and ask for ``model``.
    """

    key: LongSecret | None = None
    api_key: SecretStr | None = None
    model: Name | None = None
    edge: EdgeUrl | None = None
    probes_per_minute: Annotated[float, Field(gt=0, le=600)] = 6.0
    kinds: Annotated[tuple[CanaryKindName, ...], Field(min_length=1)] = CANARY_KINDS
    surfaces: frozenset[SurfaceName] = frozenset(Surface)
