"""Statements of a person's sexual orientation."""

from typing import Final

from gateway.detection.attributes.contexts import DEGREE, HUMAN, KIN, THEY_ARE
from gateway.detection.recognizer import Pattern
from gateway.detection.words import with_initials_first
from gateway.types import EntityType

_ORIENTATION: Final = (
    "(?:[gG]ay|[lL]esbian|[bB]isexual|[qQ]ueer|[aA]sexual|[pP]ansexual|[hH]omosexual|[hH]eterosexual|LGBTQ?\\+?)"
)
_SAYS: Final = "[cC](?:ome|ame|oming) out as|[iI]dentif(?:y|ies) as"

PATTERNS: Final = (
    Pattern(
        name="orientation_stated",
        entity_type=EntityType.SEXUAL_ORIENTATION,
        expression=f"{with_initials_first(f'{THEY_ARE}|{_SAYS}')}{DEGREE} (?P<value>{_ORIENTATION})\\b",
        score=0.8,
        prefilter=_ORIENTATION,
        languages=("en",),
    ),
    Pattern(
        name="orientation_of_kin",
        entity_type=EntityType.SEXUAL_ORIENTATION,
        expression=f"(?<!\\w)(?P<value>{_ORIENTATION}) (?:{KIN}|{HUMAN}|couple)\\b",
        score=0.6,
        prefilter=_ORIENTATION,
        languages=("en",),
    ),
)
