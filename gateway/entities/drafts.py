"""What was found in one leaf, as long as it is not decided what becomes of it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import compress

from gateway.entities.placeholders import ALPHANUMERIC, NAME_PREFIXES
from gateway.policy import Policy
from gateway.types import Leaf, LeafKind, Original, Span

Gap = tuple[int, int]

_NAME_WORD = re.compile(f"(?:{'|'.join(NAME_PREFIXES)})*{ALPHANUMERIC}+")


@dataclass(frozen=True, slots=True, repr=False)
class Draft:
    """A leaf, the disjoint spans that will be replaced in it, in order, and those that stay as they are."""

    leaf: Leaf
    spans: tuple[Span, ...] = ()
    retained: tuple[Span, ...] = ()

    def __repr__(self) -> str:
        return f"Draft(spans={len(self.spans)}, retained={len(self.retained)})"

    def original(self, span: Span) -> Original:
        """The surface form that a span covers."""
        return Original(self.leaf.text[span.start : span.end], self.leaf.kind is LeafKind.NUMBER)

    def with_spans(self, spans: Iterable[Span]) -> Draft:
        """This draft with further spans, which overlap none that it has."""
        further = tuple(spans)
        return Draft(self.leaf, tuple(sorted(self.spans + further, key=start)), self.retained) if further else self

    def retaining(self, stays: Callable[[Original, Span], bool]) -> Draft:
        """This draft with the spans that stay set apart."""
        staying = [stays(self.original(span), span) for span in self.spans]
        if not any(staying):
            return self
        going = tuple(span for span, stay in zip(self.spans, staying, strict=True) if not stay)
        return Draft(self.leaf, going, tuple(compress(self.spans, staying)))

    def gaps(self) -> Iterator[Gap]:
        """The offsets of what stands between the spans: nothing in an identifier, which leaves as a hash."""
        if self.leaf.kind is LeafKind.IDENTIFIER:
            return
        done = 0
        for span in self.spans:
            if done < span.start:
                yield done, span.start
            done = span.end
        if done < len(self.leaf.text):
            yield done, len(self.leaf.text)


def start(span: Span) -> int:
    """Where a span starts: the order in which spans are worked on."""
    return span.start


def draft(leaf: Leaf, spans: Iterable[Span], policy: Policy) -> Draft:
    """The draft of what was found in a leaf and counts by the policy.

    >>> from gateway.types import EntityType
    >>> leaf = Leaf("tools[0].function.name", LeafKind.NAME, "mail_annlee_now", None)
    >>> draft(leaf, [Span(5, 8, EntityType.NAME, 1.0, "names")], Policy()).spans[0].end
    11
    """
    if leaf.kind is LeafKind.IDENTIFIER:
        return Draft(leaf)
    kept = (span for span in spans if span.start < span.end and policy.keeps(span, leaf.text[span.start : span.end]))
    return Draft(leaf, _merged(_grown(kept, leaf), policy, touching=leaf.kind is LeafKind.NAME))


def _grown(spans: Iterable[Span], leaf: Leaf) -> Iterable[Span]:
    """The spans with all that must be replaced along: a number as a whole, and in a name the words at their edges."""
    if leaf.kind is LeafKind.NUMBER:
        return (_moved(span, 0, len(leaf.text)) for span in spans)
    if leaf.kind is LeafKind.NAME:
        return _grown_to_words(spans, [word.span() for word in _NAME_WORD.finditer(leaf.text)])
    return spans


def _grown_to_words(spans: Iterable[Span], words: list[tuple[int, int]]) -> Iterator[Span]:
    for span in spans:
        first = bisect_left(words, span.start, key=lambda word: word[1])
        last = bisect_right(words, span.end, key=lambda word: word[0]) - 1
        begin = min(span.start, words[first][0]) if first < len(words) else span.start
        end = max(span.end, words[last][1]) if last >= 0 else span.end
        yield _moved(span, begin, end)


def _merged(spans: Iterable[Span], policy: Policy, *, touching: bool) -> tuple[Span, ...]:
    """The spans in order, with those that overlap, or touch where that counts, made one.

    It is of the type that the policy discloses least of, and of the first where that is the same.
    """
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
