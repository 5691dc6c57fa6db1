"""Driver's licence numbers, only beside words that say so, because every state has its own form."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

PATTERNS: Final = (
    Pattern(
        name="driver_license",
        entity_type=EntityType.DRIVER_LICENSE,
        expression=(
            "(?<![A-Za-z0-9-])(?=[A-Za-z-]{0,6}(?:[0-9]-?){4})[A-Za-z0-9](?:[ -]?[A-Za-z0-9]{1,9}){1,5}"
            "(?<=[0-9A-Z])(?<=[0-9]..)(?![A-Za-z0-9])"
        ),
        score=0.75,
        context=(
            "driv(?:er|ing)(?:'s|’s|s)? ?(?:license|licence|permit|lic)|\\bdl\\b ?(?:number|no|#|:|is)|\\bmy "
            "(?:license|licence)\\b|\\blicen(?:c|s)e (?:number|no|#)"
            "|führerschein|permis de conduire|carn(?:e|é) de conducir|permiso de conducir|patente di guida"
            "|rijbewijs|prawo jazdy|prawa jazdy"
            "|carta de condução|\\bcnh\\b"
        ),
    ),
)
