"""Keys of vendors by their shape: one module of data per kind of vendor, listed here."""

from typing import Final

from gateway.detection.patterns.vendors import clouds, commerce, development, messages, models, work
from gateway.detection.patterns.vendors.key_shape import KeyShape
from gateway.detection.recognizer import Pattern

SHAPES: Final[tuple[KeyShape, ...]] = (
    *clouds.SHAPES,
    *commerce.SHAPES,
    *development.SHAPES,
    *messages.SHAPES,
    *models.SHAPES,
    *work.SHAPES,
)
PATTERNS: Final[tuple[Pattern, ...]] = tuple(shape.pattern() for shape in SHAPES)
