"""Statements of a person's ethnicity or race."""

from typing import Final

from gateway.detection.attributes.contexts import AGED, DEGREE, HUMAN, KIN, THEY_ARE
from gateway.detection.recognizer import Pattern
from gateway.detection.words import with_initials_first
from gateway.types import EntityType

_RACE: Final = (
    "(?:[cC]aucasian|(?:African|Asian|Native|Mexican|Chinese|Japanese|Korean|Indian|Irish|Italian|Arab"
    "|Cuban)[ -]American"
    "|[aA]frican[ -][aA]merican|[hH]ispanic|[lL]atin[oax]|[bB]lack|[wW]hite|[aA]sian|[bB]iracial|[mM]ultiracial"
    "|[mM]ixed[ -]race"
    "|[iI]ndigenous|[aA]boriginal|Native Hawaiian|Pacific Islander|Ashkenazi|Sephardic|[mM][āa]ori|Inuit|Roma"
    "|Romani|Kurdish|Arab|Berber"
    "|Punjabi|Bengali|Tamil|Gujarati|Han|Uyghur|Yoruba|Igbo|Hausa|Zulu|Sami)"
)
_NAMED: Final = "[A-Z][a-z]{2,15}"
_ORIGIN: Final = "(?:descent|origin|heritage|ancestry|roots|ethnicity|background)"

PATTERNS: Final = (
    Pattern(
        name="race_after_age",
        entity_type=EntityType.RACE,
        expression=f"{AGED},? (?:[a-z]{{2,20}} )?(?P<value>{_RACE}) ",
        score=0.8,
        prefilter="[0-9][ -](?:year|yr|month|week|day)s?[ -]old|[0-9] ?[yY]/?[oO]",
        languages=("en",),
    ),
    Pattern(
        name="race_of_kin",
        entity_type=EntityType.RACE,
        expression=f"(?<!\\w)(?P<value>{_RACE}) (?:{KIN}|{HUMAN}|couple|patient|student)\\b",
        score=0.6,
        prefilter=f"{_RACE} (?:{KIN}|{HUMAN}|couple|patient|student)",
        languages=("en",),
    ),
    Pattern(
        name="race_stated",
        entity_type=EntityType.RACE,
        expression=(
            f"{with_initials_first(THEY_ARE)}{DEGREE} (?P<value>{_RACE})(?=[.,;!?)\\n]| and\\b| but\\b| {HUMAN}\\b|$)"
        ),
        score=0.7,
        prefilter=f"(?:['’][a-z]+|am|was|is|are)(?: [a-z]+)? {_RACE}",
        languages=("en",),
    ),
    Pattern(
        name="origin",
        entity_type=EntityType.ETHNICITY,
        expression=(f"\\b[oO]f (?:mixed |partly )?(?P<value>{_NAMED}(?:[ -]{_NAMED})?(?: and {_NAMED})?) {_ORIGIN}\\b"),
        score=0.7,
        prefilter=_ORIGIN,
        languages=("en",),
    ),
)
