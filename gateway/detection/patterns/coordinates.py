"""Coordinates: latitude and longitude in decimal degrees, or in degrees and minutes."""

from typing import Final

from gateway.detection.places import on_earth
from gateway.detection.recognizer import Pattern, whole_if
from gateway.detection.words import somewhere
from gateway.types import EntityType

_DEGREES: Final = "[0-9]{1,3}[°º] ?[0-9]{1,2}(?:\\.[0-9]{1,6})?[′'’](?: ?[0-9]{1,2}(?:\\.[0-9]{1,6})?[″\"”'’]{1,2})?"
_NAMES: Final = somewhere("latitude|longitude|lat|lon|lng")

PATTERNS: Final = (
    Pattern(
        name="coordinates",
        entity_type=EntityType.GEOLOCATION,
        expression=(
            "(?<![\\w.+\\[-])(?<!\\d[,;] )"
            "(?<!\\d[,;])[+-]?[0-9]{1,2}\\.[0-9]{4,}+°? ?[NSns]?[,;/ ]\\s?[+-]?[0-9]{1,3}\\.[0-9]{4,}+"
            "(?:° ?[EWew]?)?"
            "(?!\\.?\\w|,? ?[+-]?\\d)"
        ),
        score=0.4,
        judge=whole_if(on_earth),
        prefilter="[0-9]\\.[0-9]{4,}°? ?[NSns]?[,;/ ][ \\n\\r\\t]?[+-]?[0-9]{1,3}\\.[0-9]{4}",
        raises="\\blat|\\blo?ng?\\b|\\bgps\\b|coord|location|\\bmaps?\\b|position|\\bat\\b|\\bplace",
    ),
    Pattern(
        name="coordinates_labelled",
        entity_type=EntityType.GEOLOCATION,
        expression="(?<![\\w.])[+-]?[0-9]{1,3}\\.[0-9]{3,}(?!\\.?\\w)",
        score=0.7,
        judge=whole_if(on_earth),
        prefilter=f"(?:{_NAMES})[^A-Za-z0-9]{{0,3}}(?: is)?[^A-Za-z0-9]{{0,7}}[0-9]{{1,3}}\\.[0-9]{{3}}",
        context="\\b(?:lat(?:itude)?|lon(?:gitude)?|lng)[\"']?(?: is)?\\s{0,2}[:=]?\\s{0,2}$",
    ),
    Pattern(
        name="coordinates_in_degrees",
        entity_type=EntityType.GEOLOCATION,
        expression=(
            f"(?<!\\d){_DEGREES} ?[NSns]\\b(?:[,; ]{{1,2}}{_DEGREES} ?[EWOewo]\\b)?|(?<!\\d){_DEGREES} ?[EWOewo]\\b"
        ),
        score=0.85,
        prefilter="[0-9][°º] ?[0-9]{1,2}[.0-9]*[′'’]",
    ),
    Pattern(
        name="three_words",  # of what3words
        entity_type=EntityType.GEOLOCATION,
        expression="(?<![\\w/:])///[^\\W\\d_]{3,20}\\.[^\\W\\d_]{3,20}\\.[^\\W\\d_]{3,20}(?![\\w/]|\\.\\w)",
        score=0.8,
        prefilter="///[^0-9 ./]{3,60}\\.",
    ),
)
