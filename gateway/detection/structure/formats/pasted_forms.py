"""Forms as they are copied from a page: a line with a label, and its value in the next line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from gateway.detection.structure.field import Field
from gateway.detection.structure.vocabulary import meaning

_LABEL: Final = re.compile(r"[^\W\d][^\n_.,;:=!?(){}\[\]<>|\"`]{0,46}+[ \t]*+[*?:]?")
_FENCE: Final = "```"
_APART: Final = 4  # lines between the labels of one form, at most


def read(text: str) -> Iterator[Field]:
    r"""Yields the line below each label, where another label with a value is near.

    >>> text = "Last name\nLee\nDate of birth *\n\n1990-01-02\n\nThat is all I know about\nher\n"
    >>> [(each.label, text[each.start : each.end]) for each in read(text)]
    [('Last name', 'Lee'), ('Date of birth', '1990-01-02')]
    """
    if text.count("\n") < 3:
        return
    before: tuple[int, Field] | None = None
    group, is_form = 0, False
    for at, field in _pairs(text):
        if before and at - before[0] <= _APART:
            if not is_form:
                yield before[1]._replace(group=group)
            yield field._replace(group=group)
            is_form = True
        else:
            group, is_form = group + 1, False
        before = at, field


def _pairs(text: str) -> Iterator[tuple[int, Field]]:
    """Yields each line that is no label and follows a label, with the number of its line among those with a text."""
    start = 0
    lines: list[tuple[int, str]] = []
    for line in text.split("\n"):
        if line.strip():
            lines.append((start, line))
        start += len(line) + 1
    labels = [_label(line) for _, line in lines]
    for at, (label, below) in enumerate(pairwise(labels)):
        first, value = lines[at + 1]
        if label and not below and not value.lstrip().startswith(_FENCE):
            yield at, Field(label, first, first + len(value))


def _label(line: str) -> str:
    """Returns the label that a line is, "" if it is none: one word in lower case is code, as is a low line."""
    line = line.strip()
    label = line.rstrip("*?: ")
    is_label = _LABEL.fullmatch(line) and (" " in label or not label.islower())
    return label if is_label and meaning(label) else ""
