"""Cuts a text so that each part fits the model and no part depends on another paragraph."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from gateway.detection.recognizer import Extent

_PARAGRAPH_END: Final = re.compile(r"\n[^\S\n]*\n\s*")
_SENTENCE_END: Final = re.compile(r"[.!?…]['\"’”)]?\s+|[。！？]|\n\s*")


def paragraphs(text: str) -> Iterator[Extent]:
    """Yields the paragraphs, which together are the whole text.

    >>> list(paragraphs("Ann.\\n\\nBob."))
    [(0, 6), (6, 10)]
    """
    return _cut(_PARAGRAPH_END, text, 0, len(text))


def sentences(text: str, start: int, end: int) -> Iterator[Extent]:
    """Yields the sentences and lines between two offsets, which together are the whole stretch.

    >>> list(sentences("Hi! Ask Ann.\\nNow", 0, 16))
    [(0, 4), (4, 13), (13, 16)]
    """
    return _cut(_SENTENCE_END, text, start, end)


def _cut(at_end: re.Pattern[str], text: str, start: int, end: int) -> Iterator[Extent]:
    for match in at_end.finditer(text, start, end):
        if match.end() < end:
            yield start, match.end()
            start = match.end()
    if start < end:
        yield start, end


def sentences_with(text: str, places: Sequence[int]) -> Iterator[Extent]:
    """Yields the sentences that contain one of the ordered offsets; neighbours in a paragraph are one stretch.

    >>> list(sentences_with("No. Ann? Bob! No.", [4, 10])), list(sentences_with("No. Ann?\\n\\nBob! No.", [4, 10]))
    ([(4, 14)], [(4, 10), (10, 15)])
    """
    for paragraph in paragraphs(text):
        if _holds(places, paragraph):
            holding = (each for each in sentences(text, *paragraph) if _holds(places, each))
            yield from _joined(holding)


def _holds(places: Sequence[int], extent: Extent) -> bool:
    start, end = extent
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def _joined(extents: Iterator[Extent]) -> Iterator[Extent]:
    start, end = next(extents)
    for first, last in extents:
        if first != end:
            yield start, end
            start = first
        end = last
    yield start, end


def windows(breaks: Sequence[int], most: int) -> Iterator[Extent]:
    """Yields the longest windows of at most ``most`` tokens that start and end at breaks.

    ``breaks`` are ascending indexes of tokens, from 0 to their number. A stretch between two breaks that is longer than
    a window is cut into several.

    >>> list(windows([0, 3, 5, 9], most=6)), list(windows([0, 15], most=6))
    ([(0, 5), (5, 9)], [(0, 6), (6, 12), (12, 15)])
    """
    start = 0
    for last, at in pairwise(breaks):
        if at - start > most and last > start:
            yield start, last
            start = last
        while at - start > most:
            yield start, start + most
            start += most
    if start < breaks[-1]:
        yield start, breaks[-1]
