"""From the spans of a request to its entities: numbered message by message, with their mentions in other wordings."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from operator import attrgetter

from gateway.entities.drafts import Draft, draft
from gateway.entities.entities import Entities, Key, Link
from gateway.entities.kept_words import KeptWords
from gateway.entities.mentions import MentionedForm, Mentions
from gateway.entities.name_words import ORDINARY
from gateway.entities.placeholders import literals, may_hold_literals
from gateway.entities.readings import Readings
from gateway.entities.recurring import recurring_forms
from gateway.entities.wordings import NAMED, Wording, WordingKind
from gateway.policy import Policy
from gateway.types import DENY_LIST, Entity, EntityType, Leaf, LeafKind, Span

_WHOLE = frozenset({WordingKind.FULL, WordingKind.SWAPPED, WordingKind.JOINED, WordingKind.FORM})
_RARE = 5  # letters of a name's part that is rarely a word of programs
_KEY_MARK = "~key"
_end = attrgetter("end")


Given = tuple[EntityType, Sequence[str]]


@dataclass(frozen=True, slots=True)
class FoundEntities:
    """The drafts of a request's leaves, in their order, and every entity by type and number."""

    drafts: tuple[Draft, ...]
    known: Entities
    entities: Mapping[Key, Entity]
    _links: dict[Key, Sequence[Link]] = field(default_factory=dict, repr=False, compare=False)

    def links(self, entity: Entity) -> Sequence[Link]:
        """Returns what ``Entities.linked`` yields for an entity, computed once: a search asks for every plan."""
        key = entity.entity_type, entity.number
        if key not in self._links:
            self._links[key] = [*self.known.linked(entity)]
        return self._links[key]

    def spans(self, each: Draft) -> Iterator[tuple[Key, Span]]:
        """Yields the spans of one of the drafts, each with the type and number of its entity."""
        for span in each.spans:
            yield self.known.placeholder(span.entity_type, each.original(span))[:2], span


def find_entities(leaves: Sequence[Leaf], spans: Sequence[Sequence[Span]], policy: Policy) -> FoundEntities:
    """Returns the entities of these leaves, given the spans found in each.

    Numbers and links depend only on the messages up to the one that makes an entity known; later messages change
    neither. In each message the user's own literals first reserve their numbers. Then its spans are added, in order,
    then the mentions in earlier messages that these explain, then the message's own mentions.

    >>> leaf = Leaf("messages[0].content", LeafKind.TEXT, "Ann Lee is here. Call Ms Lee!", 0)
    >>> found = find_entities([leaf], [[Span(0, 7, EntityType.NAME, 1.0, "names")]], Policy())
    >>> [entity.forms for entity in found.entities.values()]
    [('Ann Lee', 'Lee')]
    """
    return number_entities([draft(leaf, found, policy) for leaf, found in zip(leaves, spans, strict=True)], policy)


def number_entities(drafts: Sequence[Draft], policy: Policy, given: Sequence[Given] = ()) -> FoundEntities:
    """Returns the entities of these drafts, numbered as ``find_entities`` says.

    The ``given`` entities come first, in their order, each with all its forms; spans of the drafts cover the forms.
    """
    numbering = _Numbering(drafts, policy, given)
    numbered = list(drafts)
    order = sorted(range(len(drafts)), key=lambda index: _message_order(drafts[index].leaf))
    for _, group in groupby(order, key=lambda index: drafts[index].leaf.message):
        message = list(group)
        for index, each in zip(message, numbering.number([drafts[index] for index in message]), strict=True):
            numbered[index] = each
    return FoundEntities(tuple(numbered), numbering.entities, numbering.entities.all())


class _Numbering:
    """Numbers the entities of a request's messages, one message after the other."""

    def __init__(self, drafts: Sequence[Draft], policy: Policy, given: Sequence[Given]) -> None:
        kept = KeptWords("\0".join(dict.fromkeys(kept for each in drafts for kept in each.kept())))
        forms = dict.fromkeys(form for each in filter(_has_spans, drafts) for form in each.forms())
        declared = [(entity_type, form) for entity_type, known in given for form in known]
        readings = Readings([*forms, *declared], kept.all)
        self.entities = Entities(readings)
        self._given = [*given]
        self._policy = policy
        self._recurring = recurring_forms(drafts, kept)
        names = [wording for form in forms if form[0] in NAMED for wording in readings.of(*form).wordings]
        again = chain.from_iterable(self._recurring.values())
        self._mentions = Mentions(chain((wording for wording in names if kept.holds(wording.words)), again))
        self._in_whole_texts: dict[str, Sequence[MentionedForm]] = {}
        self._waiting: defaultdict[Wording, list[MentionedForm]] = defaultdict(list)

    def number(self, message: Sequence[Draft]) -> list[Draft]:
        """Returns the drafts of the next message, with spans for the literals whose number an entity already has."""
        numbered = [each.with_spans(self._taken_literals(each)) if _may_hold(each) else each for each in message]
        owned = self.entities.learn(name for each in filter(_has_spans, message) for name in _names(each))
        while self._given:
            self.entities.declare(*self._given.pop(0))
        for each in filter(_has_spans, numbered):
            self._add_spans(each)
            owned += self._own_forms(each)
        for mention in [mention for wording in owned for mention in self._waiting.pop(wording, ())]:
            self.entities.add_mention(mention)
        for mention in (mention for each in message for mention in self._mentions_in(each)):
            self.entities.add_mention(mention)
            for wording in mention.wordings:
                if not self.entities.is_owned(wording):
                    self._waiting[wording].append(mention)
        return numbered

    def _taken_literals(self, each: Draft) -> Iterator[Span]:
        for gap in each.gaps():
            for literal in literals(each.leaf.text, each.leaf.kind, *gap):
                if not self.entities.reserve(literal.placeholder):
                    yield Span(literal.start, literal.end, literal.placeholder.entity_type, 1.0, "literal")

    def _add_spans(self, each: Draft) -> None:
        """Adds the forms of these spans. Entities that overlap a literal are always redacted.

        Otherwise the literal would stay in the text with a number that it never reserved, and the answer would be
        restored with another entity's value.
        """
        text, kind = each.leaf.text, each.leaf.kind
        own = [*literals(text, kind, 0, len(text))] if may_hold_literals(text, kind) else []
        for span in each.spans:
            original = each.original(span)
            self.entities.add(span.entity_type, original)
            nearest = bisect_right(own, span.start, key=_end)
            is_own = nearest < len(own) and own[nearest].start < span.end
            if span.recognizer == DENY_LIST or is_own:
                self.entities.always_redact(span.entity_type, original)

    def _own_forms(self, each: Draft) -> Iterator[Wording]:
        for span in each.spans if self._recurring else ():
            original = each.original(span)
            if wordings := self._recurring.get((span.entity_type, original.text)):
                yield from self.entities.own(span.entity_type, original, wordings)

    def _mentions_in(self, each: Draft) -> Iterator[MentionedForm]:
        """Yields the mentions in a leaf. Outside of texts a part of a name may be an ordinary word.

        So there only whole names count, and in keys and constants rare words of names: ``kowalczyk_id``.
        """
        if each.leaf.kind in (LeafKind.IDENTIFIER, LeafKind.NUMBER):
            return
        is_text = each.leaf.kind is LeafKind.TEXT
        counts = _is_rare_or_whole if _takes_parts(each.leaf) else _is_whole
        for mention in self._found(each):
            if not self._counts(mention):
                continue
            if is_text:
                yield mention
            elif whole := tuple(filter(counts, mention.wordings)):
                yield mention._replace(wordings=whole)

    def _found(self, each: Draft) -> Sequence[MentionedForm]:
        """Returns the mentions in a leaf; keys and other short texts often stand in thousands of leaves."""
        text = each.leaf.text
        if each.spans:
            return self._mentions.find(text, each.gaps())
        if text not in self._in_whole_texts:
            self._in_whole_texts[text] = self._mentions.find(text, each.gaps())
        return self._in_whole_texts[text]

    def _counts(self, mention: MentionedForm) -> bool:
        span = Span(0, len(mention.surface), mention.wordings[0].entity_type, 1.0, "propagation")
        return self._policy.keeps(span, mention.surface)


def _has_spans(each: Draft) -> bool:
    return bool(each.spans)


def _may_hold(each: Draft) -> bool:
    return may_hold_literals(each.leaf.text, each.leaf.kind)


def _is_whole(wording: Wording) -> bool:
    return wording.kind in _WHOLE or (wording.kind is WordingKind.PROPER and len(wording.words) > 1)


def _takes_parts(leaf: Leaf) -> bool:
    """Whether a part of a name counts: in the keys and constants of a user's data, not in the names of tools."""
    return leaf.kind in (LeafKind.KEY, LeafKind.CONSTANT) or leaf.path.endswith(_KEY_MARK)


def _is_rare_or_whole(wording: Wording) -> bool:
    is_part = wording.kind is WordingKind.PART and wording.entity_type is EntityType.NAME
    return _is_whole(wording) or (is_part and all(map(_is_rare, wording.words)))


def _is_rare(word: str) -> bool:
    return len(word) >= _RARE and word not in ORDINARY


def _names(each: Draft) -> Iterator[tuple[EntityType, str]]:
    return (form for form in each.forms() if form[0] in NAMED)


def _message_order(leaf: Leaf) -> tuple[bool, int, str]:
    return (True, 0, leaf.path) if leaf.message is None else (False, leaf.message, "")
