"""Return addresses that spell another address (VERP): ``bounces+ann=corp.example@lists.example``."""

from typing import Final

from gateway.detection.characters import SPACED_LETTERS as SPACED
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_LOCAL: Final = f"[{SPACED}_.%+'#*~-]"

PATTERNS: Final = (
    Pattern(
        name="email_verp",
        entity_type=EntityType.EMAIL,
        expression=(
            f"(?<!{_LOCAL})(?P<value>(?:[{SPACED}_]{_LOCAL}*?[+]{_LOCAL}*|[{SPACED}_]{_LOCAL}*"
            f"(?==[{SPACED}-]++\\.[{SPACED}.-]++@))"
            f"={_LOCAL}++@(?:[{SPACED}_-]++\\.)+[{SPACED}-]{{2,}}+)"
        ),
        score=0.9,
        prefilter="=[^=@ \\n]{1,80}@",
    ),
)
