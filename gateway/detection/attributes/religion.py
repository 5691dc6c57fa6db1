"""Statements of a person's religion."""

from typing import Final

from gateway.detection.attributes.contexts import DEGREE, HUMAN, KIN, THEY_ARE
from gateway.detection.recognizer import Pattern
from gateway.detection.words import with_initials_first
from gateway.types import EntityType

_RELIGION: Final = (
    "(?:(?:[rR]oman |[gG]reek |[rR]ussian |[oO]rthodox |[sS]unni |[sS]hia |[rR]eform )?"
    "(?:[cC]hristian(?:ity)?|[cC]atholic(?:ism)?|[pP]rotestant(?:ism)?|[bB]aptist|[mM]ethodist|[lL]utheran"
    "|[pP]resbyterian"
    "|[aA]nglican|[eE]piscopalian|[mM]ormon(?:ism)?|LDS|[eE]vangelical|[pP]entecostal|[aA]dventist|[cC]alvinist"
    "|[qQ]uaker"
    "|[aA]mish|[mM]ennonite|[jJ]ehovah['’]s [wW]itness|[mM]uslim|[iI]slam|[sS]unni|[sS]hia|[sS]ufi"
    "|[jJ]ew(?:ish)?|[jJ]udaism"
    "|[bB]uddhist|[bB]uddhism|[hH]indu(?:ism)?|[sS]ikh(?:ism)?|[jJ]ain|[tT]aoist|[bB]aha['’]i|[pP]agan|[wW]iccan"
    "|[aA]theist"
    "|[aA]gnostic|[rR]astafarian|[zZ]oroastrian|[sS]cientologist))s?"
)
_BELIEVES: Final = (
    "[rR]aised|[cC]onvert(?:ed|ing)? to|[pP]racti[sc]ing|[dD]evout|[lL]apsed|[rR]eligion(?: ?[:=]| is)|[fF]aith is"
    "|[bB]orn|[bB]ecame|[lL]ike"
)

PATTERNS: Final = (
    Pattern(
        name="religion_stated",
        entity_type=EntityType.RELIGION,
        expression=(
            f"{with_initials_first(f'{THEY_ARE}|{_BELIEVES}')}{DEGREE}"
            f"(?: (?:devout|practicing|practising|strict|born-again|lapsed|proud))? (?P<value>{_RELIGION})(?!\\w)"
        ),
        score=0.7,
        prefilter=_RELIGION,
        languages=("en",),
    ),
    Pattern(
        name="religion_of_kin",
        entity_type=EntityType.RELIGION,
        expression=f"(?<!\\w)(?P<value>{_RELIGION}) (?:{KIN}|{HUMAN}|household|couple|upbringing)\\b",
        score=0.6,
        prefilter=f"{_RELIGION} (?:{KIN}|{HUMAN}|household|couple|upbringing)",
        languages=("en",),
    ),
)
