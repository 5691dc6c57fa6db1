"""Where the sentence around a part of a text begins and ends."""

from __future__ import annotations

import re
from typing import Final

from gateway.detection.recognizer import Extent

_END: Final = re.compile(r"[!?。！？।؟\n]|(?<!\b[A-Z])(?<!\b[DMS][rs])(?<!\bMrs)\.(?![\w,;:)-]| ?[\d(])")
_FARTHEST: Final = 300  # characters: what stands farther away in a longer sentence is not read


def sentence(text: str, start: int, end: int) -> Extent:
    """Returns the offsets of the sentence around a part of a text; initials, titles and numbers do not end it.

    >>> text = "Ask Dr. Lee. She has 3.5 cats! Fine."
    >>> [text[slice(*sentence(text, at, at + 1))] for at in (0, 20)]
    ['Ask Dr. Lee', ' She has 3.5 cats']
    """
    first = max(0, start - _FARTHEST)
    before = max((match.end() for match in _END.finditer(text, first, start)), default=first)
    behind = _END.search(text, end, end + _FARTHEST)
    return before, behind.start() if behind else min(len(text), end + _FARTHEST)
