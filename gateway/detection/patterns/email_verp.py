"""Return addresses that contain another address (VERP): ``bounces+ann=corp.example@lists.example``."""

from typing import Final

from gateway.detection.characters import SPACED_LETTERS as SPACED
from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

_LOCAL: Final = f"[{SPACED}_.%+'#*~-]"
_TOP_LEVEL: Final = (".com", ".org", ".net", ".edu", ".gov", ".example")


def spells_an_address(candidate: str) -> bool:
    """Returns whether a plus, or a dash if a domain follows, before the equals sign marks a return address.

    >>> spells_an_address("bounces+ann=corp.example@lists.example"), spells_an_address("to=ann.lee@corp.example")
    (True, False)
    """
    before, _, after = candidate.partition("=")
    return "+" in before or ("-" in before and after.partition("@")[0].endswith(_TOP_LEVEL))


PATTERNS: Final = (
    Pattern(
        name="email_verp",
        entity_type=EntityType.EMAIL,
        expression=f"(?<!{_LOCAL})[{SPACED}_]{_LOCAL}*+={_LOCAL}++@(?:[{SPACED}_-]++\\.)+[{SPACED}-]{{2,}}+",
        score=0.9,
        judge=whole_if(spells_an_address),
        prefilter="=[^=@ \\n]*@",
    ),
)
