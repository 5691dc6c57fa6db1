"""Notes: lines of a label and its value with an arrow, a dash or an equals sign between, as people type them.

``First name = Ann`` is a note, because no name in code has a space; ``first_name = x`` is code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field, Written

_LINE: Final = re.compile(
    r"\n[ \t>]*+(?:(?:[-*•+]|\d{1,2}[.)])[ \t]++)?+[\"'*_`]{0,3}+"
    r"(?P<label>[^\W\d][^\n:：=,;(){}\[\]<>\"'*|→⇒–—-]{1,40}+)[\"'*_`]{0,3}+[ \t]*+"
    r"(?P<sign>->|=>|→|⇒|(?<=\s)(?:[–—=-])(?=\s))[ \t]*+(?P<value>[^\s=>][^\n]{0,200}+)"
)
_SIGNS: Final = ("->", "=>", "→", "⇒", " – ", " — ", " - ", " = ")


def read(text: str) -> Iterator[Field]:
    r"""Yields the value of each line; lines that follow one another are one record.

    >>> text = "* First name = Ann\n* PIN → 1234\n\nfirst = x\nPhone - 555 0123"
    >>> [(each.label, text[each.start : each.end], each.group) for each in read(text)]
    [('First name', 'Ann', 0), ('PIN', '1234', 0), ('Phone', '555 0123', 1)]
    """
    if not any(sign in text for sign in _SIGNS):
        return
    lines = f"\n{text}"
    group = end = 0
    for line in _LINE.finditer(lines):
        label = line["label"].rstrip()
        if line["sign"] == "=" and " " not in label:
            continue
        group += bool(end) and line.start() > end
        end = line.end()
        written = Written.BARE if line["sign"] == "=" else Written.PLAIN
        yield Field(label, line.start("value") - 1, end - 1, written, group=group)
