"""Who chooses the plan of a request: its policy, or the predictor that was learned for the model that it goes to."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.errors import Unavailable
from gateway.minimization.abstraction.abstract import is_speakable
from gateway.minimization.drafts import Draft
from gateway.minimization.entities import Key
from gateway.minimization.numbering import FoundEntities
from gateway.minimization.occurrences import Occurrences
from gateway.minimization.plans import linked_plan, policy_plan
from gateway.minimization.policy import Policy
from gateway.minimization.predictors.features import Features, Stands, features
from gateway.minimization.predictors.learned import Artefact, Learned, predictor
from gateway.types import LeafKind, Plan


def predictor_for(policy: Policy, artefact: Artefact | None, model: str) -> Learned | None:
    """What predicts for this policy and target model; None where the policy itself says what becomes of each type.

    Raises Unavailable where the policy wants a learned predictor and there is none: its own plan never takes its place.
    """
    if policy.predictor == "policy":
        return None
    if artefact is None:
        raise Unavailable("the policy's plans are learned, and there is no predictor: name one in predictor.model")
    return predictor(artefact, model, policy.oversharing_risk)


def chosen_plan(found: FoundEntities, policy: Policy, learned: Learned | None, asked: int | None) -> Plan:
    """The plan of a request; ``asked`` is the message that says what is to be done, None for the last one.

    A learned plan takes the place of the policy's ``actions``, within its ceilings and floors, except where a predictor
    knows nothing: for types that it was not told of, for what proves or opens something (keys, cards, identity
    numbers), and for what stands outside the texts of the history. What is denied is redacted, and what spells a name
    discloses no more than it, whoever chooses.
    """
    if policy.predictor == "policy":
        return policy_plan(found, policy)
    if learned is None:
        raise Unavailable("the policy's plans are learned, and this request has no predictor")
    told = entity_features(found, asked)
    predicted = zip(found.entities, told, learned.predict(told), strict=True)
    actions = {
        key: policy.bounded(action, key[0]) if _is_predictable(key, each, learned) else policy.action(key[0])
        for key, each, action in predicted
    }
    return linked_plan(found, actions)


def _is_predictable(key: Key, told: Features, learned: Learned) -> bool:
    return told.occurrences > 0 and is_speakable(key[0]) and learned.knows(key[0])


def entity_features(found: FoundEntities, asked: int | None) -> list[Features]:
    """How each entity stands in the texts of the history, by every form of it, in the order of the entities.

    >>> from gateway.minimization.numbering import find_entities
    >>> from gateway.types import EntityType, Leaf, Span
    >>> leaves = [Leaf(text, LeafKind.TEXT, text, at) for at, text in enumerate(["Ann is here.", "Who is Ann?"])]
    >>> found = find_entities(leaves, [[Span(0, 3, EntityType.NAME, 1.0, "names")], []], Policy())
    >>> [(each.occurrences, each.in_task) for each in entity_features(found, 1)]
    [(2, True)]
    """
    drafts = _history(found.drafts)
    asking = [at for at, each in enumerate(drafts) if each.leaf.message == asked]
    texts = [each.leaf.text for each in drafts]
    places = _places(found, drafts)
    types = ((key[0], places[key]) for key in found.entities)
    return features(texts, types, asking=asking or range(len(texts))[-1:])


def _history(drafts: Sequence[Draft]) -> list[Draft]:
    """The texts of the messages, in their order; all texts where there is no message."""
    texts = [each for each in drafts if each.leaf.kind is LeafKind.TEXT]
    said = [(each.leaf.message, each) for each in texts if each.leaf.message is not None]
    return [each for _, each in sorted(said, key=lambda one: one[0])] if said else texts


def _places(found: FoundEntities, drafts: Sequence[Draft]) -> dict[Key, list[Stands]]:
    """Where each entity was found in these texts, and where a form of it stands besides."""
    places: dict[Key, list[Stands]] = {key: [] for key in found.entities}
    owners: dict[str, Key] = {}
    for original, placeholder in found.known.known():
        owners.setdefault(original.text, placeholder[:2])
    occurrences = Occurrences(owners)
    for at, each in enumerate(drafts):
        for span in each.spans:
            known = found.known.placeholder(span.entity_type, each.original(span))
            places[known[:2]].append(Stands(at, span.start, span.end))
        for start, end in occurrences.find(each.leaf.text, [*each.gaps()]):
            places[owners[each.leaf.text[start:end]]].append(Stands(at, start, end))
    return places
