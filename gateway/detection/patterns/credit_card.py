"""Payment card numbers: 12 to 19 digits with an issuer's prefix and a valid check digit, or four times four digits."""

from typing import Final

from gateway.detection.characters import DASHES, DIGITS, FIRST_DIGIT, SPACES
from gateway.detection.checksums import cards
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

PATTERNS: Final = (
    Pattern(
        name="credit_card",
        entity_type=EntityType.CREDIT_CARD,
        expression=f"{FIRST_DIGIT}(?:[{SPACES}.{DASHES}]{{0,3}}+\\d){{11,}}+",
        score=1.0,
        judge=cards,
        has_checksum=True,
        prefilter=f"[{DIGITS}](?:[{SPACES}.{DASHES}]{{0,3}}[{DIGITS}]){{11}}",
    ),
    # Cards of one country only, and mistyped ones.
    Pattern(
        name="credit_card_by_form",
        entity_type=EntityType.CREDIT_CARD,
        expression="(?<![\\w.,+-])(?<![0-9] )(?:(?:[0-9]{4}-){3}|(?:[0-9]{4} ){3})[0-9]{4}(?![\\w-]|[.,][0-9]| [0-9])",
        score=0.6,
        prefilter="[0-9]{4}([ -][0-9]{4}){3}",
    ),
)
