"""The plan of a policy: an action for each entity, and how linked entities restrict each other's actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from functools import cache, partial

from gateway.entities.entities import Key
from gateway.entities.numbering import FoundEntities
from gateway.policy import Policy
from gateway.types import Action, Entity, EntityType, Plan


def policy_plan(found: FoundEntities, policy: Policy) -> Plan:
    """Returns the plan of a policy: the action of each entity's type, or of a name that it spells if that is stricter.

    So an e-mail that spells a redacted name is redacted too, whatever the policy says about e-mails.

    >>> from gateway.entities.numbering import find_entities
    >>> from gateway.types import EntityType, Leaf, LeafKind, Span
    >>> leaf = Leaf("messages[0].content", LeafKind.TEXT, "Ann Lee, ann.lee@example.org, info@example.org", 0)
    >>> spans = [Span(0, 7, EntityType.NAME, 1.0, "names"), Span(9, 28, EntityType.EMAIL, 1.0, "email")]
    >>> spans.append(Span(30, 46, EntityType.EMAIL, 1.0, "email"))
    >>> policy = Policy(actions={"NAME": Action.REDACT, "EMAIL": Action.RETAIN})
    >>> [action.name for action in policy_plan(find_entities([leaf], [spans], policy), policy).actions.values()]
    ['REDACT', 'REDACT', 'RETAIN']
    """
    strictest_of = cache(partial(strictest, policy.action))
    return linked_plan(found, {key: strictest_of(found.known.found_as(key)) for key in found.entities})


def strictest(action: Callable[[EntityType], Action], found_as: Set[EntityType]) -> Action:
    """Returns the strictest action for the types that an entity was found as, for example business and home address."""
    return max(map(action, found_as))


def linked_plan(found: FoundEntities, actions: Mapping[Key, Action]) -> Plan:
    """Returns the plan of these actions, made stricter: REDACT what is denied, and at least a linked name's action."""
    denied = found.known.always_redacted
    own = {key: Action.REDACT if key in denied else actions[key] for key in found.entities}
    by_type: dict[EntityType, Action] = {}
    for entity_type, action in {(key[0], action) for key, action in own.items()}:
        by_type[entity_type] = max(action, by_type.get(entity_type, action))
    strictest = max(by_type.values(), default=Action.REDACT)
    return Plan(
        {
            entity: action if action is strictest else max([action, *_of_linked(found, entity, own, by_type)])
            for entity, action in zip(found.entities.values(), own.values(), strict=True)
        }
    )


def _of_linked(
    found: FoundEntities, entity: Entity, own: Mapping[Key, Action], by_type: Mapping[EntityType, Action]
) -> Iterator[Action]:
    """Yields the actions of all linked entities; the strictest of their type if they are too many to track."""
    for entity_type, owners in found.links(entity):
        yield by_type[entity_type] if owners is None else max(own[owner] for owner in owners)
