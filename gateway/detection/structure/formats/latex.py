r"""LaTeX: ``\author{Ann Lee}``, ``\phone[mobile]{…}``, ``\newcommand{\password}{…}``, ``\def\pin{…}``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field

_COMMAND: Final = re.compile(
    r"\\(?:(?:re)?newcommand\*?\{?|def|setkeys\{|providecommand\{?)?\\?(?P<label>[A-Za-z]{1,40}+)\*?\}?(?:\[[^\]\n]{0,60}\])?"
    r"\{(?P<value>[^{}\n]{1,400}+)(?:\}\s?\{(?P<second>[^{}\n]{1,400}+))?"
)


def read(text: str) -> Iterator[Field]:
    r"""Yields the arguments of commands.

    >>> text = r"\author{Ann Lee} \name{Ann}{Lee} \newcommand{\pin}{1234}"
    >>> [(each.label, text[each.start : each.end]) for each in read(text)]
    [('author', 'Ann Lee'), ('name', 'Ann'), ('name', 'Lee'), ('pin', '1234')]
    """
    if "\\" not in text or "{" not in text:
        return
    for command in _COMMAND.finditer(text):
        for argument in ("value", "second"):
            if command[argument]:
                yield Field(command["label"], *command.span(argument))
