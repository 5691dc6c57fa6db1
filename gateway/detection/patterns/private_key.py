"""Private keys: PEM and PGP blocks (RFC 7468, RFC 9580), OpenSSH, PuTTY, and the same in base64 once more.

Blocks may have escaped line ends; one without an end line ends with its base64. An SSH public key is not secret, but it
names its owner: services show to whom it belongs. So does a PGP public key, which contains name and e-mail address.
"""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_BODY: Final = "[A-Za-z0-9+/=\\s\\\\]*+"

_LINES: Final = "(?:(?:\\r?\\n|(?:\\\\r)?\\\\n)[A-Za-z0-9+/=]{4,76}(?![^\\s\\\\\"']))*+"

PATTERNS: Final = (
    Pattern(
        name="private_key",
        entity_type=EntityType.KEYS,
        expression=(
            "-----BEGIN (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|PGP (?:PUBLIC KEY BLOCK|MESSAGE))-----"
            f"(?:[^-]*+(?:-(?!----)[^-]*+)*+-----END [A-Z0-9 ]{{0,60}}-----|{_BODY})"
        ),
        score=0.98,
        prefilter="PRIVATE KEY|BEGIN PGP ",
    ),
    Pattern(
        name="private_key_putty",
        entity_type=EntityType.KEYS,
        expression=(
            f"PuTTY-User-Key-File-[0-9]:(?:[^P]|P(?!rivate-Lines|uTTY-User-Key))*+Private-Lines: [0-9]{{1,4}}{_LINES}"
        ),
        score=0.98,
        prefilter="PuTTY-User-Key-File-[0-9]:",
    ),
    Pattern(
        name="private_key_encoded",  # "-----BEGIN " and the beginning of OpenSSH's own format, in base64
        entity_type=EntityType.KEYS,
        expression="(?:LS0tLS1CRUdJTi(?!BDRVJUSUZJ)|b3BlbnNzaC1rZXktdjEA)[A-Za-z0-9+/]{20,}+={0,2}+",
        score=0.95,
        prefilter="LS0tLS1CRUdJTi|b3BlbnNzaC1rZXktdjEA",
    ),
    Pattern(
        name="ssh_key",
        entity_type=EntityType.KEYS,
        expression=(
            "(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp[0-9]{3}|sk-[a-z0-9-]{3,40}@openssh\\.com) AAAA"
            "[A-Za-z0-9+/]{20,}+={0,2}+"
        ),
        score=0.9,
        prefilter="AAAA[A-Za-z0-9+/]{20}",
    ),
)
