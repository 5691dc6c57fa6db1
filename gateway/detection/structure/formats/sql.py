"""SQL: ``INSERT`` with the columns that it or a ``CREATE TABLE`` names, and ``IDENTIFIED BY``.

``UPDATE … SET label = 'value'`` and conditions are read like code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gateway.detection.structure.field import Field, Written

_STATEMENT: Final = re.compile(
    r"""\b(?i:insert\s++(?:ignore\s++|or\s++\w++\s++)?into|replace\s++into)\s++(?P<table>[\w."`\[\]]{1,128}+)\s*+"""
    r"(?:\((?P<columns>[^()]{1,4000}+)\)\s*+)?(?i:(?P<values>values?))\s*+(?=\()"
    r"""|\b(?i:create\s++table)\s++(?i:if\s++not\s++exists\s++)?(?P<created>[\w."`\[\]]{1,128}+)\s*+\((?P<definition>[^;]{1,8000}+)"""
    r"""|\b(?i:identified\s++(?:with\s++\S++\s++)?by)\s++(?:(?i:password)\s++)?['"](?P<secret>[^'"\n]++)"""
    r"""|\b(?i:create\s++(?:user|role)|alter\s++user)\s++['"`]?(?P<user>[\w.-]{1,64}+)"""
)
_LITERAL: Final = re.compile(
    r"(?P<open>\()|(?P<close>\))|(?P<comma>,)|(?:[NEnex]?'(?P<quoted>(?:[^'\\]|''|\\.)*+)'?|(?P<bare>[^\s,()';]++))|(?P<stop>;)"
)
_NAME: Final = re.compile(r"[\"`\[]?(?P<label>[^\W\d]\w{0,63}+)")
_SPEAKS: Final = (
    "insert into",
    "insert ignore",
    "insert or",
    "replace into",
    "identified ",
    "create user",
    "create role",
    "alter user",
)
_QUOTES: Final = '"`[]'


def read(text: str) -> Iterator[Field]:
    """Yields the values of inserted rows, and passwords of users.

    >>> text = "INSERT INTO t (id, pin) VALUES (1, '12'), (2, '34'); CREATE USER bo IDENTIFIED BY 'x1y2'"
    >>> [(each.label, text[each.start : each.end]) for each in read(text)]
    [('id', '1'), ('pin', '12'), ('id', '2'), ('pin', '34'), ('user', 'bo'), ('password', 'x1y2')]
    """
    said = text.lower() if "'" in text or '"' in text else ""
    if not any(word in said for word in _SPEAKS):
        return
    tables: dict[str, Sequence[str]] = {}
    group = 0
    for statement in _STATEMENT.finditer(text):
        if statement["created"]:
            tables[_table(statement["created"])] = _labels(statement["definition"])
        elif statement["values"]:
            named = statement["columns"]
            columns = _labels(named) if named else tables.get(_table(statement["table"]), ())
            for field in _rows(text, statement.end(), columns, group) if columns else ():
                group = field.group
                yield field
        elif statement["secret"]:
            yield Field("password", *statement.span("secret"), Written.QUOTED)
        elif statement["user"]:
            yield Field("user", *statement.span("user"), Written.QUOTED)


def _table(name: str) -> str:
    return name.rpartition(".")[2].strip(_QUOTES).lower()


def _labels(listed: str) -> list[str]:
    """Returns the first word of each part between commas: a column's name, also in its definition."""
    names = (_NAME.match(part.strip()) for part in listed.split(","))
    return [name["label"] if name else "" for name in names]


def _rows(text: str, start: int, columns: Sequence[str], group: int) -> Iterator[Field]:
    depth = at = 0
    for literal in _LITERAL.finditer(text, start):
        kind = literal.lastgroup
        if kind == "open":
            depth, at, group = depth + 1, 0 if depth == 0 else at, group + (depth == 0)
        elif kind == "close":
            depth -= 1
        elif kind == "comma":
            at += depth == 1
        elif kind == "stop" or depth <= 0:
            return
        elif depth == 1 and at < len(columns) and kind:
            written = Written.QUOTED if kind == "quoted" else Written.BARE
            yield Field(columns[at], *literal.span(kind), written, (), group)
