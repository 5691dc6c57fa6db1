"""JSON, whole, broken or truncated, and what is written like it: dictionaries and hashes in code.

``"label": value``, ``'label' => value`` and, between braces, ``label: value``. A text that is strict JSON as a whole
never gets here: its places are walked one by one (``gateway/protocols/walk.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field, Written

_DOUBLE: Final = r'"(?:[^"\\\n]|\\.)*+"?'
_SINGLE: Final = r"'(?:[^'\\\n]|\\.)*+'?"
_TOKEN: Final = re.compile(
    r"(?P<open>[\[{])|(?P<close>[\]}])"
    r"""|(?:(?<!\\)(?:"(?P<label>[^"\\\n]{1,64}+)"|'(?P<single>[^'\\\n]{1,64}+)')\s{0,8}+(?:=>|:(?!:))"""
    r"""|(?<=[{,\s])(?P<plain>[^\W\d]\w{0,63}+):(?=\s|["'\d]))\s{0,32}+"""
    rf"(?P<value>{_DOUBLE}|{_SINGLE}|[^\s\"'`,\[\]{{}}()]++)?"
    r'|(?P<item>(?<!\\)"(?:[^"\\\n]|\\.)*+")(?=\s{0,8}+[,\]])'
)
_DEEPEST: Final = 64
# Word processors and chats turn quotation marks into those of print.
_PRINTED: Final = re.compile(r"[“”„«»‘’‚]\s{0,8}(?::|=>)\s{0,8}[“”„«»‘’‚\d\[{]")
_TYPED: Final = str.maketrans("“”„«»‘’‚", '"""""\'\'\'')


def read(text: str) -> Iterator[Field]:
    """Yields the members of objects; the items of a list have the list's label.

    >>> text = '{"user": {"name": "Ann Lee", "tags": ["a", "b"]}, "pin": 1234, age: 41, "half": "tru'
    >>> [(".".join((*each.parents, each.label)), text[each.start : each.end]) for each in read(text)]
    [('user.name', 'Ann Lee'), ('user.tags', 'a'), ('user.tags', 'b'), ('pin', '1234'), ('age', '41'), ('half', 'tru')]
    >>> text = "{“name”: “Jhn”, middle: “Moe”}"
    >>> [text[each.start : each.end] for each in read(text)]
    ['Jhn', 'Moe']
    """
    if _PRINTED.search(text):
        text = text.translate(_TYPED)  # which leaves every offset as it is
    if (":" not in text and "=>" not in text) or not ('"' in text or "'" in text):
        return
    label, group, groups = "", 0, 0
    parents: tuple[str, ...] = ()
    outer: list[tuple[str, tuple[str, ...], int]] = []
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "open" and len(outer) < _DEEPEST:
            outer.append((label, parents, group))
            if token[0] == "{":
                groups += 1
                parents, group, label = (*parents, label) if label else parents, groups, ""
        elif kind == "close":
            label, parents, group = outer.pop() if outer else ("", (), 0)
            label = label if outer else ""
        elif kind == "item":
            if label:
                yield Field(label, token.start() + 1, token.end() - 1, Written.QUOTED, parents, group)
        elif kind is not None and (outer or not token["plain"]):
            label = token["label"] or token["single"] or token["plain"]
            if value := token["value"]:
                is_quoted = value[0] in "\"'"
                is_closed = is_quoted and len(value) > 1 and value[-1] == value[0]
                start, end = token.start("value") + is_quoted, token.end("value") - is_closed
                yield Field(label, start, end, Written.QUOTED if is_quoted else Written.BARE, parents, group)
                label = ""
