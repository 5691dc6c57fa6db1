"""Makes patterns of what English speakers write in any case."""

from __future__ import annotations

from typing import Final

from gateway.detection.letter_case import in_any_case
from gateway.detection.recognizer import Judge, Pattern, whole
from gateway.types import EntityType

END: Final = "(?!\\w|['’-]\\w)"


def in_english(
    name: str,
    expression: str,
    prefilter: str,
    score: float = 0.6,
    *,
    entity_type: EntityType,
    start: str,
    judge: Judge = whole,
    context: str = "",
) -> Pattern:
    """Returns a pattern of a type for what stands behind ``start`` and ends with a word."""
    return Pattern(
        name,
        entity_type,
        f"{start}(?i:{expression}){END}",
        score,
        judge,
        prefilter=in_any_case(prefilter),
        context=context,
        languages=("en",),
    )
