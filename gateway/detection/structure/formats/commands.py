"""Command lines: ``curl -u ann:secret``, ``mysql -psecret``, ``--password secret``, ``sshpass -p``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field, Written

_VALUE: Final = r"""["']?(?P<{}>[^\s"'|;&<>$-][^\s"'|;&<>]*+)"""
_OPTION: Final = re.compile(
    rf"""\s-(?:-?(?P<label>(?<=--)[A-Za-z][\w-]{{2,40}}+|[a-z]{{3,20}}+)\s{{1,4}}+{_VALUE.format("value")}"""
    r"""|(?:u|-user|-proxy-user|U)[ =]?["']?(?P<user>[^\s"':/|]{1,64}+):(?P<password>[^\s"'|]++))"""
)
_COMMANDS: Final = ("mysql", "mariadb", "sshpass", "docker login", "az login", "redis-cli", "htpasswd", "configure set")
_COMMAND: Final = re.compile(
    rf"""(?:mysql|mariadb)[^\n|;]{{0,200}}?\s-p{_VALUE.format("glued")}"""
    rf"""|(?:sshpass|docker login|az login|redis-cli|htpasswd)\b[^\n|;]{{0,120}}?\s-[pa]\s?{_VALUE.format("apart")}"""
    r"""|configure\s++set\s++(?P<setting>[\w.-]{1,64}+)\s++["']?(?P<set>[^\s"']++)"""
)


def read(text: str) -> Iterator[Field]:
    """Yields the values of options.

    >>> text = "curl -u ann:s3cret x; mysql -u root -pS3cret db; tool --password hunter2 --verbose"
    >>> sorted((each.label, text[each.start : each.end]) for each in read(text))
    [('password', 'S3cret'), ('password', 'hunter2'), ('password', 's3cret'), ('user', 'ann')]
    """
    if " -" in text:
        yield from _options(text)
    if any(command in text for command in _COMMANDS):
        yield from _commands(text)


def _options(text: str) -> Iterator[Field]:
    for option in _OPTION.finditer(text):
        if option["label"]:
            yield Field(option["label"], *option.span("value"), Written.BARE)
        else:
            yield Field("user", *option.span("user"))
            yield Field("password", *option.span("password"))


def _commands(text: str) -> Iterator[Field]:
    for command in _COMMAND.finditer(text):
        if command["setting"]:
            yield Field(command["setting"], *command.span("set"))
        else:
            yield Field("password", *command.span("glued" if command["glued"] else "apart"))
