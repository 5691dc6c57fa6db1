"""What will be redacted in one leaf, as long as it is not decided by which placeholders."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gateway.minimization.placeholders import ALPHANUMERIC, NAME_PREFIX
from gateway.minimization.policy import Policy
from gateway.types import Action, Leaf, LeafKind, Original, Span

_NAME_WORD = re.compile(f"(?:{NAME_PREFIX})*{ALPHANUMERIC}+")


@dataclass(frozen=True, slots=True, repr=False)
class Draft:
    """A leaf, the disjoint spans that will be redacted in it, in order, and the spans that the policy retains."""

    leaf: Leaf
    redacted: tuple[Span, ...] = ()
    retained: tuple[Span, ...] = ()

    def __repr__(self) -> str:
        return f"Draft(redacted={len(self.redacted)}, retained={len(self.retained)})"

    def original(self, span: Span) -> Original:
        """The surface form that a span covers."""
        return Original(self.leaf.text[span.start : span.end], self.leaf.kind is LeafKind.NUMBER)

    def with_redacted(self, spans: Iterable[Span]) -> Draft:
        """This draft with further spans, which overlap none that it has."""
        further = tuple(spans)
        return Draft(self.leaf, tuple(sorted(self.redacted + further, key=start)), self.retained) if further else self

    def gaps(self) -> Iterator[tuple[int, int]]:
        """The offsets of what stays between the redacted spans: nothing in an identifier, which leaves as a hash."""
        if self.leaf.kind is LeafKind.IDENTIFIER:
            return
        done = 0
        for span in self.redacted:
            if done < span.start:
                yield done, span.start
            done = span.end
        if done < len(self.leaf.text):
            yield done, len(self.leaf.text)


def start(span: Span) -> int:
    """Where a span starts: the order in which spans are worked on."""
    return span.start


def draft(leaf: Leaf, spans: Iterable[Span], policy: Policy) -> Draft:
    """The draft that a policy makes of what was found in a leaf.

    >>> from gateway.types import EntityType
    >>> leaf = Leaf("tools[0].function.name", LeafKind.NAME, "mail_annlee_now", None)
    >>> draft(leaf, [Span(5, 8, EntityType.NAME, 1.0, "names")], Policy()).redacted[0].end
    11
    """
    if leaf.kind is LeafKind.IDENTIFIER:
        return Draft(leaf)
    kept = [span for span in spans if span.start < span.end and policy.keeps(span, leaf.text[span.start : span.end])]
    retained = tuple(span for span in kept if policy.action_on(span) is Action.RETAIN)
    redacted = (span for span in kept if policy.action_on(span) is not Action.RETAIN)
    return Draft(leaf, _merged(_grown(redacted, leaf), touching=leaf.kind is LeafKind.NAME), retained)


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


def _merged(spans: Iterable[Span], *, touching: bool) -> tuple[Span, ...]:
    """The spans in order, with those that overlap, or touch where that counts, made one of the first one's type."""
    merged: list[Span] = []
    for span in sorted(spans, key=start):
        if merged and span.start < merged[-1].end + touching:
            merged[-1] = _moved(merged[-1], merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)


def _moved(span: Span, begin: int, end: int) -> Span:
    return Span(begin, end, span.entity_type, span.score, span.recognizer)
