"""What becomes of each entity, as a policy says it."""

from __future__ import annotations

from collections.abc import Mapping

from gateway.minimization.entities import Key
from gateway.minimization.numbering import FoundEntities
from gateway.minimization.policy import Policy
from gateway.minimization.variants import Variant
from gateway.types import Action, Entity, Plan


def policy_plan(found: FoundEntities, policy: Policy) -> Plan:
    """The plan of a policy: the action of each entity's type, or that of a name which it spells where that is stricter.

    So an e-mail that spells a redacted name is redacted too, whatever the policy says of e-mails.

    >>> from gateway.minimization.numbering import find_entities
    >>> from gateway.types import EntityType, Leaf, LeafKind, Span
    >>> leaf = Leaf("messages[0].content", LeafKind.TEXT, "Ann Lee, ann.lee@example.org, info@example.org", 0)
    >>> spans = [Span(0, 7, EntityType.NAME, 1.0, "names"), Span(9, 28, EntityType.EMAIL, 1.0, "email")]
    >>> spans.append(Span(30, 46, EntityType.EMAIL, 1.0, "email"))
    >>> policy = Policy(actions={"NAME": Action.REDACT, "EMAIL": Action.RETAIN})
    >>> [action.name for action in policy_plan(find_entities([leaf], [spans], policy), policy).actions.values()]
    ['REDACT', 'REDACT', 'RETAIN']
    """
    by_type = {key: policy.action(entity.entity_type) for key, entity in found.entities.items()}
    strictest = max(by_type.values(), default=Action.REDACT)
    floors: dict[Variant, Action] = {}
    return Plan(
        {
            entity: by_type[key] if by_type[key] == strictest else _floored(found, entity, by_type, floors)
            for key, entity in found.entities.items()
        }
    )


def _floored(
    found: FoundEntities, entity: Entity, by_type: Mapping[Key, Action], floors: dict[Variant, Action]
) -> Action:
    """The strictest of an entity's own action and those of all that it is linked to; ``floors`` remembers them."""
    action = by_type[entity.entity_type, entity.number]
    for variant, owners in found.known.linked(entity):
        if variant not in floors:
            floors[variant] = Action.REDACT if owners is None else max(by_type[owner] for owner in owners)
        action = max(action, floors[variant])
    return action
