"""Configurations of routers and switches: ``enable secret 5 …``, ``snmp-server community …``, ``set snmp …``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.structure.field import Field, Written, unquoted

_HEADS: Final = (
    r"enable (?:password|secret)(?: level \d{1,2})?",
    r"(?:tacacs-server|radius-server)(?: host \S{1,64})?(?: [a-z]+-port \d{1,5}){0,2} key",
    r"snmp-server community",
    r"snmp-server host \S{1,64}(?: (?:traps|informs))?(?: version \S{1,3})?",
    r"snmp-server user \S{1,64} \S{1,64} v3(?: encrypted)? auth \w{2,6}",
    r"neighbor \S{1,64} password",
    r"crypto isakmp key",
    r"(?:local-|remote-)?pre-shared-key(?: address \S{1,64} key)?",
    r"key-string",
    r"ppp (?:chap|pap sent-username \S{1,64}) password",
    r"ip ospf (?:authentication-key|message-digest-key \d{1,3} md5)",
    r"(?:ip ftp|vtp) password",
    r"set [\w. -]{0,80}?(?:encrypted-password|snmp community|authentication-key|pre-shared-key ascii-text)",
)
_USER: Final = (
    r"username (?P<user>\S{1,64}+)(?: privilege \d{1,2})?(?: (?:password|secret)(?: \d{1,2})? (?P<of_user>\S++))?"
)
_CONFIGURED: Final = re.compile(
    rf"(?m)^[ \t]{{0,8}}+(?:{_USER}|wpa-psk (?:ascii|hex)(?: \d)? (?P<phrase>[^\n]{{1,64}}+)"
    rf"|(?:{'|'.join(_HEADS)})(?: [0-9])? (?P<secret>\"[^\"\n]++\"|\S++))"
)
_OF_LINE: Final = re.compile(r"(?m)^[ \t]{1,8}(?:password|key)(?: \d)? (?P<secret>\S++)[ \t]*$")
SPEAKS: Final = (
    "username ", "enable secret", "enable password", "-server ", "neighbor ", "isakmp key", "pre-shared-key",
    "key-string", "wpa-psk", "ppp ", "ip ospf", "ip ftp", "vtp password", "encrypted-password", "snmp community",
    "authentication-key", "line con", "line vty", "line aux",
)  # fmt: skip
_TERMINAL: Final = re.compile(r"(?m)^line (?:con|vty|aux) ")


def read(text: str) -> Iterator[Field]:
    r"""Yields the users and secrets of a configuration, in whatever form it keeps them.

    >>> text = "enable secret 5 $1$mERr\nusername bo privilege 15 password 7 0822455D\nline vty 0 4\n password ladle"
    >>> [(each.label, text[each.start : each.end]) for each in read(text)]
    [('password', '$1$mERr'), ('user', 'bo'), ('password', '0822455D'), ('password', 'ladle')]
    """
    if not any(word in text for word in SPEAKS):
        return
    for configured in _CONFIGURED.finditer(text):
        if configured["user"]:
            yield Field("user", *configured.span("user"))
        if configured["phrase"]:
            yield Field("password", *configured.span("phrase"), Written.QUOTED)
        elif configured.lastgroup != "user":
            yield Field("password", *unquoted(text, *configured.span(configured.lastgroup or 0)))
    if _TERMINAL.search(text):
        yield from (Field("password", *each.span("secret")) for each in _OF_LINE.finditer(text))
