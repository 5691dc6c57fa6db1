"""The overlap rule: it makes overlapping spans of many recognizers disjoint and keeps every claimed character."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import accumulate
from operator import itemgetter
from typing import Final

from gateway.types import EntityType, Span

# A leak of these cannot be undone.
_IRREVERSIBLE: Final = frozenset(
    {
        EntityType.KEYS,
        EntityType.CREDIT_CARD,
        EntityType.IBAN,
        EntityType.BANK_ACCOUNT,
        EntityType.ID_NUMBER,
        EntityType.SSN,
        EntityType.PASSPORT,
        EntityType.DRIVER_LICENSE,
    }
)
# These often contain other values and reveal little by themselves.
_CONTAINERS: Final = frozenset({EntityType.URL})
# Of these, other types say more exactly what they are.
_GENERAL: Final = frozenset({EntityType.ID_NUMBER, EntityType.TIME})
_SENSITIVITIES: Final = {each: (each in _IRREVERSIBLE) - (each in _CONTAINERS) for each in EntityType}
_START: Final = itemgetter(0)
_END: Final = itemgetter(1)
_SCORE: Final = itemgetter(3)
_LETTER_OR_DIGIT: Final = re.compile(r"[^\W_]")

Rank = tuple[int, int, bool, bool, float, int, str, str]


def resolve(spans: Iterable[Span], text: str, proven: Set[str] = frozenset()) -> tuple[Span, ...]:
    """Returns disjoint spans in order that cover every letter and digit covered by any of the given spans.

    Each character goes to the best span on it, in this order: types whose leak cannot be undone first and URLs last;
    longer before shorter; proven by a checksum (the recognizer is in ``proven``) first; a number or a time that is
    nothing more exact last; higher score first; leftmost first. The rest of a losing span stays as a separate span, so
    nothing stays readable, and an e-mail address inside a URL is redacted even if the policy retains URLs. Spans
    without a letter or digit are dropped. A span gets the highest score of all spans that it overlaps, so a threshold
    on a doubtful type does not drop what another recognizer was sure of.

    >>> spans = [Span(0, 20, EntityType.URL, 0.5, "url"), Span(8, 16, EntityType.EMAIL, 0.9, "email")]
    >>> [(s.start, s.end, s.entity_type.value) for s in resolve(spans, "https://a@b.examp/xy")]
    [(0, 8, 'URL'), (8, 16, 'EMAIL'), (16, 20, 'URL')]
    """
    resolved: list[Span] = []
    for cluster in clusters(spans):
        resolved += _disjoint(cluster, proven) if len(cluster) > 1 else cluster
    return tuple(piece for piece in resolved if _LETTER_OR_DIGIT.search(text, piece.start, piece.end))


def completed(spans: tuple[Span, ...], more: Iterable[Span], text: str) -> tuple[Span, ...]:
    """Returns resolved spans with more of them, resolved again if there are any.

    >>> name, rest = Span(4, 7, EntityType.NAME, 0.5, "a"), Span(0, 7, EntityType.NAME, 0.5, "b")
    >>> completed((name,), [rest], "Mrs Lee") == (rest,), completed((name,), [], "Mrs Lee") == (name,)
    (True, True)
    """
    more = [*more]
    return resolve([*spans, *more], text) if more else spans


class OrderedSpans:
    """Spans in order, some of which meet a part of their text."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = spans
        self._starts = [span.start for span in spans]
        self._reached = [*accumulate((span.end for span in spans), max)]

    def meeting(self, start: int, end: int) -> Sequence[Span]:
        """Returns those that may share a letter with a part: those before them end before it."""
        return self._spans[bisect_right(self._reached, start) : bisect_left(self._starts, end)]


def _rank(span: Span, proven: Set[str]) -> Rank:
    start, end, entity_type, score, recognizer, _ = span
    is_general = entity_type in _GENERAL
    is_unproven = recognizer not in proven
    return -_SENSITIVITIES[entity_type], start - end, is_unproven, is_general, -score, start, entity_type, recognizer


def clusters(spans: Iterable[Span]) -> Iterator[list[Span]]:
    """Yields groups of overlapping spans, ordered by start.

    >>> name, both = Span(0, 3, EntityType.NAME, 0.5, "a"), Span(2, 5, EntityType.NAME, 0.5, "b")
    >>> [len(cluster) for cluster in clusters([Span(5, 6, EntityType.NAME, 0.5, "c"), both, name])]
    [2, 1]
    """
    cluster: list[Span] = []
    reach = 0
    for span in sorted(spans, key=_START):
        if cluster and span.start >= reach:
            yield cluster
            cluster = []
        cluster.append(span)
        reach = max(reach, span.end)
    if cluster:
        yield cluster


def _disjoint(cluster: Sequence[Span], proven: Set[str]) -> Iterable[Span]:
    """Returns the pieces of spans that overlap, ordered by start: one if the best span covers all of them."""
    ranked = [(_rank(span, proven), span) for span in cluster]
    start, end, entity_type, _, recognizer, _ = min(ranked)[1]
    if start > cluster[0].start or end < max(map(_END, cluster)):
        return _pieces(ranked)
    return (Span(start, end, entity_type, max(map(_SCORE, cluster)), recognizer),)


def _pieces(ranked: Sequence[tuple[Rank, Span]]) -> Iterator[Span]:
    """Yields the winning span of each stretch between two boundaries; adjacent stretches of one winner are joined."""
    waiting = [*reversed(ranked)]
    active: list[tuple[Rank, Span]] = []
    boundaries = sorted({edge for _, span in ranked for edge in (span.start, span.end)})
    winner, begin, top = ranked[0][1], boundaries[0], 0.0
    for start in boundaries[:-1]:
        active = [claim for claim in active if claim[1].end > start]
        while waiting and waiting[-1][1].start == start:
            active.append(waiting.pop())
        best = min(active)[1]
        if best is not winner:
            if begin < start:
                yield Span(begin, start, winner.entity_type, top, winner.recognizer)
            winner, begin, top = best, start, 0.0
        top = max(top, *(span.score for _, span in active))
    yield Span(begin, boundaries[-1], winner.entity_type, top, winner.recognizer)
