"""Hardware addresses of network cards (IEEE 802 EUI-48), with colons, dashes or Cisco's dots."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_PAIR: Final = "[0-9A-Fa-f]{2}"
_FOUR: Final = "[0-9A-Fa-f]{4}"

PATTERNS: Final = (
    Pattern(
        name="mac_address",
        entity_type=EntityType.ONLINE_IDENTITY,
        expression=(
            f"(?<![0-9A-Fa-f:-]){_PAIR}(?:(?::{_PAIR}){{5}}|(?:-{_PAIR}){{5}})(?![0-9A-Fa-f]|[:-][0-9A-Fa-f])"
            f"|(?<![0-9A-Fa-f.])(?=[0-9a-f.]{{0,13}}[0-9]){_FOUR}(?:\\.{_FOUR}){{2}}(?![0-9A-Fa-f]|\\.[0-9A-Fa-f])"
        ),
        score=0.9,
        prefilter=f"(?:{_PAIR}[:-]){{5}}{_PAIR}|{_FOUR}\\.{_FOUR}\\.{_FOUR}",
    ),
)
