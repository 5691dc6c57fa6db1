"""API keys whose prefix is so short that it also ends words: ``sk-…`` of many vendors, PyPI's, and our own ``cg-…``.

Vendors may change the length of their keys, so a match includes every following character that may belong to the key.
"""

from typing import Final

from gateway.detection.entropy import looks_drawn
from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

PATTERNS: Final = (
    Pattern(
        name="api_key_short_prefix",
        entity_type=EntityType.KEYS,
        expression=(
            "(?:sk|cg|pypi)-(?:[A-Za-z0-9]{20,}+[A-Za-z0-9_-]*+|(?<![A-Za-z0-9]sk-)"
            "(?<![A-Za-z0-9]cg-)[A-Za-z0-9_-]{16,}+"
            # After a letter it is more often a hyphenated word, but those do not mix capitals and digits.
            "|(?=[a-z0-9_-]{0,40}[A-Z])(?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{20,}+)"
        ),
        score=0.9,
        judge=whole_if(looks_drawn),
        prefilter="(?:sk|cg|pypi)-[A-Za-z0-9_-]{16}",
    ),
)
