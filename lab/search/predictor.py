"""Who says what becomes of each entity of a message, before any model is asked."""

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
        """What reports and metrics call it, with its version."""
        ...

    def predict(self, entities: Sequence[Features]) -> Actions:
        """One action per entity, in their order; the same entities give the same plan."""
        ...


@dataclass(frozen=True, slots=True)
class ByPolicy:
    """What the policy says of each type, whatever the message is about."""

    policy: Policy

    @property
    def name(self) -> str:
        """The same for every policy, as a policy's name is its owner's."""
        return "policy"

    def predict(self, entities: Sequence[Features]) -> Actions:
        """The policy's action for each type."""
        return tuple(self.policy.action(each.entity_type) for each in entities)


def within(plan: Actions, types: Sequence[EntityType], policy: Policy) -> Actions:
    """The plan with every action between the ceiling and the floor that the policy sets for its type.

    A ceiling is the most disclosing action that is allowed, a floor the least disclosing one.

    >>> from gateway.types import Action
    >>> policy = Policy(ceilings={"NAME": Action.ABSTRACT}, floors={"TIME": Action.RETAIN})
    >>> [each.name for each in within((Action.RETAIN, Action.REDACT), (EntityType.NAME, EntityType.TIME), policy)]
    ['ABSTRACT', 'RETAIN']
    """
    return tuple(policy.bounded(action, entity_type) for action, entity_type in zip(plan, types, strict=True))
