"""Command lines: ``curl -u ann:secret``, ``mysql -psecret``, ``--password secret``, ``sshpass -p``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field, Written

_VALUE: Final = r"""["']?(?P<{}>[^\s"'|;&<>$-][^\s"'|;&<>]*+)"""
_OPTION: Final = re.compile(
    r"""\s-(?:(?:(?:u|-user|-proxy-user|U)[ =]?|-auth[ =])["']?(?P<user>[^\s"':/|]{1,64}+):["']?"""
    r"""(?P<password>[^\s"'|]++)"""
    rf"""|-?(?P<label>(?<=--)[A-Za-z][\w-]{{2,40}}+|[A-Za-z]{{3,24}}+)\s{{1,4}}+(?:\\\n\s{{0,16}}+)?+{_VALUE.format("value")})"""
)
# Tools by the letter of their option for a password; "7z" and "mysql" have no space after it.
_LETTERS: Final = {
    "p": "sshpass|docker login|az login|htpasswd|mongosh|mongo|mongodump|mongorestore|cqlsh|snowsql|rdesktop|useradd",
    "a": "redis-cli|valkey-cli",
    "w": "ldapsearch|ldapmodify|ldapadd|ldapdelete|ldapwhoami|ldappasswd",
    "P": "mosquitto_pub|mosquitto_sub|zip|unzip|sqlcmd|bcp|ipmitool",
    "c": "snmpwalk|snmpget|snmpset|snmpbulkwalk",
}
_BY_LETTER: Final = "|".join(
    rf"\b(?:{tools})\b[^\n|;]{{0,120}}?\s-{letter}\s{{0,2}}{_VALUE.format(f'by_{letter}')}"
    for letter, tools in _LETTERS.items()
)
WITHOUT_OPTION: Final = ("rabbitmqctl ", "wpa_passphrase ", "nmcli ", "vault login", "configure set")
_COMMANDS: Final = (
    *WITHOUT_OPTION, "mysql", "mariadb", "7z ", "sudo -S",
    "-stdin", "ConvertTo-SecureString", *(f"{tool} " for tools in _LETTERS.values() for tool in tools.split("|")),
)  # fmt: skip
_COMMAND: Final = re.compile(
    rf"""\b(?:mysql|mariadb|7za?\s)[^\n|;]{{0,200}}?\s-p{_VALUE.format("glued")}|{_BY_LETTER}"""
    r"""|configure\s++set\s++(?P<setting>[\w.-]{1,64}+)\s++["']?(?P<set>[^\s"']++)"""
    rf"""|rabbitmqctl\s(?:add_user|change_password)\s\S{{1,64}}\s{_VALUE.format("broker")}"""
    rf"""|wpa_passphrase\s\S{{1,64}}\s{_VALUE.format("wireless")}|nmcli\s[^\n|;]{{0,120}}?\spassword\s{_VALUE.format("network")}"""
    rf"""|vault\slogin\s{_VALUE.format("vault")}|ConvertTo-SecureString\s(?:-String\s)?{_VALUE.format("secured")}"""
    rf"""|echo\s{_VALUE.format("piped")}["']?\s?\|\s?(?:sudo\s-S|docker\slogin|passwd|helm\sregistry|gh\sauth|podman\slogin)"""
)
_SAID: Final = frozenset(  # after the name of an option in a sentence
    {
        "flag", "flags", "option", "options", "argument", "arguments", "parameter", "parameters", "switch", "to", "is",
        "are", "and", "or", "for", "if", "in", "the", "from", "with", "when", "on", "as", "file", "must", "should",
        "can", "may", "has",
    }
)  # fmt: skip


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
            yield Field(option["label"], *option.span("value"), _written(option["value"]))
        else:
            yield Field("user", *option.span("user"))
            yield Field("password", *option.span("password"))


def _written(value: str) -> Written:
    """Returns how the value of an option is written: words of a sentence and names of values tell less than others."""
    return Written.BARE if value in _SAID or value.isupper() else Written.PLAIN


def _commands(text: str) -> Iterator[Field]:
    for command in _COMMAND.finditer(text):
        if command["setting"]:
            yield Field(command["setting"], *command.span("set"))
        else:
            yield Field("password", *command.span(command.lastgroup or 0))
