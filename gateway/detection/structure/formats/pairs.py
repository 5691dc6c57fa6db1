"""Labels and values in the middle of a line: logfmt, ``key=value`` logs, query strings, cookies, forms, curl headers.

``level=info user=bob``, ``?name=Ann&pin=1234``, ``Name: Ann Lee | DOB: 1990-01-02``, ``Here is my env: API_KEY=…``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field, Written
from gateway.detection.structure.vocabulary import meaning

_JOINT: Final = re.compile(
    r"""(?<![:=<>!+*/%^-])(?:"?=(?![=>~])(?:"(?P<double>[^"\n]*+)|'(?P<single>[^'\n]*+)|(?P<word>(?:[^\s&;,"'<>(){}\[\]|]|,(?=\d))++))"""
    r"""|[:：](?![:/])[ \t]?(?P<rest>[^\s|：;"'`{}\[\]<>][^\n|;\t"`{}\[\]：。；！？]{0,200}+))"""
)
_APART: Final = re.compile(r"[|,;:：=(\[{\t\n\"'`.!?<>&/\\)\]}،؛，；、。–—]|  ")
_SENTENCE: Final = re.compile(r"(?:, |[،؛，；、]|\. |  | [-–—] | and |[.!?]$)")
_PART: Final = re.compile(r"(?:[^&;\"'<>\n ]| (?!HTTP/)){0,120}+")
_QUOTES: Final = ("'", '"')
_PARTS: Final = ("?", "&", ";")
_LONGEST: Final = 400
_REACH: Final = 48
_MOST_WORDS: Final = 4


def read(text: str) -> Iterator[Field]:
    """Yields the values of the labels right before an equals sign or a colon.

    >>> text = "My env: API_KEY=9f86, name=Bo&pin=12, Full name: Ann Lee. Thanks"
    >>> [(each.label, text[each.start : each.end]) for each in read(text)][1:]
    [('API_KEY', '9f86'), ('name', 'Bo'), ('pin', '12'), ('Full name', 'Ann Lee')]
    """
    if "=" not in text and ":" not in text and "：" not in text:
        return
    at = 0
    while joint := _JOINT.search(text, at):
        kind = joint.lastgroup or "word"
        start, end = joint.span(kind)
        label = _label(text, joint.start())
        at = max(start, joint.start() + 1) if kind == "rest" else end
        if not label:
            continue
        if kind == "rest":
            stop = _SENTENCE.search(text, start, end)
            end = stop.start() if stop else end
        if kind == "word":
            end = at = _end_of_part(text, joint.start() - len(label), end)
        yield Field(label, start, end, _written(text, joint.start() - len(label), end, kind))


def _written(text: str, start: int, end: int, kind: str) -> Written:
    """Returns how a value is written: without quotation marks among the arguments of a call it may be code."""
    if kind not in ("word", "rest"):
        return Written.QUOTED
    is_argument = text[start - 1 : start] in ("(", ".") or text[end : end + 1] in (",", ")", "(", "[")
    return Written.BARE if is_argument else Written.PLAIN


def _end_of_part(text: str, start: int, end: int) -> int:
    """Returns where a value ends: with the quotation mark before its label, or with its part of a query or a cookie."""
    if text[start - 1 : start] in _QUOTES:
        closing = text.find(text[start - 1], end, end + _LONGEST)
        return closing if closing > 0 and "\n" not in text[end:closing] else end
    is_part = text[max(0, start - 2) : start].rstrip()[-1:] in _PARTS and text[end : end + 1] == " "
    part = _PART.match(text, end) if is_part else None
    return part.end() if part else end


def _label(text: str, end: int) -> str:
    """Returns the words before an offset that mean something, or else the last one."""
    before = _APART.split(text[max(0, end - _REACH) : end])[-1].split(" ")
    before = [word for word in before if word.strip("-*#•")][-_MOST_WORDS:]
    for first in range(len(before)):
        label = " ".join(before[first:])
        if meaning(label):
            return label
    return before[-1] if before else ""
