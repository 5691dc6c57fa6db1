"""Makes patterns for names behind words of one language that introduce them."""

from __future__ import annotations

from typing import Final

from gateway.detection.letter_case import in_any_case
from gateway.detection.recognizer import Judge, Pattern
from gateway.types import EntityType

_BEFORE: Final = "[ :]{1,2}[\"'“”„«‘]?"
_SCORES: Final = {EntityType.NAME: 0.8, EntityType.AFFILIATION: 0.85}  # "ma boutique s'appelle lio" names no person


def introduction(name: str, language: str, kind: EntityType, said: str, *, value: str, judge: Judge) -> Pattern:
    """Returns a pattern for a ``value`` behind what is said in any case; its name ends in the language.

    A search goes on behind what is said, since the value may hold the next introduction.
    """
    words = in_any_case(said)
    return Pattern(
        name=f"{name}_{language}",
        entity_type=kind,
        expression=rf"(?<!\w)(?:{words}){_BEFORE}(?={value})",
        score=_SCORES[kind],
        judge=judge,
        prefilter=words,
        languages=(language,),
    )
