"""Hashes of passwords: whoever has one may guess the password at leisure.

Modular crypt format (bcrypt, Argon2, scrypt, SHA-crypt, yescrypt, PBKDF2), and those of Django, Werkzeug, PostgreSQL,
LDAP and Windows. Digests of files have none of these marks.
"""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_TAIL: Final = "[A-Za-z0-9./+=,$-]"
_EXPRESSION: Final = (
    "\\$2[abxy]\\$[0-9]{2}\\$[A-Za-z0-9./]{40,}+"
    f"|\\$(?:argon2(?:id|i|d)|scrypt|yescrypt|pbkdf2(?:-[a-z0-9]{{2,8}})?)\\${_TAIL}{{20,}}+"
    f"|(?<![A-Za-z0-9])\\$(?:[156y7]|apr1|sha1)\\$[A-Za-z0-9./=,]{{1,40}}\\${_TAIL}{{16,}}+|\\$[PHS]\\$[A-Za-z0-9./]{{28,}}+"
    f"|pbkdf2_sha(?:1|256|512)\\$[0-9]{{2,9}}\\${_TAIL}{{20,}}+|bcrypt_sha256\\${_TAIL}{{20,}}+"
    f"|(?:scrypt|pbkdf2):[a-z0-9:]{{4,40}}\\${_TAIL}{{20,}}+"
    "|SCRAM-SHA-(?:1|256|512)\\$[0-9]{2,9}:[A-Za-z0-9+/=]{8,}+\\$[A-Za-z0-9+/=]{16,}+:[A-Za-z0-9+/=]{16,}+"
    "|\\{(?:SSHA|SHA|SMD5|MD5|CRYPT|SSHA256|SSHA512|PBKDF2[A-Z0-9-]{0,8})\\}[A-Za-z0-9+/=.$]{16,}+"
    "|aad3b435b51404eeaad3b435b51404ee:[0-9a-fA-F]{32}"
)

PATTERNS: Final = (
    Pattern(
        name="password_hash",
        entity_type=EntityType.KEYS,
        expression=_EXPRESSION,
        score=0.95,
        prefilter=(
            "\\$(?:2[abxy]|argon2(?:id|i|d)|scrypt|yescrypt|pbkdf2[a-z0-9-]{0,9}|[156y7]|apr1|sha1|[PHS])\\$"
            "|pbkdf2_sha|bcrypt_sha|scrypt:|pbkdf2:|SCRAM-SHA-"
            "|\\{(?:SSHA|SHA|SMD5|MD5|CRYPT|PBKDF2)[A-Z0-9-]{0,9}\\}|aad3b435b51404ee"
        ),
    ),
)
