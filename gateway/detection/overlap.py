"""The overlap rule: it makes overlapping spans of many recognizers disjoint and keeps every claimed character."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import partial
from itertools import pairwise
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

Rank = tuple[int, int, bool, float, int, str, str]


def resolve(spans: Iterable[Span], text: str, proven: Set[str] = frozenset()) -> tuple[Span, ...]:
    """Returns disjoint spans in order that cover every letter and digit covered by any of the given spans.

    Each character goes to the best span on it, in this order: types whose leak cannot be undone first and URLs last;
    longer before shorter; proven by a checksum (the recognizer is in ``proven``) first; higher score first; leftmost
    first. The rest of a losing span stays as a separate span, so nothing stays readable, and an e-mail address inside a
    URL is redacted even if the policy retains URLs. Spans without a letter or digit are dropped. A span gets the
    highest score of all spans that it overlaps, so a threshold on a doubtful type does not drop what another recognizer
    was sure of.

    >>> spans = [Span(0, 20, EntityType.URL, 0.5, "url"), Span(8, 16, EntityType.EMAIL, 0.9, "email")]
    >>> [(s.start, s.end, s.entity_type.value) for s in resolve(spans, "https://a@b.examp/xy")]
    [(0, 8, 'URL'), (8, 16, 'EMAIL'), (16, 20, 'URL')]
    """
    resolved: list[Span] = []
    for cluster in clusters(spans):
        pieces = [_best(cluster, proven)] if _are_alike(cluster) else _pieces(cluster, proven)
        resolved.extend(piece for piece in pieces if _has_letter_or_digit(text, piece))
    return tuple(resolved)


def _rank(span: Span, proven: Set[str]) -> Rank:
    sensitivity = (span.entity_type in _IRREVERSIBLE) - (span.entity_type in _CONTAINERS)
    return (
        -sensitivity,
        span.start - span.end,
        span.recognizer not in proven,
        -span.score,
        span.start,
        span.entity_type,
        span.recognizer,
    )


def clusters(spans: Iterable[Span]) -> Iterator[list[Span]]:
    """Yields groups of overlapping spans, ordered by start.

    >>> name, both = Span(0, 3, EntityType.NAME, 0.5, "a"), Span(2, 5, EntityType.NAME, 0.5, "b")
    >>> [len(cluster) for cluster in clusters([Span(5, 6, EntityType.NAME, 0.5, "c"), both, name])]
    [2, 1]
    """
    cluster: list[Span] = []
    reach = 0
    for span in sorted(spans, key=lambda span: span.start):
        if cluster and span.start >= reach:
            yield cluster
            cluster = []
        cluster.append(span)
        reach = max(reach, span.end)
    if cluster:
        yield cluster


def _are_alike(cluster: Sequence[Span]) -> bool:
    """Returns whether spans that are ordered by start all cover the same characters: those of a cell or an item do."""
    first, last = cluster[0], cluster[-1]
    return first.start == last.start and all(span.end == first.end for span in cluster)


def _best(cluster: Sequence[Span], proven: Set[str]) -> Span:
    if len(cluster) == 1:
        return cluster[0]
    best = min(cluster, key=partial(_rank, proven=proven))
    return best._replace(score=max(span.score for span in cluster))


def _pieces(cluster: list[Span], proven: Set[str]) -> Iterator[Span]:
    """Yields the winning span of each stretch between two boundaries; adjacent stretches of one winner are joined."""
    waiting = sorted(cluster, key=lambda span: span.start, reverse=True)
    active: list[tuple[Rank, Span]] = []
    winner: Span | None = None
    piece: Span | None = None
    boundaries = sorted({edge for span in cluster for edge in (span.start, span.end)})
    for start, end in pairwise(boundaries):
        active = [claim for claim in active if claim[1].end > start]
        while waiting and waiting[-1].start == start:
            span = waiting.pop()
            active.append((_rank(span, proven), span))
        best = min(active)[1]
        score = max(span.score for _, span in active)
        if piece is not None and best is winner:
            piece = piece._replace(end=end, score=max(piece.score, score))
            continue
        if piece is not None:
            yield piece
        winner, piece = best, best._replace(start=start, end=end, score=score)
    if piece is not None:
        yield piece


def _has_letter_or_digit(text: str, piece: Span) -> bool:
    return any(character.isalnum() for character in text[piece.start : piece.end])
