"""What comes back of our own abstractions: answers speak of them, and clients send answers along with the next turn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import Final

from gateway.entities.entities import Key
from gateway.entities.numbering import FoundEntities
from gateway.rewriting.abstraction.abstract import Abstracted, phrases, whole_parts
from gateway.types import DENY_LIST, Action, DateDetail, Leaf, LeafKind, Plan, Span

Spans = Sequence[Sequence[Span]]

# What a recognizer may take along with a phrase, and what says nothing of its own.
_SMALL: Final = re.compile("about|and|around|at|by|during|for|from|in|of|on|or|since|the|to|until|with")


def without_echoes(found: FoundEntities, plan: Plan, spans: Spans, answers: Set[int], detail: DateDetail) -> Spans:
    """The spans of the leaves without those that only repeat what this plan says in an earlier message.

    Such a span covers the whole phrase of an entity that is abstracted, small words at its edges aside, or, in the
    messages ``answers``, a part of it: the "France" of "a city in France". Nothing is disclosed by it that the phrase
    does not say. What is denied is no echo.

    >>> from gateway.entities.numbering import find_entities
    >>> from gateway.policy import Policy
    >>> from gateway.types import Entity, EntityType
    >>> leaves = [Leaf(text, LeafKind.TEXT, text, at) for at, text in enumerate(["In Lyon?", "In France."])]
    >>> spans = [[Span(at, at + size, EntityType.GEOLOCATION, 1.0, "names")] for at, size in ((3, 4), (3, 6))]
    >>> plan = Plan({Entity(EntityType.GEOLOCATION, 1): Action.ABSTRACT})
    >>> found = find_entities(leaves, spans, Policy())
    >>> [len(each) for each in without_echoes(found, plan, spans, {1}, DateDetail.MONTH)]
    [1, 0]
    """
    whole, parts = _said(found, plan, detail)
    if not whole:
        return spans
    leaves = [each.leaf for each in found.drafts]
    return [
        _kept(leaf, each, parts if leaf.message in answers else whole) for leaf, each in zip(leaves, spans, strict=True)
    ]


def _kept(leaf: Leaf, spans: Sequence[Span], said: Mapping[str, int]) -> Sequence[Span]:
    if leaf.kind is not LeafKind.TEXT or leaf.message is None:
        return spans
    later = leaf.message
    surfaces = (_core(leaf.text[span.start : span.end]) for span in spans)
    return [
        span
        for span, surface in zip(spans, surfaces, strict=True)
        if span.recognizer == DENY_LIST or said.get(surface, later) >= later
    ]


def _said(found: FoundEntities, plan: Plan, detail: DateDetail) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """The phrases of what is abstracted, and their parts, case aside; each with the first message that says it."""
    first = _first_messages(found)
    entities = found.entities
    spoken = phrases([Abstracted(each.entity_type, each.forms) for each in entities.values()], detail)
    whole: dict[str, int] = {}
    parts: dict[str, int] = {}
    for (key, entity), phrase in zip(entities.items(), spoken, strict=True):
        if phrase and key in first and plan.action(entity) is Action.ABSTRACT:
            whole.setdefault(_core(phrase), first[key])
            for part in map(_core, whole_parts(phrase)):
                parts[part] = min(first[key], parts.get(part, first[key]))
    return whole, parts


def _core(surface: str) -> str:
    words = surface.casefold().split()
    large = [at for at, word in enumerate(words) if not _SMALL.fullmatch(word)]
    return " ".join(words[large[0] : large[-1] + 1]) if large else ""


def _first_messages(found: FoundEntities) -> Mapping[Key, int]:
    first: dict[Key, int] = {}
    for each in found.drafts:
        if each.leaf.kind is LeafKind.TEXT and (message := each.leaf.message) is not None:
            for span in each.spans:
                key = found.known.placeholder(span.entity_type, each.original(span))[:2]
                first[key] = min(message, first.get(key, message))
    return first
