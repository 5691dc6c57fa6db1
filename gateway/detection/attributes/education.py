"""Degrees, schooling and grades."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.detection.words import with_initials_first
from gateway.types import EntityType

_SUBJECT: Final = "[A-Za-z][A-Za-z]{2,20}(?: (?:and |& |of )?[A-Z][A-Za-z]{2,20}){0,3}"
_DEGREE: Final = (
    "(?:[bB]achelor|[mM]aster|[aA]ssociate)(?:['’]?s)?(?: [dD]egree)?(?: of [A-Z][a-z]{2,15}(?: [A-Z][a-z]{3,15})?)?"
    "|(?:[hH]igh [sS]chool |[dD]octoral |[uU]ndergraduate |[gG]raduate |[aA]dvanced |[lL]aw "
    "|[mM]edical )?(?:[dD]egree|[dD]iploma)"
    "|Ph\\.?D\\.?|PhD|MBA|B\\.?Sc\\.?|M\\.?Sc\\.?|B\\.A\\.|M\\.A\\.|LL\\.?[BM]\\.?|[dD]octorate|B\\.?Tech"
    "|M\\.?Tech|GCSEs?|A-levels?|GED"
)
_HOLDS: Final = "(?:['’]ve)? (?:have|has|had|hold|holds|held|earned|got|received|completed|did|finished)"
_HAS: Final = (
    f"[iI]{_HOLDS}|[sS][hH]e{_HOLDS}|[hH]e{_HOLDS}|[wW]ho{_HOLDS}|[mM]y|[hH]is|[hH]er|[gG]raduated with|[hH]olds"
    "|[hH]olding|[eE]arned"
)

PATTERNS: Final = (
    Pattern(
        name="degree_in",
        entity_type=EntityType.EDUCATIONAL_RECORD,
        expression=f"(?<![\\w.])(?P<value>(?:{_DEGREE}) in {_SUBJECT})(?!\\w)",
        score=0.7,
        prefilter=f"(?:{_DEGREE}) in ",
        languages=("en",),
    ),
    Pattern(
        name="degree_held",
        entity_type=EntityType.EDUCATIONAL_RECORD,
        expression=f"{with_initials_first(_HAS)} (?:an? |my |his |her )?(?P<value>{_DEGREE})(?!\\w)",
        score=0.6,
        prefilter=f"(?:{_DEGREE})",
        languages=("en",),
    ),
    Pattern(
        name="school_grade",
        entity_type=EntityType.EDUCATIONAL_RECORD,
        expression=(
            "(?<!\\w)(?P<value>(?:[1-9]|1[0-2])(?:st|nd|rd|th)[ -][gG]rade|(?:[fF]irst|[sS]econd|[tT]hird"
            "|[fF]ourth|[fF]ifth|[sS]ixth|[sS]eventh|[eE]ighth|[nN]inth|[tT]enth|[eE]leventh"
            "|[tT]welfth)[ -][gG]rade)r?\\b"
        ),
        score=0.6,
        prefilter="[ -][gG]rade",
        languages=("en",),
    ),
    Pattern(
        name="course",
        entity_type=EntityType.EDUCATIONAL_RECORD,
        expression=(
            "(?<!\\w)(?P<value>(?:AP|[hH]onors|IB) [A-Z][a-z]{3,15}(?: (?:and )?[A-Z][a-z]{2,15}){0,3})(?!\\w)"
        ),
        score=0.5,
        prefilter="(?:AP|onors|IB) [A-Z]",
        languages=("en",),
    ),
    Pattern(
        name="test_result",
        entity_type=EntityType.EDUCATIONAL_RECORD,
        expression=(
            "\\b(?:SAT|ACT|GRE|GMAT|LSAT|MCAT|TOEFL|IELTS)(?: score)?(?: of| was| is|:)? "
            "(?P<value>[0-9]{1,4}(?:\\.[0-9])?)(?!\\w)"
        ),
        score=0.7,
        prefilter="(?:SAT|ACT|GRE|GMAT|LSAT|MCAT|TOEFL|IELTS)[ :a-z]{1,12}[0-9]",
        languages=("en",),
    ),
)
