"""What others find inside of what is told stays theirs: a name in the story of an illness is a name.

So is what they find to be told of another kind: of "Black husband" the first word tells an origin.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from gateway.detection.circumstances.judging import TOLD
from gateway.detection.circumstances.tagger import EDGES
from gateway.detection.model_names import CIRCUMSTANCES
from gateway.detection.overlap import OrderedSpans
from gateway.types import EntityType, Span, kinds

_SURE: Final = 0.5
_KINDS: Final = frozenset(TOLD)
_TELLING_TYPES: Final = frozenset(each for each in EntityType if not _KINDS.isdisjoint(kinds(each)))
_TELLING: Final = re.compile(r"[^\W\d_]{3}|[\u3041-\ud7a3]{2}|\d")
_WORD: Final = re.compile(r"\w{2,}|\d")
_NAMING: Final = re.compile(r"[^\W\d_]{3}|\d")  # "夫の" beside a name is none


def apart(spans: Sequence[Span], text: str) -> list[Span]:
    """Returns the spans, and of what is told only the parts that no sure span of what identifies somebody covers.

    Nor does a sure span inside, of another kind of what is told. Doubtful spans may stand inside. What they leave has
    a word that may tell something by itself, or is dropped: where "Reply to ann@example.org" was taken for a password,
    nothing is left. Of what identifying spans leave, parts without a number or three letters together are dropped,
    and whatever is left of a user name; in Chinese, Japanese and Korean two letters are enough, but for a name. Of
    what the others leave, signs, single letters and little words are dropped.

    >>> from gateway.types import EntityType
    >>> told = Span(0, 19, EntityType.HEALTH_INFORMATION, 0.9, CIRCUMSTANCES)
    >>> name = Span(6, 9, EntityType.NAME, 0.8, "tagger")
    >>> [(span.start, span.end) for span in apart([told, name], "hurt: Ann broke leg")]
    [(6, 9), (0, 5), (10, 19)]
    >>> told = Span(0, 13, EntityType.MARITAL_STATUS, 0.9, CIRCUMSTANCES)
    >>> origin = Span(0, 5, EntityType.ETHNICITY, 0.8, "terms")
    >>> [(span.start, span.end) for span in apart([told, origin], "Black husband")]
    [(0, 5), (6, 13)]
    """
    told = [span for span in spans if span.recognizer == CIRCUMSTANCES]
    if not told:
        return [*spans]
    others = [span for span in spans if span.recognizer != CIRCUMSTANCES]
    sure = OrderedSpans(sorted(span for span in others if span.score >= _SURE))
    return [
        *others,
        *(_bare(part, text) for span in told for part in _left(span, sure.meeting(span.start, span.end), text)),
    ]


def _bare(part: Span, text: str) -> Span:
    """Returns a part without the white space at its edges, which belongs to the text around it."""
    inside = text[part.start : part.end]
    first, last = len(inside) - len(inside.lstrip()), len(inside.rstrip())
    return part._replace(start=part.start + first, end=part.start + last, sure=())


def _left(told: Span, sure: Sequence[Span], text: str) -> Iterable[Span]:
    """Returns what sure spans leave of one that is told."""
    if not sure:
        return (told,)
    identifying = [each for each in sure if each.entity_type not in _TELLING_TYPES]
    left = [part for part in _cut(told, identifying) if part == told or _is_told(part, text)]
    telling = [each for each in sure if each.entity_type in _TELLING_TYPES]
    parts = [
        part
        for span in left
        for part in _cut(span, (each for each in telling if _is_another_kind_inside(each, span)))
        if part == span or _has_words(part, text)
    ]
    return filter(_is_sure, parts)


def _is_sure(part: Span) -> bool:
    """Returns whether a part of what is told has a word that may tell something by itself."""
    return not part.sure or any(start < part.end and end > part.start for start, end in part.sure)


def _is_another_kind_inside(sure: Span, told: Span) -> bool:
    is_inside = told.start <= sure.start and sure.end <= told.end and sure.end - sure.start < told.end - told.start
    kind = told.entity_type
    return is_inside and kind not in kinds(sure.entity_type) and sure.entity_type not in kinds(kind)


def _has_words(part: Span, text: str) -> bool:
    """Returns whether what sure spans of another kind leave has a word of its own: "ex" of "gay ex"."""
    return any(word[0].lower() not in EDGES for word in _WORD.finditer(text, part.start, part.end))


def _is_told(part: Span, text: str) -> bool:
    """Returns whether what sure spans leave of a span still tells something."""
    if part.entity_type is EntityType.USERNAME:  # one word: another type's
        return False
    telling = _NAMING if part.entity_type is EntityType.NAME else _TELLING
    return telling.search(text, part.start, part.end) is not None


def _cut(told: Span, sure: Iterable[Span]) -> Iterator[Span]:
    """Yields what spans in order leave of another."""
    start = told.start
    for each in sure:
        if start < each.start:
            yield told._replace(start=start, end=each.start)
        start = max(start, each.end)
    if start < told.end:
        yield told._replace(start=start)
