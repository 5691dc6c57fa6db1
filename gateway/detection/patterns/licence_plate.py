"""Licence plates of vehicles, only beside words that say so, because every country has its own forms."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

PATTERNS: Final = (
    Pattern(
        name="licence_plate",
        entity_type=EntityType.VEHICLE,
        expression=(
            "(?<![A-Za-z0-9-])(?=[A-Z -]{0,8}[0-9])[A-ZÄÖÜ0-9]{1,4}[ -]?[A-Z0-9]{1,4}(?:[ -][A-Z0-9]{1,4})?"
            "(?<=[A-Z0-9]{2})(?![A-Za-z0-9])"
        ),
        score=0.75,
        context=(
            "licen(?:c|s)e (?:plate|tag)|\\bplates? (?:number|no|is|was|reads?)|number plate|\\bplate:"
            "|registration (?:number|plate|mark)"
            "|kennzeichen|immatriculation|matrícula|\\btarga\\b|kenteken|rejestracyjn"
        ),
    ),
)
