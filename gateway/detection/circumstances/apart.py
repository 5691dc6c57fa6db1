"""What others find inside of what is told stays theirs: a name in the story of an illness is a name.

So is what they find to be told of another kind: of "Black husband" the first word tells an origin.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile
from typing import Final

from gateway.detection.circumstances.tagger import NAME, TOLD
from gateway.types import EntityType, Span, kinds

_SURE: Final = 0.5
_KINDS: Final = frozenset(TOLD)
_TELLING: Final = re.compile(r"[^\W\d_]{3}|[\u3041-\ud7a3]{2}|\d")
_NAMING: Final = re.compile(r"[^\W\d_]{3}|\d")  # "夫の" beside a name is none


def apart(spans: Sequence[Span], text: str) -> list[Span]:
    """Returns the spans, and of what is told only the parts that no sure span of what identifies somebody covers.

    Nor does a sure span inside, of another kind of what is told. Doubtful spans may stand inside. Parts without a
    number or three letters together are dropped; in Chinese, Japanese and Korean two letters are enough, but for a
    name.

    >>> from gateway.types import EntityType
    >>> told = Span(0, 19, EntityType.HEALTH_INFORMATION, 0.9, NAME)
    >>> name = Span(6, 9, EntityType.NAME, 0.8, "tagger")
    >>> [(span.start, span.end) for span in apart([told, name], "hurt: Ann broke leg")]
    [(6, 9), (0, 6), (9, 19)]
    >>> told, origin = Span(0, 13, EntityType.MARITAL_STATUS, 0.9, NAME), Span(0, 5, EntityType.ETHNICITY, 0.8, "terms")
    >>> [(span.start, span.end) for span in apart([told, origin], "Black husband")]
    [(0, 5), (5, 13)]
    """
    told = [span for span in spans if span.recognizer == NAME]
    if not told:
        return [*spans]
    others = [span for span in spans if span.recognizer != NAME]
    sure = sorted(span for span in others if span.score >= _SURE)
    reached = [*accumulate((span.end for span in sure), max)]
    parts = [(span, part) for span in told for part in _parts(span, sure, bisect_right(reached, span.start))]
    return [*others, *(part for span, part in parts if part == span or _is_told(part, text))]


def _cuts(sure: Span, told: Span) -> bool:
    """Returns whether a sure span takes its part of what is told."""
    of_sure = kinds(sure.entity_type)
    if _KINDS.isdisjoint(of_sure):
        return True
    is_inside = told.start <= sure.start and sure.end <= told.end and sure.end - sure.start < told.end - told.start
    return is_inside and told.entity_type not in of_sure and sure.entity_type not in kinds(told.entity_type)


def _is_told(part: Span, text: str) -> bool:
    """Returns whether what sure spans leave of a span still tells something."""
    telling = _NAMING if part.entity_type is EntityType.NAME else _TELLING
    return telling.search(text, part.start, part.end) is not None


def _parts(told: Span, sure: Sequence[Span], first: int) -> Iterator[Span]:
    """Yields what the sure spans leave; those before the first end before it begins."""
    start = told.start
    for other in takewhile(lambda each: each.start < told.end, (sure[at] for at in range(first, len(sure)))):
        if start < other.end and _cuts(other, told):
            if start < other.start:
                yield told._replace(start=start, end=other.start)
            start = other.end
    if start < told.end:
        yield told._replace(start=start)
