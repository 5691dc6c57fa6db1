"""US social security numbers: grouped 3-2-4, or nine digits beside words that say so."""

from typing import Final

from gateway.detection.characters import DASHES, DIGITS, FIRST_DIGIT, SPACES
from gateway.detection.checksums import is_ssn
from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

PATTERNS: Final = (
    Pattern(
        name="ssn",
        entity_type=EntityType.SSN,
        expression=f"{FIRST_DIGIT}\\d\\d([{SPACES}.{DASHES}])\\d\\d\\1\\d{{4}}(?!\\d)",
        score=0.85,
        judge=whole_if(is_ssn),
        prefilter=f"[{DIGITS}]{{3}}[{SPACES}.{DASHES}][{DIGITS}]{{2}}[{SPACES}.{DASHES}][{DIGITS}]{{4}}",
    ),
    Pattern(
        name="ssn_labelled",
        entity_type=EntityType.SSN,
        expression=f"{FIRST_DIGIT}(?:[{SPACES}.{DASHES}]{{0,3}}+\\d){{8}}(?!\\d)",
        score=0.9,
        judge=whole_if(is_ssn),
        context="ssn|social[ -]?security|soc\\.? ?sec",
    ),
)
