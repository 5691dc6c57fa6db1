"""Finds the end of a URL in running text."""

from __future__ import annotations

from typing import Final

from gateway.detection.recognizer import Extent

_TRAILING: Final = frozenset(".,;:!?'*_~|…")
_OPENING: Final = {")": "(", "]": "[", "}": "{"}


def link(candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of a URL without the punctuation of the sentence and without unmatched closing brackets.

    >>> link("https://x.example/a_(b)"), link("https://x.example/a)."), link("https://")
    (((0, 23),), ((0, 19),), ())
    """
    excess = {close: candidate.count(close) - candidate.count(opening) for close, opening in _OPENING.items()}
    end = len(candidate)
    while end and (candidate[end - 1] in _TRAILING or excess.get(candidate[end - 1], 0) > 0):
        end -= 1
        if candidate[end] in excess:
            excess[candidate[end]] -= 1
    return () if candidate[:end].endswith("://") else ((0, end),)
