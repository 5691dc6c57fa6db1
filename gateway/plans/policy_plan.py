"""What becomes of each entity, as a policy says it, and how the actions of entities that are linked bind each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from gateway.entities.entities import Key
from gateway.entities.numbering import FoundEntities
from gateway.policy import Policy
from gateway.types import Action, Entity, EntityType, Plan


def policy_plan(found: FoundEntities, policy: Policy) -> Plan:
    """The plan of a policy: the action of each entity's type, or that of a name which it spells where that is stricter.

    So an e-mail that spells a redacted name is redacted too, whatever the policy says of e-mails.

    >>> from gateway.entities.numbering import find_entities
    >>> from gateway.types import EntityType, Leaf, LeafKind, Span
    >>> leaf = Leaf("messages[0].content", LeafKind.TEXT, "Ann Lee, ann.lee@example.org, info@example.org", 0)
    >>> spans = [Span(0, 7, EntityType.NAME, 1.0, "names"), Span(9, 28, EntityType.EMAIL, 1.0, "email")]
    >>> spans.append(Span(30, 46, EntityType.EMAIL, 1.0, "email"))
    >>> policy = Policy(actions={"NAME": Action.REDACT, "EMAIL": Action.RETAIN})
    >>> [action.name for action in policy_plan(find_entities([leaf], [spans], policy), policy).actions.values()]
    ['REDACT', 'REDACT', 'RETAIN']
    """
    return linked_plan(found, {key: strictest(policy.action, found, key) for key in found.entities})


def strictest(action: Callable[[EntityType], Action], found: FoundEntities, key: Key) -> Action:
    """The strictest action for an entity, given one for each type that it was found as: for a home, once it is one."""
    return max(map(action, found.known.found_as(key)))


def linked_plan(found: FoundEntities, actions: Mapping[Key, Action]) -> Plan:
    """These actions, made stricter: REDACT for what is denied, and what spells a name never discloses more than it."""
    own = {
        key: Action.REDACT if found.known.is_always_redacted(entity) else actions[key]
        for key, entity in found.entities.items()
    }
    by_type: dict[EntityType, Action] = {}
    for (entity_type, _), action in own.items():
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
    """The actions of all that an entity is linked to; the strictest of their type where they are too many."""
    for entity_type, owners in found.known.linked(entity):
        yield by_type[entity_type] if owners is None else max(own[owner] for owner in owners)
