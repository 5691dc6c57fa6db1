"""Chat logs: ``[09:14] hope.m: …``, ``<hope.m> …``, ``12/03/24, 09:14 - Hope Marsh: …``; in turns also ``Hope: …``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from gateway.detection.structure.field import Field
from gateway.detection.structure.vocabulary import meaning
from gateway.detection.words import listed_in

_DATE: Final = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ T])?"
_LINE: Final = re.compile(
    rf"\n[ \t>]*+(?:[\[(]?{_DATE}\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?: ?[AaPp]\.?[Mm]\.?)?[\])]?[ \t]*+[-–]?[ \t]*+"
    r"(?:<?@?(?P<said>[^\W\d][\w.' -]{1,30}?)(?:>|:)[ \t]|\* @?(?P<did>[\w.]{2,30}+) )"
    r"|<@?(?P<marked>[^\W\d][\w.-]{1,30}+)>[ \t]+\S)"
)
_NO_SPEAKER: Final = re.compile(
    r"(?i:[A-Z]+|.*\b(?:error|info|debug|warn\w*|worker|server|main|thread|http|system|note)\b.*|[\w-]+[-.]\d+)"
)
# Letters with their vowel signs, three words at most.
_SPEAKER: Final = r"[^\W\d_][^\s\d:.,;!?()\[\]{}<>|=*#\"/\\]{0,20}"
_SAID: Final = re.compile(rf"\n[ \t>]{{0,4}}+(?P<said>{_SPEAKER}(?: {_SPEAKER}){{0,2}}+):[ \t]+(?P<what>\S[^\n]*)")
_LEAST_SAID: Final = 2
_LEAST_WORDS: Final = 3.0  # a line, on average: forms have shorter values
DIALOGUE_PARTS: Final = Path(__file__).with_name("dialogue_parts.txt")


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
    yield from _in_turns(text)


def _in_turns(text: str) -> Iterator[Field]:
    """Yields the speakers of lines ``Hope: …`` where two at least speak, each more than once, in sentences.

    Labels, roles and what lists repeat are nobody.
    """
    lines = [*_SAID.finditer(f"\n{text}")]
    said = Counter(line["said"] for line in lines)
    often = {each for each, count in said.items() if count >= _LEAST_SAID}
    if len(often) < _LEAST_SAID or any(map(_is_part, said)):
        return
    if sum(len(line["what"].split()) for line in lines) < _LEAST_WORDS * len(lines):
        return
    for line in lines:
        yield Field("full name", line.start("said") - 1, line.end("said") - 1)


def _is_part(said: str) -> bool:
    return said.casefold() in dialogue_parts() or meaning(said) is not None or (said.isupper() and said.isascii())


@cache
def dialogue_parts() -> frozenset[str]:
    """Returns who speaks in interviews, plays and tests, and what lists repeat, in lower case.

    >>> "interviewer" in dialogue_parts(), "hope" in dialogue_parts()
    (True, False)
    """
    return listed_in(DIALOGUE_PARTS)
