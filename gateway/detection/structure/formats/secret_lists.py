"""Lists and maps of secrets in code: each string of a list, each value of a map, the second of each pair.

``PASSWORDS = {"ann": "x1"}``, ``creds := map[string]string{"ann": "x1"}``, ``mapOf("ann" to "x1")``, ``pins = ["x1"]``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field, Written
from gateway.detection.structure.formats.code import MARKS, STRING

_SECRETS: Final = ("passwords", "passwds", "passcodes", "passphrases", "pwds", "pins", "creds", "credentials", "logins")
_OPENING: Final = re.compile(
    rf"(?i:(?<![\w-])[\w.-]{{0,48}}?(?:{'|'.join(_SECRETS)})(?![a-z]))[\"'`]?"
    r"(?:\s?:\s?[A-Za-z][\w.<>\[\], ]{0,40}?(?=\s?=))?\s?(?::=|=>|=|:)\s{0,8}[\w.<>\[\], ]{0,40}?[{(\[](?=[\s\"'`({\[])"
)
_ITEM: Final = re.compile(
    rf"(?:[(\[{{]\s{{0,8}}+{STRING}\s{{0,8}}+,\s{{0,8}}+"
    rf"|(?P<key>{STRING}|[^\W\d]\w{{0,63}}+)\s{{0,8}}+(?::|=>?|to\s)\s{{0,8}}+)?"
    rf"(?P<value>{STRING})|(?P<open>[{{(\[])|(?P<close>[\])}}])"
)
_LONGEST: Final = 4_000
_LONGEST_LABEL: Final = 200  # with all up to its bracket
_SETTINGS: Final = frozenset(
    {"host", "hostname", "server", "url", "uri", "endpoint", "port", "db", "database", "dbname", "name", "type", "kind",
     "region", "scheme", "driver", "user", "username", "login", "email", "mail", "required", "invalid", "label", "id",
     "title", "placeholder", "help", "description", "message", "error", "provider", "project", "account", "role"}
)  # fmt: skip
_OPEN: Final = ("{", "(", "[")
_LABEL: Final = "password"


def read(text: str) -> Iterator[Field]:
    """Yields the strings of lists and maps whose label says that they are secrets.

    >>> text = '''creds = [("ann", "x1"), ("bo", "x2")]; PINS = {"cy": "x3"}; passwords: ["x4"]; users = {"ann": "a"}'''
    >>> [text[each.start : each.end] for each in read(text)]
    ['x1', 'x2', 'x3', 'x4']
    """
    said = text.lower()
    if not any(word in said for word in _SECRETS):
        return
    at = 0
    while opening := _OPENING.search(text, at):
        at = opening.end()
        for item in _items(text, at):
            # A collection inside of one that is too long is read by itself.
            at = max(at, item.start() - _LONGEST_LABEL if item["open"] else item.end())
            if item["value"] and (item["key"] or "").strip(MARKS).lower() not in _SETTINGS:
                start, end = item.span("value")
                yield Field(_LABEL, start + 1, end - 1, Written.QUOTED)


def _items(text: str, at: int) -> Iterator[re.Match[str]]:
    """Yields the strings and brackets of a collection up to the bracket that closes it."""
    depth = 1
    for item in _ITEM.finditer(text, at, at + _LONGEST):
        yield item
        depth += item[0].startswith(_OPEN) - bool(item["close"])
        if not depth:
            return
