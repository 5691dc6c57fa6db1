"""The section ``audit``: which canaries are planted, where they are looked for, and who answers for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from pydantic import AfterValidator, Field, PlainValidator, SecretStr

from gateway.settings.sections import LongSecret, Name, Section
from gateway.types import EntityType, Surface

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


# A canary must pass these in time, so there it is clean or leaked; of others nobody says that it was clean.
JUDGED = frozenset({Surface.EGRESS, Surface.REPLIES, Surface.ANALYTICS, Surface.CANDIDATES, Surface.SUMMARIES})
# Not for summaries: of one contributor, and the auditor is one, a few conversations a window say anything about them.
OBJECTIVES: Mapping[Surface, float] = MappingProxyType(
    dict.fromkeys((Surface.EGRESS, Surface.REPLIES, Surface.ANALYTICS), 0.01)
)

CanaryKindName = Annotated[str, AfterValidator(_canary_kind)]
SurfaceName = Annotated[Surface, PlainValidator(_surface)]
Rate = Annotated[float, Field(gt=0, lt=1)]
EdgeUrl = Annotated[str, Field(pattern=r"^https?://[^/\s]+$")]


class AuditSettings(Section):
    """What the auditor plants and where it looks; without ``model`` nothing is planted.

    ``key`` makes the id of a turn's analytics record from the turn's id. Probes go to ``edge``, that of the same
    process if there is none, with ``api_key``, and ask for ``model``. ``objectives`` are leak rates below which the
    bound of a surface should lie.
    """

    key: LongSecret | None = None
    api_key: SecretStr | None = None
    model: Name | None = None
    edge: EdgeUrl | None = None
    probes_per_minute: Annotated[float, Field(gt=0, le=6_000)] = 6.0
    kinds: Annotated[tuple[CanaryKindName, ...], Field(min_length=1)] = CANARY_KINDS
    surfaces: frozenset[SurfaceName] = frozenset(Surface)
    objectives: Annotated[Mapping[SurfaceName, Rate], AfterValidator(MappingProxyType)] = Field(
        default_factory=lambda: OBJECTIVES
    )
