"""Spans to minimized texts and a replacement map: one pure step over the leaves of a request."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from gateway.minimization.drafts import Draft, draft, start
from gateway.minimization.entities import Entities
from gateway.minimization.occurrences import Occurrences
from gateway.minimization.placeholders import Placeholder, literals
from gateway.minimization.policy import Policy
from gateway.minimization.spellings import TEXT, placeholder
from gateway.types import Action, EntityType, Leaf, LeafKind, Original, ReplacementMap, Span


@dataclass(frozen=True, slots=True)
class SpanReport:
    """What became of one span, without its text; ``replacement`` is a placeholder, or None where the span is retained.

    The recognizer ``literal`` stands for a user's own text that is spelled like a placeholder in use, ``propagation``
    for a value that was found elsewhere in the request.
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
) -> Minimization:
    """What leaves for these leaves, given the spans found in each.

    Guarantees: restoring the minimized texts gives the texts back; distinct values never share a placeholder; a value
    that is redacted in one leaf stands in no other as a whole word; and what was known in a message keeps its
    placeholder however long the history grows. As nothing is abstracted yet, ABSTRACT redacts.

    >>> leaf = Leaf("messages[0].content", LeafKind.TEXT, "Write to ann@example.org", 0)
    >>> found = [Span(9, 24, EntityType.EMAIL, 1.0, "email")]
    >>> minimize([leaf], [found], Policy(), str.upper).replacements
    {'messages[0].content': 'Write to [EMAIL1]'}
    """
    drafts = [draft(leaf, found, policy) for leaf, found in zip(leaves, spans, strict=True)]
    entities, drafts = _numbered(drafts)
    occurrences = Occurrences(entities.surfaces())
    drafts = [each.with_redacted(_propagated(each, entities, occurrences)) for each in drafts]
    return _rewritten(drafts, entities, hash_identifier)


def _numbered(drafts: Sequence[Draft]) -> tuple[Entities, list[Draft]]:
    """All entities, numbered message by message, and the drafts with the literals that need a placeholder themselves.

    The literals of a message claim their numbers before its spans get any.
    """
    entities = Entities()
    order = sorted(range(len(drafts)), key=lambda index: _message_order(drafts[index].leaf))
    numbered = list(drafts)
    for _, group in groupby(order, key=lambda index: drafts[index].leaf.message):
        message = list(group)
        for index in message:
            numbered[index] = drafts[index].with_redacted(_taken_literals(drafts[index], entities))
        for each in (numbered[index] for index in message):
            for span in each.redacted:
                entities.add(span.entity_type, each.original(span))
    return entities, numbered


def _message_order(leaf: Leaf) -> tuple[bool, int, str]:
    return (True, 0, leaf.path) if leaf.message is None else (False, leaf.message, "")


def _taken_literals(each: Draft, entities: Entities) -> Iterator[Span]:
    for gap in each.gaps():
        for literal in literals(each.leaf.text, each.leaf.kind, *gap):
            if not entities.reserve(literal.placeholder):
                yield Span(literal.start, literal.end, literal.placeholder.entity_type, 1.0, "literal")


def _propagated(each: Draft, entities: Entities, occurrences: Occurrences) -> Iterator[Span]:
    """What no recognizer saw here, but one saw elsewhere."""
    is_number, is_name = each.leaf.kind is LeafKind.NUMBER, each.leaf.kind is LeafKind.NAME
    for gap in each.gaps():
        for begin, end in [gap] if is_number else occurrences.find(each.leaf.text, *gap, in_name=is_name):
            if first := entities.first(Original(each.leaf.text[begin:end], is_number)):
                yield Span(begin, end, first.entity_type, 1.0, "propagation")


def _rewritten(drafts: Sequence[Draft], entities: Entities, hash_identifier: Callable[[str], str]) -> Minimization:
    replacements: dict[str, str] = {}
    originals: dict[str, Original] = {}
    ambiguous: set[str] = set()
    report: list[SpanReport] = []
    for each in drafts:
        redacted = [(span, each.original(span)) for span in each.redacted]
        placeholders = [entities.placeholder(span.entity_type, original) for span, original in redacted]
        if each.leaf.kind is LeafKind.IDENTIFIER:
            replacements[each.leaf.path] = hash_identifier(each.leaf.text)
        elif placeholders:
            replacements[each.leaf.path] = _rewrite(each, placeholders)
        originals.update(zip(map(str, placeholders), (original for _, original in redacted), strict=True))
        ambiguous.update(_own_spellings(each))
        report.extend(_report(each, placeholders))
    return Minimization(replacements, ReplacementMap(originals, frozenset(ambiguous)), tuple(report))


def _rewrite(each: Draft, placeholders: Sequence[Placeholder]) -> str:
    text, is_name = each.leaf.text, each.leaf.kind is LeafKind.NAME
    pieces: list[str] = []
    done = 0
    for span, new in zip(each.redacted, placeholders, strict=True):
        pieces += (text[done : span.start], new.bare(text[span.end : span.end + 12]) if is_name else str(new))
        done = span.end
    return "".join([*pieces, text[done:]])


def _own_spellings(each: Draft) -> Iterator[str]:
    """The placeholders that a user's own text, by whatever spelling, could be taken for."""
    for begin, end in each.gaps():
        for match in TEXT.whole.finditer(each.leaf.text[begin:end]):
            yield placeholder(match)


def _report(each: Draft, placeholders: Sequence[Placeholder]) -> list[SpanReport]:
    redacted = [
        _span_report(each.leaf.path, span, Action.REDACT, str(new))
        for span, new in zip(each.redacted, placeholders, strict=True)
    ]
    retained = [
        _span_report(each.leaf.path, span, Action.RETAIN, None) for span in each.retained if not _overlaps(span, each)
    ]
    return sorted(redacted + retained, key=lambda entry: entry.start) if retained else redacted


def _overlaps(span: Span, each: Draft) -> bool:
    following = bisect_left(each.redacted, span.end, key=start)
    return following > 0 and each.redacted[following - 1].end > span.start


def _span_report(path: str, span: Span, action: Action, replacement: str | None) -> SpanReport:
    return SpanReport(path, span.start, span.end, span.entity_type, span.score, action, replacement, span.recognizer)
