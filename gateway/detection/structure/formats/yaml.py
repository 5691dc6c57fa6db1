"""YAML at any indent, and every text of lines with a label and a colon: forms, mail and HTTP headers, LDIF.

The indent gives the labels around a label. A label at the end of its line has its value in the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from gateway.detection.structure.field import Field, Written, unquoted

_LINE: Final = re.compile(
    r"\n(?P<indent>[ \t>]*+)(?P<bullet>(?:(?:[-*•+#]|//|\d{1,2}[.)])[ \t]++)*+)"
    r"""["'*_`]{0,3}+(?P<label>[^\W\d][^\n:：={}\[\]<>"'*|]{0,62}+)["'*_`]{0,3}+[ \t]*+"""
    r"[:：]{1,2}+[ \t]*+(?P<value>[^\n]*+)"
)
_BELOW: Final = re.compile(
    r"\n(?:[ \t]*+\n)?+[ \t>]*+(?:[-*•]\s++)?+(?P<value>[^\s:：=#'(\[{@\"][^\n:：=(]{0,120}+)(?=\n|\Z)"
)
_BLOCK: Final = re.compile(r"(?:[|>][+-]?)?+[ \t]*+|[*_ \t]*+")
_CODE: Final = ",;{("


class _Level(NamedTuple):
    indent: int
    label: str
    group: int


def read(text: str) -> Iterator[Field]:
    r"""Yields the value of each line's label.

    >>> text = "patient:\n  name: Ann Lee\n  pins:\n    - 1234\nPassword:\nhunter2"
    >>> [(".".join((*each.parents, each.label)), text[each.start : each.end]) for each in read(text)]
    [('patient.name', 'Ann Lee'), ('patient.pins', '1234'), ('Password', 'hunter2')]
    """
    if ":" not in text and "：" not in text:
        return
    lines = f"\n{text}"
    levels: list[_Level] = []
    group, done = 0, 0
    for line in _LINE.finditer(lines):
        indent = len(line["indent"]) + len(line["bullet"])
        if line["bullet"] or lines.find("\n\n", done, line.start() + 1) >= 0:
            group += 1
            levels = [level for level in levels if level.indent < indent]
        done = line.end()
        while levels and levels[-1].indent >= indent:
            group = levels.pop().group
        label = line["label"].rstrip()
        parents = tuple(level.label for level in levels)
        start, end = unquoted(lines, *line.span("value"))
        if not _BLOCK.fullmatch(line["value"].strip()):
            yield Field(label, start - 1, end - 1, _written(line["value"]), parents, group)
            continue
        levels.append(_Level(indent, label, group))
        if below := _BELOW.match(lines, end):
            yield Field(label, below.start("value") - 1, below.end() - 1, Written.PLAIN, parents, group)
        group += 1


def _written(value: str) -> Written:
    bare = value.strip()
    if bare[0] in "\"'":
        return Written.QUOTED
    return Written.BARE if bare[-1] in _CODE else Written.PLAIN
