"""Rewrites a message whose entities are given, as in calibration data, by any plan.

This is the transformation of the data-minimization paper, section 3.1: from a message and one action per entity to what
is sent. The searcher, the oracle and the recovery audits use it, so they judge what a live request would send.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gateway.entities.drafts import Draft, start
from gateway.entities.entities import Key
from gateway.entities.numbering import number_entities
from gateway.entities.occurrences import Occurrences
from gateway.entities.placeholders import Placeholder
from gateway.errors import BadRequest
from gateway.plans.policy_plan import linked_plan
from gateway.plans.predicting import standing
from gateway.plans.predictors.features import Stands
from gateway.policy import Policy
from gateway.rewriting.phrases import phrases
from gateway.rewriting.rewriter import rewrite
from gateway.types import Action, Actions, DateDetail, EntityType, Leaf, LeafKind, Original, Plan, ReplacementMap, Span

RECOGNIZER: Final = "given"


@dataclass(frozen=True, slots=True, repr=False)
class GivenEntity:
    """An entity of a message: its type, its surface forms, and the abstraction proposed for it."""

    entity_type: EntityType
    forms: tuple[str, ...]
    abstraction: str = ""

    def __repr__(self) -> str:
        return f"GivenEntity({self.entity_type.value}, forms={len(self.forms)})"


@dataclass(frozen=True, slots=True, repr=False)
class Rewritten:
    """The texts as they are sent, and the map that restores the originals of their placeholders."""

    texts: tuple[str, ...]
    replacement_map: ReplacementMap

    def __repr__(self) -> str:
        return f"Rewritten(texts={len(self.texts)}, placeholders={len(self.replacement_map)})"


class GivenMessage:
    """Rewrites the texts of one message by any plan of its given entities.

    A form that occurs nowhere as a whole word is found inside other words. Of overlapping places the stricter action
    wins, then the longer place; the rest of the other is replaced too. Numbers and abstractions are the same in every
    plan. Two entities share neither, unless they are given with the same form.

    >>> message = GivenMessage(["Ann Lee met Bob. Ms Lee left."], [GivenEntity(EntityType.NAME, ("Ann Lee",))])
    >>> message.rewritten((Action.REDACT,)).texts
    ('[NAME1] met Bob. Ms [NAME1.2] left.',)
    """

    def __init__(
        self, texts: Sequence[str], entities: Sequence[GivenEntity], detail: DateDetail = DateDetail.MONTH
    ) -> None:
        """Raises BadRequest, naming the entity by its index, if it has no form or none of its forms is in the texts."""
        self._texts = tuple(texts)
        places = [_places(self._texts, entity, index) for index, entity in enumerate(entities)]
        leaves = [Leaf(f"texts[{at}]", LeafKind.TEXT, text, 0) for at, text in enumerate(self._texts)]
        spans = [[span for found in places for span in found[at]] for at in range(len(leaves))]
        drafts = [Draft(leaf, tuple(sorted(found, key=start))) for leaf, found in zip(leaves, spans, strict=True)]
        given = [
            (entity.entity_type, _forms(self._texts, found)) for entity, found in zip(entities, places, strict=True)
        ]
        self._found = number_entities(drafts, Policy(), given)
        self._keys = [self._key(entity_type, own[0]) for entity_type, own in given]
        proposals = {key: entity.abstraction.strip() for key, entity in zip(self._keys, entities, strict=True)}
        abstract_all = Plan(dict.fromkeys(self._found.entities.values(), Action.ABSTRACT))
        self._phrases = phrases(self._found, abstract_all, frozenset(), detail, proposals)

    @property
    def placeholders(self) -> list[Placeholder]:
        """The placeholder of each entity's first form."""
        return [Placeholder(*key) for key in self._keys]

    @property
    def abstractions(self) -> tuple[str | None, ...]:
        """The abstraction of each entity; None if it has none and is redacted instead."""
        return tuple(self._phrases.by_entity.get(key) for key in self._keys)

    @property
    def places(self) -> list[list[Stands]]:
        """All places of each entity; they may overlap those of others."""
        found: dict[Key, list[Stands]] = {key: [] for key in self._keys}
        for key, place in standing(self._found, self._found.drafts)(0, len(self._texts)):
            found.setdefault(key, []).append(place)
        return [found[key] for key in self._keys]

    def rewritten(self, plan: Actions) -> Rewritten:
        """Returns the texts under this plan: one action for every entity, in their order."""
        actions = dict.fromkeys(self._found.entities, Action.RETAIN)
        for key, action in zip(self._keys, plan, strict=True):
            actions[key] = max(action, actions[key])
        made = rewrite(self._found, linked_plan(self._found, actions), self._phrases, str)
        texts = (made.replacements.get(each.leaf.path, each.leaf.text) for each in self._found.drafts)
        return Rewritten(tuple(texts), made.replacement_map)

    def _key(self, entity_type: EntityType, form: str) -> Key:
        return self._found.known.placeholder(entity_type, Original(form))[:2]


def _places(texts: Sequence[str], entity: GivenEntity, index: int) -> list[list[Span]]:
    """Returns an entity's spans in each text: of its forms as whole words, else in another case, else inside words."""
    forms = sorted({form for form in entity.forms if form.strip()}, key=len, reverse=True)
    if not forms:
        raise BadRequest(f"entities[{index}] has an empty text")
    for offsets in _searches(forms):
        found = [[Span(*each, entity.entity_type, 1.0, RECOGNIZER) for each in offsets(text)] for text in texts]
        if any(found):
            return found
    raise BadRequest(f"entities[{index}] stands nowhere in the text")


def _searches(forms: Sequence[str]) -> Iterator[Callable[[str], Iterator[tuple[int, int]]]]:
    """Yields what searches a text for the forms, the strictest search first."""
    yield _whole_words(forms)
    yield _in_any_case(forms, r"(?<![^\W_])", r"(?![^\W_])")
    yield _in_any_case(forms)


def _whole_words(forms: Sequence[str]) -> Callable[[str], Iterator[tuple[int, int]]]:
    occurrences = Occurrences(forms)
    return lambda text: occurrences.find(text, [(0, len(text))])


def _in_any_case(forms: Sequence[str], before: str = "", after: str = "") -> Callable[[str], Iterator[tuple[int, int]]]:
    words = (r"\s+".join(map(re.escape, form.split())) for form in forms)
    expression = re.compile(f"{before}(?:{'|'.join(words)}){after}", re.IGNORECASE)
    return lambda text: (match.span() for match in expression.finditer(text))


def _forms(texts: Sequence[str], places: Sequence[Sequence[Span]]) -> list[str]:
    """Returns the forms that these places cover, each once."""
    covered = (text[span.start : span.end] for text, spans in zip(texts, places, strict=True) for span in spans)
    return list(dict.fromkeys(covered))
