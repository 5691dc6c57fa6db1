"""Spans to minimized texts and a replacement map: one pure step over the leaves of a request."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from gateway.entities.drafts import Draft, Gap, start
from gateway.entities.numbering import FoundEntities, find_entities
from gateway.entities.occurrences import Occurrences
from gateway.entities.placeholders import Placeholder
from gateway.errors import GatewayError
from gateway.plans.predicting import Round, answers, chosen_plan
from gateway.plans.predictors.learned import Learned
from gateway.policy import Policy
from gateway.rewriting.abstraction.abstract import Abstracted, abstractions
from gateway.rewriting.echoes import without_echoes
from gateway.rewriting.spellings import TEXT, placeholder
from gateway.types import Action, DateDetail, Entity, EntityType, Leaf, LeafKind, Original, Plan, ReplacementMap, Span

_LOOKS: Final = 3  # an echo fewer may tell of another; what is left after so many costs a phrase, and discloses nothing


class StillReadable(GatewayError):
    """A hidden value stands in what would leave; ``near`` are the entities whose abstractions stand around it."""

    def __init__(self, entity_type: EntityType, near: frozenset[Entity]) -> None:
        super().__init__(f"a value of type {entity_type} could still be read in the minimized request")
        self.near = near


@dataclass(frozen=True, slots=True)
class SpanReport:
    """What became of one span, without its text.

    ``replacement`` is a placeholder or an abstraction, or None where the span is retained. The recognizer ``literal``
    stands for a user's own text that is spelled like a placeholder in use, ``propagation`` for a value that was found
    elsewhere in the request, and for what else means it.
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
    """The new text of every leaf that changes, by path; what brings the originals back; what became of each span."""

    replacements: Mapping[str, str]
    replacement_map: ReplacementMap
    report: tuple[SpanReport, ...]

    def __repr__(self) -> str:
        return f"Minimization(leaves={len(self.replacements)}, placeholders={len(self.replacement_map)})"


def minimize(
    leaves: Sequence[Leaf],
    spans: Sequence[Sequence[Span]],
    policy: Policy,
    hash_identifier: Callable[[str], str],
    *,
    learned: Learned | None = None,
    rounds: Sequence[Round] = (),
) -> Minimization:
    """What leaves for these leaves, given the spans found in each, by the plan of the policy's predictor.

    ``learned`` is that predictor where it is not the policy itself; ``rounds`` are those of the history. What an answer
    repeats of our own abstractions is no span: it stays as it is.

    Guarantees: restoring the minimized texts gives the texts back, but for what is abstracted; distinct values share
    neither a placeholder nor an abstraction; a value that is redacted or abstracted in one leaf stands in no other as a
    whole word, and neither does what else means the same name; and what was known in a message keeps its placeholder
    and its abstraction however long the history grows. An abstraction that would show what a later message hides is
    given up: what has none is redacted.

    >>> leaf = Leaf("messages[0].content", LeafKind.TEXT, "Write to ann@example.org", 0)
    >>> found = [Span(9, 24, EntityType.EMAIL, 1.0, "email")]
    >>> minimize([leaf], [found], Policy(), str.upper).replacements
    {'messages[0].content': 'Write to [EMAIL1]'}
    """
    found = find_entities(leaves, spans, policy)
    plan = chosen_plan(found, policy, learned, rounds)
    for _ in range(_LOOKS if Action.ABSTRACT in plan.actions.values() else 0):
        others = without_echoes(found, plan, spans, answers(rounds), policy.dates)
        if sum(map(len, others)) == sum(map(len, spans)):
            break
        spans = others
        found = find_entities(leaves, spans, policy)
        plan = chosen_plan(found, policy, learned, rounds)
    phrases = _abstractions(found, plan, policy.dates)
    for _ in range(_LOOKS if phrases else 0):
        try:
            return rewrite(found, plan, phrases, hash_identifier)
        except StillReadable as error:
            # Next to its neighbours a phrase spells what is hidden: what it stands for is redacted.
            phrases = {entity: phrase for entity, phrase in phrases.items() if entity not in error.near}
    return rewrite(found, plan, {}, hash_identifier)


def _abstractions(found: FoundEntities, plan: Plan, detail: DateDetail) -> dict[Entity, str]:
    """The phrase of every entity that has one, whatever becomes of it: so no phrase depends on another's action."""
    if Action.ABSTRACT not in plan.actions.values():
        return {}
    entities = found.entities.values()
    phrases = abstractions([Abstracted(each.entity_type, each.forms) for each in entities], detail)
    return {entity: phrase for entity, phrase in zip(entities, phrases, strict=True) if phrase}


def rewrite(
    found: FoundEntities,
    plan: Plan,
    abstractions: Mapping[Entity, str],
    hash_identifier: Callable[[str], str],
) -> Minimization:
    """What leaves for these entities by this plan, with all occurrences of a form treated alike.

    An abstraction stands in texts only, and is not restored; where there is none, or no room for one, ABSTRACT redacts.
    An entity that has a part in the user's own text that is spelled like a placeholder is redacted whatever the plan
    says. Raises StillReadable when a redacted or abstracted value could still be read in what would leave.
    """
    return _Rewriting(found, plan, abstractions).minimization(hash_identifier)


class _Rewriting:
    """One plan at work on the drafts of one request."""

    def __init__(self, found: FoundEntities, plan: Plan, abstractions: Mapping[Entity, str]) -> None:
        self._known = found.known
        self._actions = {key: _action(found, plan, entity) for key, entity in found.entities.items()}
        self._abstractions = {
            key: abstractions[entity]
            for key, entity in found.entities.items()
            if self._actions[key] is Action.ABSTRACT and entity in abstractions
        }
        self._first: dict[Original, Placeholder] = {}
        for original, known in found.known.known():
            if self._actions[known[:2]] is not Action.RETAIN:
                self._first.setdefault(original, known)
        self._occurrences = Occurrences(original.text for original in self._first if not original.is_number)
        retains = Action.RETAIN in self._actions.values()
        drafts = [each.retaining(self._stays) for each in found.drafts] if retains else found.drafts
        self._drafts = [each.with_spans(self._occurring(each)) for each in drafts]

    def minimization(self, hash_identifier: Callable[[str], str]) -> Minimization:
        """The texts that leave, what brings their originals back, and what became of each span."""
        replacements: dict[str, str] = {}
        originals: dict[str, Original] = {}
        ambiguous: set[str] = set()
        report: list[SpanReport] = []
        for each in self._drafts:
            if each.leaf.kind is LeafKind.IDENTIFIER:
                replacements[each.leaf.path] = hash_identifier(each.leaf.text)
                continue
            new = [self._replacement(each, span) for span in each.spans]
            if new:
                replacements[each.leaf.path] = _rewritten(each, new)
            self._check(each, new)
            originals.update((str(one.placeholder), one.original) for one in new if one.abstraction is None)
            ambiguous.update(_own_spellings(each))
            report.extend(_report(each, new))
        return Minimization(replacements, ReplacementMap(originals, frozenset(ambiguous)), tuple(report))

    def _stays(self, original: Original, span: Span) -> bool:
        return self._actions[self._known.placeholder(span.entity_type, original)[:2]] is Action.RETAIN

    def _occurring(self, each: Draft) -> Iterator[Span]:
        """What no recognizer saw here, but one saw elsewhere, or which means what one saw."""
        is_number, is_name = each.leaf.kind is LeafKind.NUMBER, each.leaf.kind is LeafKind.NAME
        gaps = [*each.gaps()]
        for begin, end in gaps if is_number else self._occurrences.find(each.leaf.text, gaps, in_name=is_name):
            if first := self._first.get(Original(each.leaf.text[begin:end], is_number)):
                yield Span(begin, end, first.entity_type, 1.0, "propagation")

    def _replacement(self, each: Draft, span: Span) -> _Replacement:
        original = each.original(span)
        known = self._known.placeholder(span.entity_type, original)
        is_text = each.leaf.kind is LeafKind.TEXT
        return _Replacement(original, known, self._abstractions.get(known[:2]) if is_text else None)

    def _check(self, each: Draft, new: Sequence[_Replacement]) -> None:
        """Raises StillReadable if a hidden value still stands, as a whole, between the placeholders of a leaf."""
        is_name = each.leaf.kind is LeafKind.NAME
        for text, gaps in [] if each.leaf.kind is LeafKind.NUMBER else _kept(each, new):
            for begin, end in self._occurrences.find(text, gaps, in_name=is_name):
                near = frozenset(Entity(*one.placeholder[:2]) for one in new if one.abstraction is not None)
                raise StillReadable(self._first[Original(text[begin:end])].entity_type, near)


def _action(found: FoundEntities, plan: Plan, entity: Entity) -> Action:
    return Action.REDACT if found.known.is_always_redacted(entity) else plan.action(entity)


class _Replacement(NamedTuple):
    """What takes the place of a span: an abstraction where there is one, else its placeholder."""

    original: Original
    placeholder: Placeholder
    abstraction: str | None

    def __str__(self) -> str:
        return str(self.placeholder) if self.abstraction is None else self.abstraction


def _rewritten(each: Draft, new: Sequence[_Replacement]) -> str:
    text, is_name = each.leaf.text, each.leaf.kind is LeafKind.NAME
    pieces: list[str] = []
    done = 0
    for span, one in zip(each.spans, new, strict=True):
        said = one.placeholder.bare(text[span.end : span.end + 12]) if is_name else str(one)
        pieces += (text[done : span.start], said)
        done = span.end
    return "".join([*pieces, text[done:]])


def _kept(each: Draft, new: Sequence[_Replacement]) -> Iterator[tuple[str, list[Gap]]]:
    """What leaves without being a placeholder: texts, each with the offsets between which it counts."""
    if all(one.abstraction is None for one in new):
        yield each.leaf.text, [*each.gaps()]
        return
    text, done, piece = each.leaf.text, 0, ""
    for span, one in zip(each.spans, new, strict=True):
        piece += text[done : span.start] + (one.abstraction or "")
        done = span.end
        if one.abstraction is None:
            yield piece, [(0, len(piece))]
            piece = ""
    piece += text[done:]
    yield piece, [(0, len(piece))]


def _own_spellings(each: Draft) -> Iterator[str]:
    """The placeholders that a user's own text, by whatever spelling, could be taken for."""
    for begin, end in each.gaps():
        for match in TEXT.whole.finditer(each.leaf.text[begin:end]):
            yield placeholder(match)


def _report(each: Draft, new: Sequence[_Replacement]) -> list[SpanReport]:
    hidden = [
        _span_report(each.leaf.path, span, Action.REDACT if one.abstraction is None else Action.ABSTRACT, str(one))
        for span, one in zip(each.spans, new, strict=True)
    ]
    retained = [
        _span_report(each.leaf.path, span, Action.RETAIN, None) for span in each.retained if not _overlaps(span, each)
    ]
    return sorted(hidden + retained, key=lambda entry: entry.start) if retained else hidden


def _overlaps(span: Span, each: Draft) -> bool:
    following = bisect_left(each.spans, span.end, key=start)
    return following > 0 and each.spans[following - 1].end > span.start


def _span_report(path: str, span: Span, action: Action, replacement: str | None) -> SpanReport:
    return SpanReport(path, span.start, span.end, span.entity_type, span.score, action, replacement, span.recognizer)
