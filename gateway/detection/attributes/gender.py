"""Statements of a person's gender."""

from typing import Final

from gateway.detection.attributes.contexts import AGED, HUMAN, I_AM
from gateway.detection.recognizer import Pattern
from gateway.detection.words import with_initials_first
from gateway.types import EntityType

_GENDER: Final = (
    "(?:(?:trans(?:gender)?|cis(?:gender)?|non-?binary|genderfluid|genderqueer) )?"
    f"{HUMAN}|transgender|non-?binary|genderfluid|genderqueer|agender|cisgender|intersex"
)

PATTERNS: Final = (
    Pattern(
        name="gender_after_age",
        entity_type=EntityType.GENDER,
        expression=f"{AGED}(?: [A-Za-z-]{{2,20}}){{0,2}}? (?P<value>{_GENDER})\\b",
        score=0.7,
        prefilter="[0-9][ -](?:year|yr|month|week|day)s?[ -]old|[0-9] ?[yY]/?[oO]",
        languages=("en",),
    ),
    Pattern(
        name="gender_stated",
        entity_type=EntityType.GENDER,
        expression=f"{with_initials_first(f'{I_AM}|[iI]dentif(?:y|ies) as')} an? (?P<value>{_GENDER})\\b",
        score=0.6,
        prefilter="(?:['’](?:m|s|re)| am| was| is| are| as) an? ",
        languages=("en",),
    ),
    Pattern(
        name="gender_labelled",
        entity_type=EntityType.GENDER,
        expression=(
            "\\b(?:[gG]ender|[sS]ex|GENDER|SEX) ?[:=] ?(?P<value>[mM]ale|[fF]emale|MALE|FEMALE|[MF]"
            "|[nN]on-?[bB]inary)\\b"
        ),
        score=0.8,
        prefilter="(?:[gG]ender|[sS]ex|GENDER|SEX) ?[:=]",
        languages=("en",),
    ),
)
