"""Licence plates of vehicles: beside words that say so, because every country has its own form, and some sure forms."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

# India's; the Netherlands' and Portugal's, whose parts are of letters or of digits; Ukraine's and Russia's; Britain's,
# whose digits say half a year; those of Bangladesh, which name a city.
_SURE: Final = (
    "[A-Z]{2}[ -]?[0-9]{1,2}[ -][A-Z]{1,3}[ -][0-9]{4}"
    "|[A-Z]{1,2}-[0-9]{3}-[A-Z]{1,2}|[0-9]{2}-[A-Z]{2,3}-[0-9]{1,2}|[A-Z]{2}-[0-9]{2}-[A-Z]{2}"
    "|[0-9]{1,2}-[A-Z]{3}-[0-9]{1,2}"
    "|[A-Z]{2}-[A-Z]{2}-[0-9]{2}|[0-9]{2}-[A-Z]{2}-[A-Z]{2}"
    "|[АВЕКМНОРСТУХ] ?[0-9]{3} ?[АВЕКМНОРСТУХ]{2} ?[0-9]{2,3}|[АВЕІКМНОРСТХ]{2} ?[0-9]{4} ?[АВЕІКМНОРСТХ]{2}"
    "|[A-Y]{2}(?:0[2-9]|[125-7][0-9]) [A-PR-Z]{3}"
    "|[\u0980-\u09ff]{2,12}(?:[ -]মেট্রো)?[ -][ক-হ]{1,2}[ -][০-৯0-9]{2}-[০-৯0-9]{4}"
)

PATTERNS: Final = (
    Pattern(
        name="licence_plate_by_form",
        entity_type=EntityType.VEHICLE,
        expression=f"(?<![\\w-])(?:{_SURE})(?![\\w-])",
        score=0.5,
        prefilter=_SURE,
        raises="car|auto|wagen|bus|viatura|carro|машин|авто|गाड़ी|plate|reg",
    ),
    Pattern(
        name="licence_plate",
        entity_type=EntityType.VEHICLE,
        expression=(
            "(?<![A-Za-z0-9-])(?=[A-Z -]{0,8}[0-9])[A-ZÄÖÜ0-9]{1,4}[ -]?[A-Z0-9]{1,4}(?:[ -][A-Z0-9]{1,4})?"
            "(?<=[A-Z0-9]{2})(?![A-Za-z0-9])"
        ),
        score=0.75,
        context=(
            "licen(?:c|s)e (?:plate|tag)|car reg|van reg|vehicle reg|reg no|\\bplates? (?:number"
            "|no|is|was|reads?)|number plate|\\bplate:"
            "|registration (?:number|plate|mark)"
            "|kennzeichen|immatriculation|matrícula|\\btarga\\b|kenteken|rejestracyjn"
        ),
    ),
)
