"""Files of logins: ``.netrc``, ``.pgpass``, ``passwd`` and ``shadow``, who is logged in, users of SSH and ``runas``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field

_LINE: Final = r"(?m)^[ \t>]{0,8}+"
_NETRC: Final = re.compile(
    r"\b(?:machine\s{1,8}+\S{1,200}+|default)\s{1,8}+login\s{1,8}+(?P<user>\S{1,200}+)"
    r"(?:\s{1,8}+(?:password|account)\s{1,8}+(?P<password>\S{1,200}+))?"
)
_PGPASS: Final = re.compile(
    _LINE
    + r"[\w.*-]{1,100}+:(?:\d{1,5}|\*):[\w.*-]{1,100}+:(?P<user>[\w.@*-]{1,100}+):(?P<password>[^\s:][^\n]{0,200}+)"
)
_PASSWD: Final = re.compile(
    _LINE + r"(?P<user>[\w.-]{1,64}+):[^:\s]{0,200}+:\d{1,10}+:\d{1,10}+:"
    r"(?P<name>[^:,\n]{0,100}+)[^:\n]{0,200}+:[^:\n]{0,200}+:"
)
_SHADOW: Final = re.compile(_LINE + r"(?P<user>[\w.-]{1,64}+):(?P<password>[$!*][^:\s]{0,200}+):\d{0,6}:")
_SSH: Final = re.compile(_LINE + r"(?i:user)[ \t]{1,8}+(?P<user>[\w@.\\-]{0,63}\w)[ \t]*+$")
_WHO: Final = re.compile(_LINE + r"(?P<user>[a-z_][\w.-]{0,31}+) {1,16}+(?:pts/|tty|:0)")
_RUN_AS: Final = re.compile(r"(?i)/user:(?:[\w.-]{1,64}\\)?(?P<user>[\w.@-]{1,64})(?![\w.@\\-])")
_HOST: Final = re.compile(_LINE + r"(?i:host|hostname|match)[ \t]{1,8}+\S")
_FORMATS: Final = (  # what is quickly looked for, and what then stands there
    (re.compile("login"), _NETRC),
    (re.compile(r":(?:\d{1,5}|\*):"), _PGPASS),
    (re.compile(r":\d{1,10}:\d{1,10}:"), _PASSWD),
    (re.compile(r":[$!*]"), _SHADOW),
    (re.compile("pts/|tty"), _WHO),
    (re.compile("(?i)/user:"), _RUN_AS),
    (_HOST, _SSH),
)
_LABELS: Final = {"user": "user", "password": "password", "name": "full name"}


def read(text: str) -> Iterator[Field]:
    r"""Yields the users, their names and their passwords.

    >>> text = "machine x login bo_k password tulip9\nlee:x:1001:1001:Ann Lee,Room 2:/home/lee:/bin/sh"
    >>> [(each.label, text[each.start : each.end]) for each in read(text)]
    [('user', 'bo_k'), ('password', 'tulip9'), ('user', 'lee'), ('full name', 'Ann Lee')]
    """
    for login in (each for sign, line in _FORMATS if sign.search(text) for each in line.finditer(text)):
        for part in login.groupdict(""):
            if login[part]:
                yield Field(_LABELS[part], *login.span(part), group=login.start())
