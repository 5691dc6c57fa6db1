"""Tells the account of a person from the accounts of systems, from terms, and from other words after a name."""

from __future__ import annotations

import re
from itertools import permutations
from typing import Final

from gateway.detection.recognizer import Extent
from gateway.detection.structure.blanks import is_blank
from gateway.detection.structure.looks.forms import NO_NAMES

_SYSTEMS_LISTED: Final = (
    "adm admins airflow ansible api app apple apt avahi azure azureuser backup bar baz bin bitnami centos centos7 "
    "container core daemon dbus debian deploy deployer dialout e-mail email facebook fedora foo games git gitea "
    "gitlab gnats google grafana group haproxy help hg host httpd irc jboss johndoe kernel kibana list lp mail "
    "man memcache messagebus minio mongodb my-user mysqld myuser nagios named network news newuser nfs nginx "
    "nogroup none ntp null odoo opc opensearch options owner password pi plugdev postfix prometheus proxy pulse "
    "puppet rabbitmq rpc rtkit shadow someuser sonar squid sshd ssl staff sudo svn sync sys syslog systemd that "
    "the this tomcat tomcat8 tomcat9 tty user1 user2 user_name utmp uucp uuidd video wheel wildfly with without "
    "www yarn you your your_user yourname youruser zookeeper "
)
_SYSTEMS: Final = frozenset(_SYSTEMS_LISTED.split())
_TERMS_LISTED: Final = (
    "2fa account_id aes256 base64 bip39 client_id css3 ec2 es6 h264 h265 html5 http2 http3 ios iphone ipv4 ipv6 "
    "java8 k8s log4j md5 mp3 mp4 node.js oauth2 p2p python3 s3 sha1 sha256 sha512 user.id user.name user_id "
    "user_name username utf-8 utf8 vue3 web2 web3 win10 win11 windows10 wpa2 wpa3 x64 x86 x86_64 "
)
_TERMS: Final = frozenset(_TERMS_LISTED.split())
_CODE: Final = re.compile(
    r"(?:get|set|is|has|to|from|on|my|new|old|max|min|num|test|end)[_-].*"
    r"|.*_(?:ids?|names?|keys?|types?|counts?|lists?|data|info|params?|results?|errors?|configs?|settings?|tokens?|emails?"
    r"|passwords?|services?|models?|tables?|fields?|url|path|file|role|group|agent|input|output|prompt|message|budget|at)"
    r"|.*\.(?:py|js|jsx|ts|tsx|md|go|rs|rb|sh|sql|txt|csv|json|ya?ml|toml|html?|css|php|java|xml|log|conf|cfg|ini|env|lock)"
)
_FEWEST: Final = 3  # letters of a name that a handle begins or ends with
_SIGNS: Final = str.maketrans("", "", "0123456789._-")


def account(candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of a person's account; nothing for one of a system, a placeholder or a term.

    >>> account("ann_k"), account("www-data"), account("utf8"), account("get_id"), account("model.py")
    (((0, 5),), (), (), (), ())
    """
    value = candidate.casefold()
    is_none = value in NO_NAMES or value in _SYSTEMS or value in _TERMS or is_blank(value) or _CODE.fullmatch(value)
    return () if is_none or not any(map(str.isalpha, value)) else ((0, len(candidate)),)


def handle_of_name(candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of a handle in brackets that is made of the name before it.

    >>> handle_of_name("Ann Kowalska (akowal"), handle_of_name("Ann Kowalska (manager")
    (((14, 20),), ())
    """
    bracket = max(map(candidate.rfind, "(["))
    handle = candidate[bracket + 1 :].casefold().translate(_SIGNS)
    parts = candidate[:bracket].casefold().replace("-", " ").split()
    is_made = any(part.startswith(handle) for part in parts) or any(
        _is_joined(handle, first, second) for first, second in permutations(parts, 2)
    )
    return ((bracket + 1, len(candidate)),) if is_made and len(handle) > _FEWEST else ()


def _is_joined(handle: str, first: str, second: str) -> bool:
    """Returns whether a handle is a beginning of one part of a name and a beginning of another."""
    return any(
        first.startswith(handle[:cut]) and second.startswith(handle[cut:])
        for cut in range(1, len(handle))
        if max(cut, len(handle) - cut) >= _FEWEST
    )
