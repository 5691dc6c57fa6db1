"""Undoes obfuscations of a text: one module per obfuscation, all listed here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from gateway.detection.views import addresses, digits, entities, escapes, invisible, letters, marks, percent
from gateway.detection.views.view import View

Reading = Callable[[str], View | None]
"""Returns a text with one obfuscation undone, or None if the text does not use it."""

# The same characters in another notation: all recognizers search these.
READINGS: Final[tuple[Reading, ...]] = (
    escapes.read,
    entities.read,
    percent.read,
    invisible.read,
    marks.read,
    letters.read,
)
# Words that stand for characters: only parts that look like a value are rewritten, and only those are searched.
SPELLINGS: Final[tuple[Reading, ...]] = (addresses.read, digits.spelled, digits.spaced)


def read(below: View, readings: tuple[Reading, ...]) -> Iterator[View]:
    """Yields the view that each reading makes of the one before; most texts have none.

    >>> [view.text for view in read(View("&#x2460;\\u200b\\uff12"), READINGS)]
    ['①\\u200b２', '①２', '12']
    """
    for reading in readings:
        if view := reading(below.text):
            below = replace(view, base=below)
            yield below
