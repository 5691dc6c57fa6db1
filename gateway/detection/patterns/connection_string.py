"""Connection strings with credentials, ``scheme://user:password@host/…``, including the host."""

from typing import Final

from gateway.detection.links import link
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

PATTERNS: Final = (
    Pattern(
        name="connection_string",
        entity_type=EntityType.KEYS,
        expression=(
            "(?<![A-Za-z0-9+.-])[0-9+.-]*+"
            '(?P<value>[A-Za-z][A-Za-z0-9+.-]*+://[^\\s/:@"<>`]*+:[^\\s/@"<>`]++@[^\\s"<>`|，。、；）】」』》”]*+)'
        ),
        score=0.95,
        judge=link,
        prefilter="://[^ /@]*@",
    ),
)
