"""Attributes of people: one module of data per attribute, and the list of those precise enough to use."""

from __future__ import annotations

from typing import Final

from gateway.detection.attributes import (
    diet,
    education,
    ethnicity,
    gender,
    health,
    jobs,
    marital_status,
    occupation,
    orientation,
    religion,
    working,
)
from gateway.detection.attributes.precision import is_on
from gateway.detection.recognizer import Pattern

ALL: Final[tuple[Pattern, ...]] = (
    *diet.PATTERNS,
    *education.PATTERNS,
    *ethnicity.PATTERNS,
    *gender.PATTERNS,
    *health.PATTERNS,
    *jobs.PATTERNS,
    *marital_status.PATTERNS,
    *occupation.PATTERNS,
    *orientation.PATTERNS,
    *religion.PATTERNS,
    *working.PATTERNS,
)
ATTRIBUTES: Final[tuple[Pattern, ...]] = tuple(each for each in ALL if is_on(each.entity_type))
