"""What a text says beneath its obfuscations: each module undoes one of them, and is listed here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from gateway.detection.views import addresses, digits, entities, escapes, invisible, letters, marks, percent
from gateway.detection.views.view import View

Reading = Callable[[str], View | None]
"""What a text says once one obfuscation is undone; None where it has none of it."""

# The same characters, written otherwise: everything is searched for in these.
READINGS: Final[tuple[Reading, ...]] = (
    escapes.read,
    entities.read,
    percent.read,
    invisible.read,
    marks.read,
    letters.read,
)
# Other words for the characters: only what has the shape of a value is read so, and only that is searched.
SPELLINGS: Final[tuple[Reading, ...]] = (addresses.read, digits.spelled, digits.spaced)


def read(below: View, readings: tuple[Reading, ...]) -> Iterator[View]:
    """The views that readings give, each of the one before it; few texts have any.

    >>> [view.text for view in read(View("&#x2460;\\u200b\\uff12"), READINGS)]
    ['①\\u200b２', '①２', '12']
    """
    for reading in readings:
        if view := reading(below.text):
            below = replace(view, base=below)
            yield below
