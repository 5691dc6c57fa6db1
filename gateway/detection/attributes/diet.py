"""Statements of how a person eats."""

from typing import Final

from gateway.detection.attributes.contexts import DEGREE, HUMAN, KIN, THEY_ARE
from gateway.detection.recognizer import Pattern
from gateway.detection.words import with_initials_first
from gateway.types import EntityType

_DIET: Final = (
    "(?:[vV]egan|[vV]egetarian|[pP]escatarian|[lL]acto-ovo|[fF]lexitarian|[fF]ruitarian|[hH]alal|[kK]osher|[pP]aleo|[kK]eto"
    "|[cC]arnivore|(?:[gG]luten|[lL]actose|[dD]airy|[nN]ut|[sS]ugar)-free|(?:[lL]ow|[nN]o)-(?:sodium|salt|carb|sugar|FODMAP)"
    "|(?:[lL]actose|[gG]luten|[fF]ructose|[hH]istamine)[ -]intolerant)s?"
)
_EATS: Final = (
    "[wW]ent|[gG]one|[bB]ecame|[tT]urned|[sS]tay|[eE]ats?|[eE]ating|[kK]eeps?|[cC]ooks?|[gG]oing|[rR]aised|[sS]trictly"
)

PATTERNS: Final = (
    Pattern(
        name="diet_stated",
        entity_type=EntityType.DIETARY_PREFERENCE,
        expression=(
            f"{with_initials_first(f'{THEY_ARE}|{_EATS}')}{DEGREE}(?: (?:strict|lifelong|mostly|fully))?"
            f" (?P<value>{_DIET})(?!\\w)"
        ),
        score=0.7,
        prefilter=_DIET,
        languages=("en",),
    ),
    Pattern(
        name="diet_of_kin",
        entity_type=EntityType.DIETARY_PREFERENCE,
        expression=f"(?<!\\w)(?P<value>{_DIET}) (?:{KIN}|{HUMAN}|household|couple|guests?)\\b",
        score=0.6,
        prefilter=f"{_DIET} (?:{KIN}|{HUMAN}|household|couple|guests?)",
        languages=("en",),
    ),
)
