"""Turns the section ``policies`` into the policies that the minimizer follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import AfterValidator, Discriminator, Field, GetPydanticSchema, PlainValidator, Tag, model_validator
from pydantic_core import core_schema

from gateway.detection.well_known import WellKnown, forms
from gateway.policy import REFUSALS, Policy
from gateway.settings.entity_types import EntityTypeKey, KnownEntityType
from gateway.settings.sections import Section
from gateway.types import Action, DateDetail, EntityType, by_entity_type


def _action(name: object) -> Action:
    if not isinstance(name, str) or name not in Action.__members__:
        raise ValueError(f"should be one of {', '.join(Action.__members__)}")
    return Action[name]


def _date_detail(name: object) -> DateDetail:
    if name not in set(DateDetail):
        raise ValueError(f"should be one of {', '.join(DateDetail)}")
    return DateDetail(str(name))


def _refusal(name: str) -> str:
    if name not in REFUSALS:
        raise ValueError(f"should be one of {', '.join(sorted(REFUSALS))}")
    return name


def _term(text: str) -> str:
    if not any(map(str.isalnum, text)):
        raise ValueError("should hold a letter or a digit")
    return text


Term = Annotated[str, Field(max_length=200), AfterValidator(_term)]


class TypedTerm(Section):
    """A term of a deny list, with the type for its spans."""

    term: Term
    entity_type: KnownEntityType


def _kind_of_denied(value: object) -> str:
    return "term" if isinstance(value, str) else "typed"


Denied = Annotated[Annotated[Term, Tag("term")] | Annotated[TypedTerm, Tag("typed")], Discriminator(_kind_of_denied)]


def _denied(entry: str | TypedTerm) -> tuple[str, EntityType]:
    return (entry, EntityType.AFFILIATION) if isinstance(entry, str) else (entry.term, entry.entity_type)


class PolicySection(Section):
    """One policy in the configuration."""

    actions: Mapping[EntityTypeKey, Annotated[Action, PlainValidator(_action)]] = Field(
        default_factory=lambda: {"*": Action.REDACT}
    )
    ceilings: Mapping[EntityTypeKey, Annotated[Action, PlainValidator(_action)]] = Field(default_factory=dict)
    floors: Mapping[EntityTypeKey, Annotated[Action, PlainValidator(_action)]] = Field(default_factory=dict)
    predictor: Literal["policy", "learned"] = "policy"
    oversharing_risk: Annotated[float, Field(ge=0, le=1)] = 0.05
    dates: Annotated[DateDetail, PlainValidator(_date_detail)] = DateDetail.MONTH
    score_thresholds: Mapping[EntityTypeKey, Annotated[float, Field(ge=0, le=1)]] = Field(default_factory=dict)
    allow_list: frozenset[Annotated[str, Field(min_length=1)]] = frozenset()
    well_known: frozenset[WellKnown] = frozenset()
    deny_list: tuple[Denied, ...] = ()
    ignore: frozenset[KnownEntityType] = frozenset()
    second_look: Literal["never", "doubtful", "always"] = "never"
    on_unavailable: Literal["block", "patterns_only"] = "block"
    refuse: frozenset[Annotated[str, AfterValidator(_refusal)]] = REFUSALS

    @model_validator(mode="after")
    def _leaves_an_action(self) -> PolicySection:
        for entity_type in EntityType:
            ceiling, floor = (by_entity_type(table, entity_type) for table in (self.ceilings, self.floors))
            if ceiling is not None and floor is not None and ceiling > floor:
                raise ValueError(f"ceilings and floors leave no action for {entity_type}")
        return self


def _policy(section: PolicySection) -> Policy:
    return Policy(
        actions=MappingProxyType(dict(section.actions)),
        ceilings=MappingProxyType(dict(section.ceilings)),
        floors=MappingProxyType(dict(section.floors)),
        predictor=section.predictor,
        oversharing_risk=section.oversharing_risk,
        dates=section.dates,
        score_thresholds=MappingProxyType(dict(section.score_thresholds)),
        allow_list=section.allow_list.union(*map(forms, section.well_known)),
        deny_list=MappingProxyType(dict(map(_denied, section.deny_list))),
        ignore=section.ignore,
        second_look=section.second_look,
        on_unavailable=section.on_unavailable,
        refuse=section.refuse,
    )


def _named(policies: Mapping[str, Policy]) -> Mapping[str, Policy]:
    """Returns the policies by name; adds the strictest policy as ``default`` if the configuration has none."""
    named = {name: replace(policy, name=name) for name, policy in policies.items()}
    return MappingProxyType({"default": Policy()} | named)


Policies = Annotated[
    Mapping[
        str,
        Annotated[
            Policy,
            GetPydanticSchema(
                lambda _, handler: core_schema.no_info_after_validator_function(_policy, handler(PolicySection))
            ),
        ],
    ],
    AfterValidator(_named),
]
