"""PEM and PGP private key blocks (RFC 7468), also with escaped line ends.

A block without an end line ends with its base64.
"""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

PATTERNS: Final = (
    Pattern(
        name="private_key",
        entity_type=EntityType.KEYS,
        expression=(
            "-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
            "(?:[^-]*+(?:-(?!----)[^-]*+)*+-----END [A-Z0-9 ]{0,60}-----|[A-Za-z0-9+/=\\s\\\\]*+)"
        ),
        score=0.98,
        prefilter="PRIVATE KEY",
    ),
)
