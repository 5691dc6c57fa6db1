"""Predictors choose an action for each entity of a message without searching."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gateway.plans.predictors.features import Features
from gateway.policy import Policy
from gateway.types import Actions, EntityType


class Predictor(Protocol):
    """Predicts the oracle's plan."""

    @property
    def name(self) -> str:
        """The predictor's name and version, for reports and metrics."""
        ...

    def predict(self, entities: Sequence[Features]) -> Actions:
        """Returns one action per entity, in order; the same entities give the same plan."""
        ...


@dataclass(frozen=True, slots=True)
class ByPolicy:
    """Predicts the policy's action for each type."""

    policy: Policy

    @property
    def name(self) -> str:
        """The same for every policy, because policy names are private to the operator."""
        return "policy"

    def predict(self, entities: Sequence[Features]) -> Actions:
        """Returns the policy's action for each type."""
        return tuple(self.policy.action(each.entity_type) for each in entities)


def within(plan: Actions, types: Sequence[EntityType], policy: Policy) -> Actions:
    """Returns the plan with every action limited by the policy's ceiling and floor for the type.

    A ceiling is the most disclosing action allowed, a floor the least disclosing one.

    >>> from gateway.types import Action
    >>> policy = Policy(ceilings={"NAME": Action.ABSTRACT}, floors={"TIME": Action.RETAIN})
    >>> [each.name for each in within((Action.RETAIN, Action.REDACT), (EntityType.NAME, EntityType.TIME), policy)]
    ['ABSTRACT', 'RETAIN']
    """
    return tuple(policy.bounded(action, entity_type) for action, entity_type in zip(plan, types, strict=True))
