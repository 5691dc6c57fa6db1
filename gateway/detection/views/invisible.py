"""Invisible characters in or beside words: joiners, soft hyphens, direction marks, variation selectors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.views.view import Edit, View, edited

_INVISIBLE: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
_ANY: Final = re.compile(f"[{_INVISIBLE}]")
_RUN: Final = re.compile(f"[{_INVISIBLE}]++")
_BESIDE: Final = re.compile(r"[\w@.+:/()\[\]-]")


def read(text: str) -> View | None:
    """Returns the text without invisible characters in or beside words; None if it has none.

    Those that only join emoji stay.

    >>> read("Jo\\u200bhn \\u200e+49\\xad30").text
    'John +4930'
    """
    if text.isascii() or not _ANY.search(text):
        return None
    return edited(text, _edits(text))


def _edits(text: str) -> Iterator[Edit]:
    for run in _RUN.finditer(text):
        start, end = run.span()
        if _BESIDE.match(text, end) or (start and _BESIDE.match(text, start - 1)):
            yield Edit(start, end, "")
