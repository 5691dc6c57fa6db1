"""From the spans of a request to its entities: numbered message by message, with their mentions in other wordings."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from operator import attrgetter

from gateway.entities.drafts import Draft, draft
from gateway.entities.entities import Entities, Key, Link
from gateway.entities.kept_words import KeptWords
from gateway.entities.mentions import MentionedForm, Mentions
from gateway.entities.name_words import ORDINARY
from gateway.entities.placeholders import Placeholder, literals, may_hold_literals
from gateway.entities.readings import Readings
from gateway.entities.recurring import recurring_forms
from gateway.entities.wordings import NAMED, Wording, WordingKind
from gateway.policy import Policy
from gateway.types import DENY_LIST, Entity, EntityType, Leaf, LeafKind, Original, Span

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
        for span, placeholder in zip(each.spans, each.placeholders, strict=True):
            yield placeholder[:2], span


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
        kept = KeptWords("\0".join(_kept_texts(drafts)))
        forms = dict.fromkeys(chain.from_iterable(each.forms() for each in drafts if each.spans))
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
        drafts = [each.with_spans(self._taken_literals(each)) if _may_hold(each) else each for each in message]
        owned = self.entities.learn(name for each in message if each.spans for name in _names(each))
        while self._given:
            self.entities.declare(*self._given.pop(0))
        numbered = [self._with_placeholders(each) if each.spans else each for each in drafts]
        owned += [wording for each in numbered if self._recurring for wording in self._own_forms(each)]
        for mention in [mention for wording in owned for mention in self._waiting.pop(wording, ())]:
            self.entities.add_mention(mention)
        for mention in chain.from_iterable(map(self._mentions_in, message)):
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

    def _with_placeholders(self, each: Draft) -> Draft:
        """Adds the forms of a draft's spans. Entities that overlap a literal are always redacted.

        Otherwise the literal would stay in the text with a number that it never reserved, and the answer would be
        restored with another entity's value.
        """
        text, kind = each.leaf.text, each.leaf.kind
        own = [*literals(text, kind, 0, len(text))] if may_hold_literals(text, kind) else []
        placeholders: list[Placeholder] = []
        for start, end, entity_type, _, recognizer, _ in each.spans:
            original = Original(text[start:end], kind is LeafKind.NUMBER)
            placeholders.append(self.entities.add(entity_type, original))
            nearest = bisect_right(own, start, key=_end) if own else 0
            is_own = nearest < len(own) and own[nearest].start < end
            if recognizer == DENY_LIST or is_own:
                self.entities.always_redact(entity_type, original)
        return Draft(each.leaf, each.spans, tuple(placeholders))

    def _own_forms(self, each: Draft) -> Iterator[Wording]:
        for form in each.forms():
            if wordings := self._recurring.get(form):
                original = Original(form[1], each.leaf.kind is LeafKind.NUMBER)
                yield from self.entities.own(form[0], original, wordings)

    def _mentions_in(self, each: Draft) -> Sequence[MentionedForm]:
        """Returns the mentions in a leaf. Outside of texts a part of a name may be an ordinary word.

        So there only whole names count, and in keys and constants rare words of names: ``kowalczyk_id``.
        """
        kind = each.leaf.kind
        found = () if kind in (LeafKind.IDENTIFIER, LeafKind.NUMBER) else self._found(each)
        kept = [mention for mention in found if self._counts(mention)]
        if not kept or kind is LeafKind.TEXT:
            return kept
        counts = _is_rare_or_whole if _takes_parts(each.leaf) else _is_whole
        whole = [mention._replace(wordings=tuple(filter(counts, mention.wordings))) for mention in kept]
        return [mention for mention in whole if mention.wordings]

    def _found(self, each: Draft) -> Sequence[MentionedForm]:
        """Returns the mentions in a leaf; keys and other short texts often stand in thousands of leaves."""
        text = each.leaf.text
        if each.spans:
            return self._mentions.find(text, each.gaps()) if self._mentions else ()
        found = self._in_whole_texts.get(text)
        if found is None:
            found = self._in_whole_texts[text] = self._mentions.find(text, [(0, len(text))])
        return found

    def _counts(self, mention: MentionedForm) -> bool:
        span = Span(0, len(mention.surface), mention.wordings[0].entity_type, 1.0, "propagation")
        return self._policy.keeps(span, mention.surface)


def _kept_texts(drafts: Sequence[Draft]) -> Iterable[str]:
    """Returns the distinct texts outside the spans of these drafts."""
    whole = (each.leaf.text for each in drafts if not each.spans and each.leaf.kind is not LeafKind.IDENTIFIER)
    return dict.fromkeys(chain(whole, chain.from_iterable(each.kept() for each in drafts if each.spans)))


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
