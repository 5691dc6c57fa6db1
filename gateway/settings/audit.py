"""The section ``audit``: which canaries are planted, where they are looked for, and who answers for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

from pydantic import AfterValidator, Field, PlainValidator, SecretStr

from gateway.settings.models import ApiBase
from gateway.settings.sections import FrozenMapping, Listen, LongSecret, Name, Positive, Section
from gateway.types import EntityType, Reaction, Surface

# The four kinds of the CanaryBench paper, and a realistic one of each entity type.
PAPER_KINDS = ("email", "phone", "address", "phrase")
# No detector knows quantities.
UNDETECTED: Final = frozenset({EntityType.QUANTITY})
CANARY_KINDS = (*PAPER_KINDS, *(each.value for each in EntityType if each not in UNDETECTED))

# Who is right in the summaries that the audit looked at may be wrong in others: nothing is lost where these wait.
DEFAULT_REACTIONS: Mapping[Surface, frozenset[Reaction]] = MappingProxyType(
    dict.fromkeys((Surface.CANDIDATES, Surface.SUMMARIES), frozenset({Reaction.HOLD_PUBLICATIONS}))
)
POSITIONS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "user": 4.0, "part": 2.0, "system": 1.0, "developer": 1.0, "assistant": 1.0, "argument": 1.0, "result": 1.0,
        "metadata": 1.0, "tool": 1.0, "schema": 1.0, "stop": 1.0, "name": 1.0,
    }
)  # fmt: skip
DISGUISES: Final[Mapping[str, float]] = MappingProxyType(
    {
        "plain": 12.0, "url": 1.0, "look_alike": 1.0, "spelled": 1.0, "spaced": 1.0, "base64": 0.5, "hex": 0.5,
        "split": 1.0,
    }
)  # fmt: skip

Weight = Annotated[float, Field(ge=0, le=1000)]


def _canary_kind(name: str) -> str:
    if name not in PAPER_KINDS and name not in EntityType.__members__:
        raise ValueError("should be email, phone, address, phrase or an entity type")
    return name


def _surface(name: object) -> Surface:
    if name not in [*Surface]:
        raise ValueError(f"should be one of {', '.join(Surface)}")
    return Surface(str(name))


def _reaction(name: object) -> Reaction:
    if name not in [*Reaction]:
        raise ValueError(f"should be one of {', '.join(Reaction)}")
    return Reaction(str(name))


def _with_defaults(reactions: Mapping[Surface, frozenset[Reaction]]) -> Mapping[Surface, frozenset[Reaction]]:
    return MappingProxyType({**DEFAULT_REACTIONS, **reactions})


def _weights_of(names: Mapping[str, float]) -> AfterValidator:
    def check(weights: Mapping[str, float]) -> Mapping[str, float]:
        if not weights.keys() <= names.keys():
            raise ValueError(f"should weigh some of {', '.join(names)}")
        if not any(weights.values()):
            raise ValueError("should weigh something")
        return weights

    return AfterValidator(check)


# A canary must pass these in time, so there it is clean or leaked; of others nobody says that it was clean.
JUDGED = frozenset(Surface) - {Surface.DEAD_LETTERS}
# Not for summaries: of one contributor, and the auditor is one, a few conversations a window say anything about them.
OBJECTIVES: Mapping[Surface, float] = MappingProxyType(
    dict.fromkeys((Surface.EGRESS, Surface.REPLIES, Surface.ANALYTICS), 0.01)
)

CanaryKindName = Annotated[str, AfterValidator(_canary_kind)]
SurfaceName = Annotated[Surface, PlainValidator(_surface)]
Rate = Annotated[float, Field(gt=0, lt=1)]
ReactionName = Annotated[Reaction, PlainValidator(_reaction)]
ReactionsBySurface = Annotated[Mapping[SurfaceName, frozenset[ReactionName]], AfterValidator(_with_defaults)]
EdgeUrl = Annotated[str, Field(pattern=r"^https?://[^/\s]+$")]
LogPath = Annotated[str, Field(pattern=r"^/.{1,1000}$")]


class ClientSettings(Section):
    """A client as which the auditor plants: its key, and which of the kinds it plants, all of them where it says none.

    The key's entry in ``api_keys`` says whose tenant and which policy is audited so.
    """

    api_key: SecretStr | None = None
    kinds: Annotated[tuple[CanaryKindName, ...], Field(min_length=1)] | None = None


class WitnessServerSettings(Section):
    """Where the auditor listens as the provider of its own probes."""

    listen: Listen


class AuditSettings(Section):
    """What the auditor plants and where it looks; without ``model`` nothing is planted.

    ``key`` makes the id of a turn's analytics record from the turn's id. Probes go to ``edge``, that of the same
    process if there is none, as one of the ``clients``, and ask for ``model``; up to ``monthly_probes`` in a month of
    UTC. Clients and kinds are drawn evenly, ``positions`` and ``disguises`` by their weights, and ``invalid_share`` of
    the probes is invalid.
    ``objectives`` are leak rates below which the bound of a surface should lie. ``reactions`` say what a leak on a
    surface does besides paging; a surface that is not named there keeps its default.
    """

    key: LongSecret | None = None
    clients: tuple[ClientSettings, ...] = ()
    model: Name | None = None
    edge: EdgeUrl | None = None
    probes_per_minute: Annotated[float, Field(gt=0, le=6_000)] = 6.0
    monthly_probes: Positive | None = None
    kinds: Annotated[tuple[CanaryKindName, ...], Field(min_length=1)] = CANARY_KINDS
    positions: Annotated[FrozenMapping[Weight], _weights_of(POSITIONS)] = Field(default_factory=lambda: POSITIONS)
    disguises: Annotated[FrozenMapping[Weight], _weights_of(DISGUISES)] = Field(default_factory=lambda: DISGUISES)
    invalid_share: Annotated[float, Field(ge=0, le=1)] = 0.1
    surfaces: frozenset[SurfaceName] = frozenset(Surface)
    objectives: Annotated[Mapping[SurfaceName, Rate], AfterValidator(MappingProxyType)] = Field(
        default_factory=lambda: OBJECTIVES
    )
    reactions: ReactionsBySurface = Field(default_factory=lambda: DEFAULT_REACTIONS)
    witness: WitnessServerSettings | None = None
    logs: tuple[LogPath, ...] = ()
    metrics: tuple[ApiBase, ...] = ()

    @property
    def searched(self) -> frozenset[Surface]:
        """The surfaces at which it looks, as far as the configuration says where they are."""
        missing = {
            Surface.LOGS: not self.logs,
            Surface.METRICS: not self.metrics,
            Surface.ERRORS: self.invalid_share == 0,
        }
        return frozenset(surface for surface in self.surfaces if not missing.get(surface))
