"""Secret access keys of AWS: forty characters without any mark of their own, told by the key id beside them."""

from typing import Final

from gateway.detection.entropy import looks_random
from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

_ID: Final = "A(?:KIA|SIA)[A-Z0-9]{16}"
_SECRET: Final = "(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])"
_BETWEEN: Final = (
    "(?!\\n\\n)[^A-Za-z0-9](?:(?!\\n\\n).){0,120}?"  # a few words or lines of a file, but no new paragraph
)

PATTERNS: Final = (
    Pattern(
        name="aws_secret_after_id",
        entity_type=EntityType.KEYS,
        expression=f"(?s:{_ID}{_BETWEEN}(?P<value>{_SECRET}))",
        score=0.95,
        judge=whole_if(looks_random),
        prefilter=_ID,
    ),
    Pattern(
        name="aws_secret_before_id",
        entity_type=EntityType.KEYS,
        expression=f"(?s:(?P<value>{_SECRET})(?={_BETWEEN}{_ID}))",
        score=0.95,
        judge=whole_if(looks_random),
        prefilter=_ID,
    ),
)
