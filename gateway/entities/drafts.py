"""A leaf with the spans that were found in it, before a plan decides what happens to them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gateway.entities.placeholders import ALPHANUMERIC, NAME_PREFIXES, Placeholder
from gateway.policy import Policy
from gateway.types import EntityType, Leaf, LeafKind, Span

Gap = tuple[int, int]

_NAME_WORD = re.compile(f"(?:{'|'.join(NAME_PREFIXES)})*{ALPHANUMERIC}+")


class Draft(NamedTuple):
    """A leaf and its spans, in order.

    Detected spans are disjoint. Spans of given entities may overlap until a plan says which of them counts. A draft
    that was numbered also has the placeholder of each span.
    """

    leaf: Leaf
    spans: tuple[Span, ...] = ()
    placeholders: tuple[Placeholder, ...] = ()

    def __repr__(self) -> str:
        return f"Draft(spans={len(self.spans)})"

    def forms(self) -> list[tuple[EntityType, str]]:
        """Returns the type and the text of each span."""
        text = self.leaf.text
        return [(entity_type, text[start:end]) for start, end, entity_type, *_ in self.spans]

    def with_spans(self, spans: Iterable[Span]) -> Draft:
        """Returns this draft with further spans."""
        further = tuple(spans)
        return Draft(self.leaf, tuple(sorted(self.spans + further, key=start))) if further else self

    def gaps(self) -> list[Gap]:
        """Returns the offsets of the text between the spans."""
        return gaps(self.leaf, self.spans)

    def kept(self) -> list[str]:
        """Returns the text between the spans."""
        text = self.leaf.text
        return [text[start:end] for start, end in self.gaps()]


def gaps(leaf: Leaf, spans: Iterable[Span]) -> list[Gap]:
    """Returns the offsets of the text between ordered spans; none for an identifier, which is sent as a hash.

    >>> from gateway.types import EntityType
    >>> leaf = Leaf("text", LeafKind.TEXT, "Ann is 34", 0)
    >>> gaps(leaf, [Span(0, 3, EntityType.NAME, 1.0, "names"), Span(7, 9, EntityType.AGE, 1.0, "age")])
    [(3, 7)]
    """
    if leaf.kind is LeafKind.IDENTIFIER:
        return []
    found: list[Gap] = []
    done = 0
    for start, end, *_ in spans:
        if done < start:
            found.append((done, start))
        done = max(done, end)
    if done < len(leaf.text):
        found.append((done, len(leaf.text)))
    return found


def start(span: Span) -> int:
    """Returns where a span starts, as a sort key."""
    return span.start


def draft(leaf: Leaf, spans: Sequence[Span], policy: Policy) -> Draft:
    """Returns the draft of a leaf with those of the spans that count by the policy.

    >>> from gateway.types import EntityType
    >>> leaf = Leaf("tools[0].function.name", LeafKind.NAME, "mail_annlee_now", None)
    >>> draft(leaf, [Span(5, 8, EntityType.NAME, 1.0, "names")], Policy()).spans[0].end
    11
    """
    if leaf.kind is LeafKind.IDENTIFIER or not spans:
        return Draft(leaf)
    kept = [span for span in spans if span.start < span.end and policy.keeps(span, leaf.text[span.start : span.end])]
    return Draft(leaf, _merged(_grown(kept, leaf), policy, touching=leaf.kind is LeafKind.NAME))


def _grown(spans: Sequence[Span], leaf: Leaf) -> Sequence[Span]:
    """Returns the spans extended to what is replaced with them: the whole number, or in a name the words they touch."""
    if leaf.kind is LeafKind.NUMBER:
        return [_moved(span, 0, len(leaf.text)) for span in spans]
    if leaf.kind is LeafKind.NAME:
        return [*_grown_to_words(spans, [word.span() for word in _NAME_WORD.finditer(leaf.text)])]
    return spans


def _grown_to_words(spans: Iterable[Span], words: list[tuple[int, int]]) -> Iterator[Span]:
    for span in spans:
        first = bisect_left(words, span.start, key=lambda word: word[1])
        last = bisect_right(words, span.end, key=lambda word: word[0]) - 1
        begin = min(span.start, words[first][0]) if first < len(words) else span.start
        end = max(span.end, words[last][1]) if last >= 0 else span.end
        yield _moved(span, begin, end)


def _merged(spans: Sequence[Span], policy: Policy, *, touching: bool) -> tuple[Span, ...]:
    """Returns the spans in order, merged where they overlap, or where they touch if ``touching``.

    A merged span has the type with the strictest action; the first span's if the actions are equal.
    """
    if len(spans) < 2:
        return tuple(spans)
    merged: list[Span] = []
    for span in sorted(spans, key=start):
        if merged and span.start < merged[-1].end + touching:
            last = merged[-1]
            strictest = span if policy.action_on(span) > policy.action_on(last) else last
            merged[-1] = _moved(strictest, last.start, max(last.end, span.end))
        else:
            merged.append(span)
    return tuple(merged)


def _moved(span: Span, begin: int, end: int) -> Span:
    return Span(begin, end, span.entity_type, span.score, span.recognizer)
