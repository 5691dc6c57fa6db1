"""Vehicle identification numbers (ISO 3779): with the check digit of North America, or beside a word."""

from typing import Final

from gateway.detection.checksums import is_vin
from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

_VIN: Final = "[A-HJ-NPR-Z0-9]{17}"

PATTERNS: Final = (
    Pattern(
        name="vin",
        entity_type=EntityType.VEHICLE,
        expression=f"(?<![A-Za-z0-9]){_VIN}(?![A-Za-z0-9])",
        score=0.8,
        judge=whole_if(is_vin),
        has_checksum=True,
        prefilter=_VIN,
    ),
    Pattern(
        name="vin_labelled",
        entity_type=EntityType.VEHICLE,
        expression="(?<![A-Za-z0-9])(?=[A-Za-z]*[0-9])[A-HJ-NPR-Za-hj-npr-z0-9]{11,17}(?![A-Za-z0-9])",
        score=0.8,
        context="\\bvin\\b|vehicle id|chassis|fahrgestell|bastidor|telaio",
    ),
)
