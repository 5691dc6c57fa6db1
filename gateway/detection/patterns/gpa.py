"""Grade point averages: beside the word for them, or as a decimal that somebody has from a school or degree."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_AVERAGE: Final = "(?:S?C?GPA|s?c?gpa|[gG]rade point average)"
_MOVED: Final = (
    "(?:of|is|was|at|to|fell to|dropped to|slipped to|rose to|went up to|went down to|currently|stands at|sits at"
    "|around"
    "|about|just|only|now)"
)
_GRADUATED: Final = "(?:[gG]raduat(?:ed|es|ing)|[fF]inish(?:ed|es|ing)|[gG]ives|[gG]ave|[hH]ad|[hH]as|[gG]ot|[eE]arned)"
_SCHOOL: Final = (
    "(?:master['’]?s|bachelor['’]?s|undergrad(?:uate)?|degree|college|university|high school|grad school|law school"
    "|nursing"
    "|business school|major|sophomore year|freshman year|junior year|senior year)"
)

PATTERNS: Final = (
    Pattern(
        name="gpa",
        entity_type=EntityType.GPA,
        expression=(
            f"{_AVERAGE}[\"']?(?: score)?(?:(?: {_MOVED}){{1,3}}|:| =|\\()?[:=]? ?(?P<value>[0-9]{{1,2}}"
            "(?:[.,][0-9]{1,3})?(?: ?/ ?[0-9]{1,2}(?:\\.[0-9]{1,2})?| out of (?:4|5|7|10)(?:\\.0)?)?)(?!\\.?\\w)"
        ),
        score=0.9,
        prefilter="GPA|gpa|rade point average",
    ),
    Pattern(
        name="gpa_before",
        entity_type=EntityType.GPA,
        expression=(
            "(?<![\\w.])[0-9][.,][0-9]{1,3}(?: ?/ ?[0-9](?:\\.[0-9]{1,2})?)?(?= (?:(?:un)?weighted |cumulative "
            f"|overall |college )?(?:{_AVERAGE}|grade point))"
        ),
        score=0.9,
        prefilter="[0-9] (?:[a-z]{5,12} )?(?:[A-Z]{0,2}GPA|[a-z]{0,2}gpa|[gG]rade point)",
    ),
    Pattern(
        name="gpa_of_school",
        entity_type=EntityType.GPA,
        expression=(
            f"\\b{_GRADUATED}(?: [a-z]+){{0,3}} (?:an? "
            f"|with an? )(?P<value>[0-4]\\.[0-9]{{1,2}}(?: ?/ ?[45](?:\\.0)?)?)"
            f" (?:from|in|at|for|on) (?:(?:my|his|her|the|their|an?) )?(?:[a-z]+ )?{_SCHOOL}(?!\\w)"
        ),
        score=0.7,
        prefilter="[0-4]\\.[0-9]{1,2}[0-9/. ]{0,6} (?:from|in|at|for|on) ",
        languages=("en",),
    ),
)
