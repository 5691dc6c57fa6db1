"""Grade point averages."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

PATTERNS: Final = (
    Pattern(
        name="gpa",
        entity_type=EntityType.GPA,
        expression=(
            "(?:GPA|gpa|[gG]rade point average)[\"']?(?: score)?(?: of| is| was|:| =|\\()?[:=]? ?(?P<value>[0-9]"
            "(?:[.,][0-9]{1,3})?(?: ?/ ?[0-9](?:\\.[0-9]{1,2})?)?)(?!\\.?\\w)"
        ),
        score=0.9,
        prefilter="GPA|gpa|rade point average",
    ),
    Pattern(
        name="gpa_before",
        entity_type=EntityType.GPA,
        expression=(
            "(?<![\\w.])[0-9][.,][0-9]{1,3}(?: ?/ ?[0-9](?:\\.[0-9]{1,2})?)?(?= (?:(?:un)?weighted |cumulative "
            "|overall |college )?(?:GPA|gpa|grade point))"
        ),
        score=0.9,
        prefilter="[0-9] (?:[a-z]{5,12} )?(?:GPA|gpa|grade point)",
    ),
)
