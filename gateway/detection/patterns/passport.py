"""Passport numbers, beside a word for passport in one of eight languages."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

PATTERNS: Final = (
    Pattern(
        name="passport",
        entity_type=EntityType.PASSPORT,
        expression=(
            "(?<![A-Za-z0-9])(?:[A-Z](?=(?:[A-Z]{0,3}[0-9]){4})[A-Z0-9]{7,8}|[A-Za-z]{1,3}[ -]?[0-9]{5,9}"
            "|[0-9]{7,9}|[0-9]{2}[ ]?[A-Z]{2}[ ]?[0-9]{5})"
            "(?![A-Za-z0-9]|-\\d)"
        ),
        score=0.8,
        context=(
            "passport|passeport|reisepass|\\bpasaporte|passaporto|passaporte|paspoort|paszport|护照|パスポート|паспорт"
        ),
    ),
)
