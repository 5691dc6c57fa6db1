"""The one rewriter: from entities and a plan to the texts that are sent and the map that restores them.

Live requests, dry runs, searches and audits all make their texts here. There is no trial and error: what replaces each
entity is decided before the first text is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from gateway.entities.drafts import Draft, Gap, gaps
from gateway.entities.numbering import FoundEntities
from gateway.entities.occurrences import Occurrences
from gateway.entities.placeholders import Placeholder
from gateway.rewriting.phrases import Phrases
from gateway.rewriting.places import Enclosing, Parts, Place, Text, overlaps, spelling_phrases, start
from gateway.rewriting.spellings import TEXT, placeholder
from gateway.types import Action, EntityType, Leaf, LeafKind, Original, Plan, ReplacementMap, Span

Said = tuple[str, Action]  # what replaces a place, and whether it is the placeholder or a phrase


class SpanReport(NamedTuple):
    """What happened to one span, without its text.

    ``replacement`` is a placeholder or an abstraction, or None if the span is retained. The recognizer ``literal``
    stands for a user's own text that is spelled like a placeholder in use, ``propagation`` for a value that was found
    elsewhere in the request, in the same or another wording.
    """

    path: str
    start: int
    end: int
    entity_type: EntityType
    score: float
    action: Action
    replacement: str | None
    recognizer: str


@dataclass(frozen=True, slots=True, repr=False)
class Minimization:
    """The new text of every leaf that changes, by path; the map that restores the originals; a report on each span.

    ``found`` are the entities that it was made of.
    """

    replacements: Mapping[str, str]
    replacement_map: ReplacementMap
    report: tuple[SpanReport, ...]
    found: FoundEntities = field(compare=False)

    def __repr__(self) -> str:
        return f"Minimization(leaves={len(self.replacements)}, placeholders={len(self.replacement_map)})"


def rewrite(found: FoundEntities, plan: Plan, phrases: Phrases, hash_identifier: Callable[[str], str]) -> Minimization:
    """Returns what is sent for these entities under this plan.

    Every occurrence of a hidden entity is replaced: its spans, and its forms elsewhere as whole words. Abstractions are
    used in texts only, and are not restored. ABSTRACT redacts where there is no phrase, where phrases are not allowed,
    or where the phrase and the text around it would spell a hidden value. An entity that overlaps a user's literal
    (text spelled like a placeholder) is redacted whatever the plan says. An echo is retained.

    >>> from gateway.entities.numbering import find_entities
    >>> from gateway.policy import Policy
    >>> from gateway.types import EntityType, Leaf
    >>> leaf = Leaf("text", LeafKind.TEXT, "Ann has asthma. ASTHMA!", 0)
    >>> found = find_entities([leaf], [[Span(8, 14, EntityType.HEALTH_INFORMATION, 1.0, "health")]], Policy())
    >>> rewrite(found, Plan({}), Phrases(), str.upper).replacements["text"]
    'Ann has [HEALTH_INFORMATION1]. [HEALTH_INFORMATION1.2]!'
    """
    return _Rewriting(found, plan, phrases).minimization(hash_identifier)


class _Rewriting:
    """The rewriting of one request's drafts under one plan."""

    def __init__(self, found: FoundEntities, plan: Plan, phrases: Phrases) -> None:
        self._found = found
        self._actions = (
            {key: plan.action(entity) for key, entity in found.entities.items()}
            | dict.fromkeys(phrases.echoes, Action.RETAIN)
            | dict.fromkeys(found.known.always_redacted, Action.REDACT)
        )
        self._retained = {key for key, action in self._actions.items() if action is Action.RETAIN}
        self._told = self._retained - phrases.echoes
        self._hidden: dict[Original, Placeholder] = {}
        for original, known in found.known.known():
            if known[:2] not in self._retained:
                self._hidden.setdefault(original, known)
        self._occurrences = Occurrences(original.text for original in self._hidden if not original.is_number)
        self._parts = Parts(found.known)
        self._enclosing = Enclosing(self._hidden)
        self._without_spans: dict[tuple[LeafKind, str], tuple[Sequence[Place], Sequence[Gap]]] = {}
        texts = [self._text(each) for each in found.drafts]
        used = {key: said for key, said in phrases.by_entity.items() if self._actions[key] is Action.ABSTRACT}
        spelling = {key for each in texts for key in spelling_phrases(each, used, self._occurrences)} if used else set()
        self._phrases = {key: phrase for key, phrase in used.items() if key not in spelling}
        self._texts = texts

    def minimization(self, hash_identifier: Callable[[str], str]) -> Minimization:
        """Returns the texts that are sent, the map that restores their originals, and the report on each span."""
        replacements: dict[str, str] = {}
        originals: dict[str, Original] = {}
        identifiers: set[str] = set()
        report: list[SpanReport] = []
        for each in self._texts:
            if each.leaf.kind is LeafKind.IDENTIFIER:
                replacements[each.leaf.path] = hash_identifier(each.leaf.text)
                continue
            if not each.places and not each.retained:
                continue
            said = self._said(each)
            if said:
                replacements[each.leaf.path] = _written(each, said)
            for place, (replacement, action) in zip(each.places, said, strict=True):
                if action is Action.REDACT and replacement not in originals:
                    originals[replacement] = each.original(place)
            if each.leaf.kind is LeafKind.NAME:
                identifiers.update(replacement for replacement, action in said if action is Action.REDACT)
            report += _report(each, said)
        replacement_map = ReplacementMap(originals, _own_spellings(self._texts), frozenset(identifiers))
        return Minimization(replacements, replacement_map, tuple(report), self._found)

    def _text(self, each: Draft) -> Text:
        """Returns a leaf with the places that are replaced: spans of hidden entities and their forms elsewhere."""
        if not each.spans:
            return Text(each.leaf, *self._without_span(each.leaf))
        places = [*map(Place, each.spans, each.placeholders)]
        retained = self._retained_spans(each) if self._retained else ()
        hidden = [place for place in places if place.key not in self._retained] if self._retained else places
        wide = self._enclosing.widened(each.leaf, self._parts.disjoint(each.leaf, hidden, self._actions))
        return Text(each.leaf, *self._with_occurring(each.leaf, wide), retained)

    def _retained_spans(self, each: Draft) -> Sequence[Span]:
        return [span for key, span in self._found.spans(each) if key in self._told]

    def _without_span(self, leaf: Leaf) -> tuple[Sequence[Place], Sequence[Gap]]:
        """Returns the places in a leaf without spans; keys and other short texts often stand in thousands of leaves."""
        known = leaf.kind, leaf.text
        found = self._without_spans.get(known)
        if found is None:
            found = self._without_spans[known] = self._with_occurring(leaf, [])
        return found

    def _with_occurring(self, leaf: Leaf, places: list[Place]) -> tuple[Sequence[Place], Sequence[Gap]]:
        """Returns these places and those of hidden values between them, and what is left between all of them."""
        between = gaps(leaf, [place.span for place in places])
        occurring = [*self._occurring(leaf, between)] if between else ()
        if not occurring:
            return places, between
        every = sorted([*places, *occurring], key=start)
        return every, gaps(leaf, [place.span for place in every])

    def _occurring(self, leaf: Leaf, gaps: Sequence[Gap]) -> Iterator[Place]:
        """Yields the places of hidden values that no recognizer found here."""
        is_number, is_name = leaf.kind is LeafKind.NUMBER, leaf.kind is LeafKind.NAME
        for begin, end in gaps if is_number else self._occurrences.find(leaf.text, gaps, in_name=is_name):
            if known := self._hidden.get(Original(leaf.text[begin:end], is_number)):
                yield Place(Span(begin, end, known.entity_type, 1.0, "propagation"), known)

    def _said(self, each: Text) -> list[Said]:
        """Returns what replaces each place of a text: its phrase, or the placeholder."""
        if not self._phrases or not each.takes_phrases:
            return [(str(place.placeholder), Action.REDACT) for place in each.places]
        phrases = [self._phrases.get(place.key) if place.is_whole else None for place in each.places]
        return [
            (str(place.placeholder), Action.REDACT) if phrase is None else (phrase, Action.ABSTRACT)
            for place, phrase in zip(each.places, phrases, strict=True)
        ]


def _written(each: Text, said: Sequence[Said]) -> str:
    text, is_name = each.leaf.text, each.leaf.kind is LeafKind.NAME
    pieces: list[str] = []
    done = 0
    for place, (replacement, action) in zip(each.places, said, strict=True):
        begin, end = place.span[:2]
        is_bare = is_name and action is Action.REDACT
        pieces += (text[done:begin], place.placeholder.bare(text[end : end + 12]) if is_bare else replacement)
        done = end
    return "".join([*pieces, text[done:]])


def _own_spellings(texts: Iterable[Text]) -> frozenset[str]:
    """Returns the placeholders that the user's own texts could be read as, in any spelling."""
    kept = dict.fromkeys(each.leaf.text[begin:end] for each in texts for begin, end in each.gaps)
    return frozenset(map(placeholder, TEXT.whole.finditer("\0".join(kept))))


def _report(each: Text, said: Sequence[Said]) -> list[SpanReport]:
    hidden = [
        _reported(each.leaf.path, place.span, action, replacement)
        for place, (replacement, action) in zip(each.places, said, strict=True)
    ]
    retained = [
        _reported(each.leaf.path, span, Action.RETAIN, None)
        for span in each.retained
        if not overlaps(span, each.places)
    ]
    return sorted(hidden + retained, key=attrgetter("start")) if retained else hidden


def _reported(path: str, span: Span, action: Action, replacement: str | None) -> SpanReport:
    begin, end, entity_type, score, recognizer, _ = span
    return SpanReport(path, begin, end, entity_type, score, action, replacement, recognizer)
