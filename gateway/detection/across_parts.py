"""Finds values that are cut over two parts of one message: what is cut in two is found in neither part alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from gateway.detection.detector import Detector
from gateway.detection.overlap import resolve
from gateway.types import Leaf, LeafKind, Span

_REACH: Final = 200  # characters on either side of a cut: longer than any value but a key
_SHORTEST: Final = 3  # characters of half a value
_PART: Final = re.compile(r"(.*)\[([0-9]+)\]\.text")

Spans = tuple[Span, ...]


def across_parts(leaves: Sequence[Leaf], spans: Sequence[Spans], texts: Detector, patterns: Detector) -> list[Spans]:
    """Returns the spans of each leaf, and the halves of spans that reach from one part of a message into the next.

    Where the next part does not begin in the middle of a word, names are not looked for, and a value that was found
    whole at the end of a part ends there, unless one that reaches on is surer: the end of one paragraph and the
    beginning of another read together like a name that nobody has, or like a longer address.

    >>> from gateway.detection.pattern_detector import PatternDetector
    >>> texts = ["Mail ann@co", "rp.example"]
    >>> parts = [Leaf(f"content[{i}].text", LeafKind.TEXT, text, 0) for i, text in enumerate(texts)]
    >>> found = across_parts(parts, [(), ()], PatternDetector(), PatternDetector())
    >>> [[(span.start, span.end) for span in each] for each in found]
    [[(5, 11)], [(0, 10)]]
    """
    found = list(spans)
    cuts = list(_cuts(leaves))
    for detector, in_word in ((texts, True), (patterns, False)):
        own = [at for at in cuts if _begins_in_word(leaves[at + 1].text) is in_word]
        crossings = detector.detect_all([_around(leaves, at) for at in own]) if own else ()
        for at, crossing in zip(own, crossings, strict=True):
            sure = 0.0 if in_word else _how_sure_it_ends(leaves[at], spans[at])
            _add(found, leaves, at, [each for each in crossing if each.score > sure])
    return found


def _cuts(leaves: Sequence[Leaf]) -> Iterator[int]:
    """Yields the index of each leaf that the next leaf continues."""
    for at, (leaf, following) in enumerate(pairwise(leaves)):
        if LeafKind.TEXT is leaf.kind is following.kind and leaf.message == following.message is not None:
            part, next_part = _PART.fullmatch(leaf.path), _PART.fullmatch(following.path)
            if part and next_part and part[1] == next_part[1] and leaf.text and following.text:
                yield at


def _how_sure_it_ends(leaf: Leaf, spans: Spans) -> float:
    return max((span.score for span in spans if span.end == len(leaf.text)), default=0.0)


def _begins_in_word(text: str) -> bool:
    return not text[0].isspace() and not text[0].isupper()


def _around(leaves: Sequence[Leaf], at: int) -> str:
    return leaves[at].text[-_REACH:] + leaves[at + 1].text[:_REACH]


def _add(found: list[Spans], leaves: Sequence[Leaf], at: int, crossing: Sequence[Span]) -> None:
    """Adds the halves of the span that crosses the cut, if there is one."""
    length = len(leaves[at].text)
    shift = max(0, length - _REACH)
    for span in crossing:
        if span.start + shift < length < span.end + shift:
            _add_half(found, leaves, at, span._replace(start=span.start + shift, end=length))
            _add_half(found, leaves, at + 1, span._replace(start=0, end=span.end + shift - length))


def _add_half(found: list[Spans], leaves: Sequence[Leaf], at: int, half: Span) -> None:
    """Adds half a value, unless it is so short that hiding it everywhere would hide other words."""
    if half.end - half.start >= _SHORTEST:
        found[at] = resolve((*found[at], half), leaves[at].text)
