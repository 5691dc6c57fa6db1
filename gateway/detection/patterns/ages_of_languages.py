"""Makes patterns for ages of expressions in one language."""

from __future__ import annotations

from typing import Final

from gateway.detection.letter_case import in_any_case, with_any_initials
from gateway.detection.patterns.times_of_languages import LETTER
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

FIGURE: Final = "[1-9][0-9]?"
DONE: Final = (
    "(?=[.;!?,](?![0-9])|[ \\t]{0,3}(?:$|\\n)| (?:und|y|e|et|en|i|aber|pero|ma|maar|mais|mas|ale|а|и|но|та|й|але"
    "|και)(?!\\w))"
)


def age(language: str, expression: str, prefilter: str, name: str = "in_words") -> Pattern:
    """Returns a pattern for ages; its name ends in the language, so ``name`` says what it finds."""
    return Pattern(
        name=f"age_{name}_{language}",
        entity_type=EntityType.AGE,
        expression=f"(?<!{LETTER})(?:{with_any_initials(expression)})(?!{LETTER})",
        score=0.6,
        prefilter=in_any_case(prefilter),
        languages=(language,),
    )
