"""The phrases that replace abstracted entities, and the echoes of these phrases.

Answers repeat our abstractions, and clients send the answers back with the next turn. What a recognizer finds in such a
repetition discloses no more than the abstraction did. An entity that is found nowhere else is an echo and is retained.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from gateway.entities.entities import Key
from gateway.entities.numbering import FoundEntities
from gateway.rewriting.abstraction.abstract import Abstracted, Phrasing, abstraction, abstractions, whole_parts
from gateway.types import DENY_LIST, Action, DateDetail, Leaf, LeafKind, Plan, Span

# Words that a recognizer may include in a span around a phrase, and that add nothing to it.
_SMALL: Final = re.compile("about|and|around|at|by|during|for|from|in|of|on|or|since|the|to|until|with")


@dataclass(frozen=True, slots=True, repr=False)
class Phrases:
    """The usable phrase of every entity that has one, and the entities that are echoes of phrases."""

    by_entity: Mapping[Key, str] = field(default_factory=dict)
    echoes: frozenset[Key] = frozenset()

    def __repr__(self) -> str:
        return f"Phrases(entities={len(self.by_entity)}, echoes={len(self.echoes)})"


class _Mention(NamedTuple):
    """A span of an entity: its message, its words without small words at the ends, and whether it may be an echo."""

    message: int | None
    words: str
    may_echo: bool


def phrases(
    found: FoundEntities,
    plan: Plan,
    answers: Set[int],
    detail: DateDetail,
    proposals: Mapping[Key, str] | None = None,
) -> Phrases:
    """Returns the phrases of a request's entities under this plan; none if nothing is abstracted.

    An entity's phrase does not depend on the actions of other entities, and no two phrases are equal. Entities that
    become known later change no earlier phrase. A phrase that contains a form of any entity, in any case, is not used.
    ``proposals`` are preferred to phrases made without a model. An echo covers the whole phrase of an abstracted entity
    of an earlier message or, in the messages ``answers``, a part of it, as "France" in "a city in France". An entity on
    the deny list is never an echo.

    >>> from gateway.entities.numbering import find_entities
    >>> from gateway.policy import Policy
    >>> from gateway.types import EntityType
    >>> leaves = [Leaf(text, LeafKind.TEXT, text, at) for at, text in enumerate(["In Lyon?", "In France."])]
    >>> spans = [[Span(at, at + size, EntityType.GEOLOCATION, 1.0, "names")] for at, size in ((3, 4), (3, 6))]
    >>> found = find_entities(leaves, spans, Policy())
    >>> made = phrases(found, Plan(dict.fromkeys(found.entities.values(), Action.ABSTRACT)), {1}, DateDetail.MONTH)
    >>> list(made.by_entity.values()), [number for _, number in made.echoes]
    (['a city in France'], [2])
    """
    if Action.ABSTRACT not in plan.actions.values():
        return Phrases()
    echoes = _echoes(found, plan, answers, detail)
    spoken = {key: entity for key, entity in found.entities.items() if key not in echoes}
    proposed = proposals or {}
    said = abstractions(
        [Abstracted(each.entity_type, each.forms, proposed.get(key, "")) for key, each in spoken.items()], detail
    )
    by_entity = {key: phrase for key, phrase in zip(spoken, said, strict=True) if phrase}
    return Phrases(by_entity, frozenset(echoes))


def _echoes(found: FoundEntities, plan: Plan, answers: Set[int], detail: DateDetail) -> Set[Key]:
    """Returns the entities that only repeat phrases; each is judged by the phrases before it became known."""
    echoes: set[Key] = set()
    if len({each.leaf.message for each in found.drafts}) == 1:
        return echoes
    mentions = _mentions(found)
    said = _Said(answers)
    phrasing = Phrasing()
    for key, entity in found.entities.items():
        if said.is_echo(mentions[key]):
            echoes.add(key)
        elif phrase := abstraction(entity.entity_type, entity.forms[0], detail):
            numbered = phrasing.next(phrase)
            if plan.action(entity) is Action.ABSTRACT:
                said.add(numbered, mentions[key])
    return echoes


class _Said:
    """The phrases used so far, whole and in parts, without case; each with the first message that uses it."""

    def __init__(self, answers: Set[int]) -> None:
        self._answers = answers
        self._whole: dict[str, int] = {}
        self._parts: dict[str, int] = {}

    def add(self, phrase: str, mentions: Sequence[_Mention]) -> None:
        first = min((each.message for each in mentions if each.message is not None), default=None)
        if first is None:
            return
        self._whole.setdefault(_without_small_words(phrase), first)
        for part in map(_without_small_words, whole_parts(phrase)):
            self._parts[part] = min(first, self._parts.get(part, first))

    def is_echo(self, mentions: Sequence[_Mention]) -> bool:
        return bool(self._whole) and bool(mentions) and all(map(self._repeats, mentions))

    def _repeats(self, mention: _Mention) -> bool:
        if not mention.may_echo or mention.message is None:
            return False
        said = self._parts if mention.message in self._answers else self._whole
        return said.get(mention.words, mention.message) < mention.message


def _mentions(found: FoundEntities) -> Mapping[Key, list[_Mention]]:
    mentions: defaultdict[Key, list[_Mention]] = defaultdict(list)
    for each in found.drafts:
        for key, span in found.spans(each):
            mentions[key].append(_mention(each.leaf, span))
    return mentions


def _mention(leaf: Leaf, span: Span) -> _Mention:
    is_text = leaf.kind is LeafKind.TEXT
    words = _without_small_words(leaf.text[span.start : span.end])
    return _Mention(leaf.message if is_text else None, words, is_text and span.recognizer != DENY_LIST)


def _without_small_words(surface: str) -> str:
    words = surface.casefold().split()
    large = [at for at, word in enumerate(words) if not _SMALL.fullmatch(word)]
    return " ".join(words[large[0] : large[-1] + 1]) if large else ""
