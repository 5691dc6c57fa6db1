"""JSON web tokens, signed (RFC 7515) and encrypted (RFC 7516), whole or cut short.

A JSON object in base64url begins with ``eyJ``; inside other base64, as in a lock file's digests, it begins nothing.
"""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

PATTERNS: Final = (
    Pattern(
        name="jwt",
        entity_type=EntityType.KEYS,
        expression="(?<![A-Za-z0-9+])eyJ[A-Za-z0-9_-]{6,}+(?:\\.[A-Za-z0-9_-]*+){0,4}+",
        score=0.95,
        prefilter="eyJ[A-Za-z0-9_-]{6}",
    ),
)
