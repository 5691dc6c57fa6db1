"""Chat logs: ``[09:14] hope.m: …``, ``<hope.m> …``, ``12/03/24, 09:14 - Hope Marsh: …``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field

_DATE: Final = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ T])?"
_LINE: Final = re.compile(
    rf"\n[ \t>]*+(?:[\[(]?{_DATE}\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?: ?[AaPp]\.?[Mm]\.?)?[\])]?[ \t]*+[-–]?[ \t]*+"
    r"(?:<?@?(?P<said>[^\W\d][\w.' -]{1,30}?)(?:>|:)[ \t]|\* @?(?P<did>[\w.]{2,30}+) )"
    r"|<@?(?P<marked>[^\W\d][\w.-]{1,30}+)>[ \t]+\S)"
)
_NO_SPEAKER: Final = re.compile(
    r"(?i:[A-Z]+|.*\b(?:error|info|debug|warn\w*|worker|server|main|thread|http|system|note)\b.*|[\w-]+[-.]\d+)"
)


def read(text: str) -> Iterator[Field]:
    r"""Yields who speaks.

    >>> text = "[09:14] hope.m: hi\n[09:15] <bill_k> hello"
    >>> [text[each.start : each.end] for each in read(text)]
    ['hope.m', 'bill_k']
    """
    if ":" not in text and ">" not in text:
        return
    for line in _LINE.finditer(f"\n{text}"):
        start, end = line.span(line.lastgroup or 0)
        said = text[start - 1 : end - 1]
        if not (said.isupper() or _NO_SPEAKER.fullmatch(said)):
            yield Field("user", start - 1, end - 1)
