"""What others find inside of what is told stays theirs: a name in the story of an illness is a name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gateway.detection.circumstances.tagger import NAME
from gateway.types import Span, kinds

_TELLING: Final = re.compile(r"[^\W\d_]{3}|\d")


def apart(spans: Sequence[Span], text: str) -> list[Span]:
    """Returns the spans, and of what is told only the parts that no span of another kind covers.

    Such a span has at least the score of what it stands in, so every letter that was claimed is still claimed with that
    score. Parts without a number or three letters together are dropped.

    >>> from gateway.types import EntityType
    >>> told = Span(0, 19, EntityType.HEALTH_INFORMATION, 0.9, NAME)
    >>> name = Span(6, 9, EntityType.NAME, 0.4, "tagger")
    >>> [(span.start, span.end, span.score) for span in apart([told, name], "hurt: Ann broke leg")]
    [(6, 9, 0.9), (0, 6, 0.9), (9, 19, 0.9)]
    """
    told = [span for span in spans if span.recognizer == NAME]
    if not told:
        return [*spans]
    others = sorted(_scored(span, told) for span in spans if span.recognizer != NAME)
    parts = (part for span in told for part in _parts(span, others))
    return [*others, *(part for part in parts if _TELLING.search(text, part.start, part.end))]


def _scored(span: Span, told: Sequence[Span]) -> Span:
    around = (each.score for each in told if each.start < span.end and span.start < each.end)
    return span._replace(score=max((span.score, *around)))


def _parts(told: Span, others: Sequence[Span]) -> Iterator[Span]:
    start = told.start
    for other in others:
        if start < other.end and other.start < told.end and not _is_of_kind(other, told):
            if start < other.start:
                yield told._replace(start=start, end=other.start)
            start = other.end
    if start < told.end:
        yield told._replace(start=start)


def _is_of_kind(span: Span, other: Span) -> bool:
    return kinds(span.entity_type)[-1] == kinds(other.entity_type)[-1]
