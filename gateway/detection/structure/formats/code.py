"""Source code: assignments, keyword arguments, setters, ``define()``, attributes: a label, a joint, a quoted value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field, Written

STRING: Final = r"""(?:"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|`[^`\n]*+`)"""
MARKS: Final = "\"'`"
_STRING: Final = rf"[A-Za-z@$]{{0,2}}+{STRING}"  # with the letters that some languages put before one
_LITERAL: Final = re.compile(rf"[=:(,>\s-]\s{{0,8}}+{_STRING}")
_LABELLED: Final = re.compile(
    r"""(?:(?P<first>[(\[]\s{0,8}+["'`])?(?<![\w$])(?P<label>[^\W\d][\w$.-]{0,63}+)(?(first)["'`]\s{0,4}+,|["'`]?[\])?!]{0,2}+"""
    r"""(?:\s?:\s?[A-Za-z][\w.<>\[\]| ]{0,30}?(?=\s?=))?[ \t]{0,4}+"""
    r"""(?:(?P<compared>={2,3}+)|:=|=>|<-|->|=|(?<!["']):|(?P<call>(?<=\w)\()|(?<=[ \t])(?!\s*`))))"""
    rf"""\s{{0,8}}+(?:[(\\]\s{{1,16}}+)?+(?:(?:Decimal|Money|UUID|ObjectId|SecretStr|[Dd]ate|str)\()?+(?P<value>{_STRING})(?(call)(?=\s{{0,8}}+\)))"""
)


def read(text: str) -> Iterator[Field]:
    """Yields the quoted values of the labels before them; ``"label": value`` belongs to JSON.

    >>> text = '''setPassword("hunter2!"); define('DB_PIN', '1234'); let token: string = "a1"; f("x", "y")'''
    >>> [(each.label, text[each.start : each.end]) for each in read(text)]
    [('setPassword', 'hunter2!'), ('DB_PIN', '1234'), ('token', 'a1'), ('x', 'y')]
    """
    if not any(mark in text for mark in MARKS) or not _LITERAL.search(text):
        return
    for labelled in _LABELLED.finditer(text):
        start, end = labelled.span("value")
        prefix = len(labelled["value"]) - len(labelled["value"].lstrip("@$" + _LETTERS))
        written = Written.BARE if labelled["compared"] else Written.QUOTED
        yield Field(labelled["label"], start + prefix + 1, end - 1, written)


_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
