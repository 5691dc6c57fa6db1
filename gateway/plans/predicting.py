"""The plan of a request: chosen by its policy, or by the predictor that was trained for its target model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial
from sys import maxsize
from typing import Final, NamedTuple

from gateway.entities.drafts import Draft
from gateway.entities.entities import Key
from gateway.entities.numbering import FoundEntities
from gateway.entities.occurrences import Occurrences
from gateway.errors import Cause, Unavailable
from gateway.plans.policy_plan import linked_plan, policy_plan, strictest
from gateway.plans.predictors.features import Features, Reading, Stands
from gateway.plans.predictors.learned import Artefact, Learned, predictor
from gateway.policy import Policy
from gateway.rewriting.abstraction.abstract import is_speakable
from gateway.types import Action, LeafKind, Plan

_ALL: Final = maxsize


def predictor_for(policy: Policy, artefact: Artefact | None, model: str) -> Learned | None:
    """Returns the predictor for this policy and target model; None if the policy's own actions are the plan.

    Raises Unavailable if the policy asks for a learned predictor and there is none; the policy's own actions never
    replace it.
    """
    if policy.predictor == "policy":
        return None
    if artefact is None:
        raise Unavailable(
            "the policy's plans are learned, and there is no predictor: name one in predictor.model",
            code=Cause.MISCONFIGURED,
        )
    return predictor(artefact, model, policy.oversharing_risk)


class Round(NamedTuple):
    """The messages up to an answer: those before ``end``; ``asked`` is the user's last message up to there, if any.

    Each round was sent as one request, so a history consists of its rounds.
    """

    end: int
    asked: int | None


def answers(rounds: Sequence[Round]) -> Set[int]:
    """Returns the messages that are answers: each begins a round.

    >>> answers([Round(1, 0), Round(3, 2)])
    {1}
    """
    return {each.end for each in rounds[:-1]}


def chosen_plan(found: FoundEntities, policy: Policy, learned: Learned | None, rounds: Sequence[Round] = ()) -> Plan:
    """Returns the plan of a request with these rounds; without rounds, all texts are one round and the last one asks.

    A learned plan replaces the policy's ``actions``, within its ceilings and floors. The policy's actions remain where
    a predictor knows nothing: for types that it was not trained on, for credentials and identity numbers, and for
    entities outside the texts of the history. In either case what is on the deny list is redacted, and what spells a
    name discloses no more than the name.

    An entity is judged in every round that mentions it, by the history up to that round, and the most disclosing action
    wins, because that much was already sent. So a later round hides nothing that an earlier one disclosed.
    """
    if policy.predictor == "policy":
        return policy_plan(found, policy)
    if learned is None:
        raise Unavailable("the policy's plans are learned, and this request has no predictor", code=Cause.MISCONFIGURED)
    predicted: dict[Key, Action] = {}
    for told in told_by_round(found, rounds):
        known = [(key, each) for key, each in told.items() if is_speakable(key[0]) and learned.knows(key[0])]
        actions = learned.predict([each for _, each in known])
        for (key, _), action in zip(known, actions, strict=True):
            predicted[key] = min(action, predicted.get(key, Action.REDACT))
    return linked_plan(
        found,
        {
            key: strictest(
                partial(policy.bounded, predicted[key]) if key in predicted else policy.action,
                found.known.found_as(key),
            )
            for key in found.entities
        },
    )


def told_by_round(found: FoundEntities, rounds: Sequence[Round] = ()) -> Iterator[dict[Key, Features]]:
    """Yields, for every round with entities, the features of its entities in the texts up to there, in all their forms.

    >>> from gateway.entities.numbering import find_entities
    >>> from gateway.types import EntityType, Leaf, Span
    >>> leaves = [Leaf(text, LeafKind.TEXT, text, at) for at, text in enumerate(["Ann is here.", "Who is Ann?"])]
    >>> found = find_entities(leaves, [[Span(0, 3, EntityType.NAME, 1.0, "names")], []], Policy())
    >>> for told in told_by_round(found, [Round(1, None), Round(2, 1)]):
    ...     [(each.occurrences, each.in_task) for each in told.values()]
    [(1, False)]
    [(2, True)]
    """
    drafts = _history(found.drafts)
    texts = [each.leaf.text for each in drafts]
    messages = [each.leaf.message for each in drafts]
    places: defaultdict[Key, list[Stands]] = defaultdict(list)
    standing_in = standing(found, drafts)
    begin = 0
    for end, asked in rounds or [Round(_ALL, None)]:
        upto = begin
        while upto < len(drafts) and (messages[upto] or 0) < end:
            upto += 1
        fresh: dict[Key, None] = {}
        for key, place in standing_in(begin, upto):
            places[key].append(place)
            fresh[key] = None
        if fresh:
            asking = [at for at in range(upto) if messages[at] == asked] if rounds else range(upto)[-1:]
            reading = Reading(texts[:upto], asking)
            yield {key: reading.features(key[0], places[key], len(places)) for key in fresh}
        begin = upto


def _history(drafts: Sequence[Draft]) -> list[Draft]:
    """Returns the texts of the messages, in their order; all texts if there is no message."""
    texts = [each for each in drafts if each.leaf.kind is LeafKind.TEXT]
    said = [(each.leaf.message, each) for each in texts if each.leaf.message is not None]
    return [each for _, each in sorted(said, key=lambda one: one[0])] if said else texts


def standing(found: FoundEntities, drafts: Sequence[Draft]) -> Callable[[int, int], Iterator[tuple[Key, Stands]]]:
    """Returns a function that yields the places of entities in a range of these texts: their spans, and their forms.

    Places of one entity may overlap those of another.
    """
    owners: dict[str, Key] = {}
    for original, placeholder in found.known.known():
        owners.setdefault(original.text, placeholder[:2])
    occurrences = Occurrences(owners)

    def places(begin: int, end: int) -> Iterator[tuple[Key, Stands]]:
        for at, each in enumerate(drafts[begin:end], begin):
            for key, span in found.spans(each):
                yield key, Stands(at, span.start, span.end)
            for start, stop in occurrences.find(each.leaf.text, [*each.gaps()]):
                yield owners[each.leaf.text[start:stop]], Stands(at, start, stop)

    return places
