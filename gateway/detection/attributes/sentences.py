"""Where the sentences of a text begin and end."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import Final

from gateway.detection.recognizer import Extent

_END: Final = re.compile(
    r"[!?。！？।؟\n.](?:(?<!\.)|(?<!\b[A-Z]\.)(?<!\b[DMS][rs]\.)(?<!\bMrs\.)(?![\w,;:)-]| ?[\d(]))"
)
_FARTHEST: Final = 300  # characters: what stands farther away in a longer sentence is not read


class Sentences:
    """The sentences of a text; initials, titles and numbers do not end one.

    >>> text = "Ask Dr. Lee. She has 3.5 cats! Fine."
    >>> [text[slice(*Sentences(text).around(at, at + 1))] for at in (0, 20)]
    ['Ask Dr. Lee', ' She has 3.5 cats']
    """

    def __init__(self, text: str) -> None:
        self._text = text

    def around(self, start: int, end: int) -> Extent:
        """Returns the offsets of the sentence around a part of the text, at most 300 characters to either side."""
        ends = self._ends
        before, behind = bisect_left(ends, start), bisect_left(ends, end)
        first = ends[before - 1] + 1 if before else 0
        last = ends[behind] if behind < len(ends) else len(self._text)
        return max(first, start - _FARTHEST), min(last, end + _FARTHEST)

    @cached_property
    def _ends(self) -> list[int]:
        return [match.start() for match in _END.finditer(self._text)]
