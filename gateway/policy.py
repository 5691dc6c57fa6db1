"""What a tenant allows to be sent: one action per entity type, and which spans count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from gateway.types import DENY_LIST, Action, DateDetail, EntityType, Span, by_entity_type, kinds

REFUSALS = frozenset({"images", "unknown_fields", "store"})


@dataclass(frozen=True)
class Policy:
    """The policy of an API key, as configured in its section.

    ``actions`` and ``score_thresholds`` are looked up by type, then by its more general types, then ``"*"``; types that
    they do not name are redacted, with any score. A span does not count if its whole surface form is in ``allow_list``
    (in any case), or if its type or a more general one is in ``ignore``. The terms of ``deny_list``, each with its
    type, are spans in all their forms and always redacted.

    ``ceilings`` and ``floors``, looked up like ``actions``, are the most and the least disclosing action that any
    predictor may choose. ``predictor`` names the predictor, ``oversharing_risk`` its highest chance of oversharing, and
    ``dates`` how much an abstraction keeps of a date. ``second_look`` says which sentences a token classifier also
    judges, ``on_unavailable`` what happens when the names layer is missing or late, ``refuse`` what is refused.

    >>> Policy()
    Policy('default')
    """

    name: str = "default"
    actions: Mapping[str, Action] = field(default_factory=lambda: {"*": Action.REDACT})
    ceilings: Mapping[str, Action] = field(default_factory=dict)
    floors: Mapping[str, Action] = field(default_factory=dict)
    predictor: Literal["policy", "learned"] = "policy"
    oversharing_risk: float = 0.05
    dates: DateDetail = DateDetail.MONTH
    score_thresholds: Mapping[str, float] = field(default_factory=dict)
    allow_list: frozenset[str] = frozenset()
    deny_list: Mapping[str, EntityType] = field(default_factory=dict)
    ignore: frozenset[EntityType] = frozenset()
    second_look: Literal["never", "doubtful", "always"] = "never"
    on_unavailable: Literal["block", "patterns_only"] = "block"
    refuse: frozenset[str] = REFUSALS

    def action(self, entity_type: EntityType) -> Action:
        """Returns the action for a type: REDACT unless the policy says otherwise.

        >>> Policy(actions={"FINANCIAL_INFORMATION": Action.RETAIN}).action(EntityType.IBAN).name
        'RETAIN'
        >>> Policy(actions={}).action(EntityType.IBAN).name
        'REDACT'
        """
        action = by_entity_type(self.actions, entity_type)
        return self.bounded(Action.REDACT if action is None else action, entity_type)

    def bounded(self, action: Action, entity_type: EntityType) -> Action:
        """Returns the action, or the nearest one that the type's ceiling and floor allow.

        >>> Policy(ceilings={"NAME": Action.ABSTRACT}).bounded(Action.RETAIN, EntityType.NAME).name
        'ABSTRACT'
        >>> Policy(floors={"TIME": Action.RETAIN}).bounded(Action.REDACT, EntityType.TIME).name
        'RETAIN'
        """
        ceiling = by_entity_type(self.ceilings, entity_type)
        floor = by_entity_type(self.floors, entity_type)
        allowed = action if floor is None else min(action, floor)
        return allowed if ceiling is None else max(allowed, ceiling)

    def action_on(self, span: Span) -> Action:
        """Returns the action for a span: REDACT if it is on the deny list, else the action for its type.

        >>> Policy(actions={"*": Action.RETAIN}).action_on(Span(0, 3, EntityType.NAME, 1.0, DENY_LIST)).name
        'REDACT'
        """
        return Action.REDACT if span.recognizer == DENY_LIST else self.action(span.entity_type)

    def ignores(self, entity_type: EntityType) -> bool:
        """Whether spans of this type do not count because it, or a more general type, is in ``ignore``.

        >>> Policy(ignore=frozenset({EntityType.FINANCIAL_INFORMATION})).ignores(EntityType.IBAN)
        True
        """
        return not self.ignore.isdisjoint(kinds(entity_type))

    def keeps(self, span: Span, surface: str) -> bool:
        """Whether a span with this surface form counts.

        It does if it is on the deny list. Otherwise its type must not be ignored, its score must reach the threshold,
        and its form must not be on the allow list.

        >>> policy = Policy(score_thresholds={"NAME": 0.5}, allow_list=frozenset({"Acme Corp"}))
        >>> policy.keeps(Span(0, 3, EntityType.NAME, 0.4, "names"), "Ann")
        False
        >>> policy.keeps(Span(0, 9, EntityType.NAME, 0.9, "names"), "ACME corp")
        False
        """
        return self.objection(span, surface) is None

    def objection(self, span: Span, surface: str) -> str | None:
        """Returns why a span does not count, for a person to read; None if it counts."""
        if self._keeps_all or span.recognizer == DENY_LIST:
            return None
        if self.ignores(span.entity_type):
            return "its type is in ignore"
        threshold = by_entity_type(self.score_thresholds, span.entity_type) or 0.0
        if span.score < threshold:
            return f"its score of {span.score:.2f} is below the {threshold:.2f} of score_thresholds"
        return "it stands in allow_list" if surface.casefold() in self._allowed else None

    @cached_property
    def redacts_all(self) -> bool:
        """Whether this policy redacts every span that is found, whatever its type, score or form.

        >>> Policy().redacts_all, Policy(actions={"TIME": Action.RETAIN}).redacts_all
        (True, False)
        >>> Policy(allow_list=frozenset({"Acme Corp"})).redacts_all
        False
        """
        by_policy = self._keeps_all and self.predictor == "policy"
        return by_policy and all(self.action(entity_type) is Action.REDACT for entity_type in EntityType)

    @cached_property
    def _keeps_all(self) -> bool:
        return not (self.ignore or self.score_thresholds or self.allow_list)

    @cached_property
    def _allowed(self) -> frozenset[str]:
        return frozenset(form.casefold() for form in self.allow_list)

    def __repr__(self) -> str:
        return f"Policy({self.name!r})"
