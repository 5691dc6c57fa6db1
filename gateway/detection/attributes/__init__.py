"""Attributes of people: one module of data per attribute, and the list of those precise enough to use."""

from __future__ import annotations

from typing import Final

from gateway.detection.attributes import (
    announced_jobs,
    descent,
    diet,
    education,
    ethnicity,
    gender,
    grades,
    health,
    jobs,
    marital_status,
    marks_at_school,
    occupation,
    orientation,
    religion,
    working,
)
from gateway.detection.attributes.precision import is_on
from gateway.detection.recognizer import Pattern

ALL: Final[tuple[Pattern, ...]] = (
    *announced_jobs.PATTERNS,
    *descent.PATTERNS,
    *diet.PATTERNS,
    *education.PATTERNS,
    *ethnicity.PATTERNS,
    *gender.PATTERNS,
    *grades.PATTERNS,
    *health.PATTERNS,
    *jobs.PATTERNS,
    *marital_status.PATTERNS,
    *marks_at_school.PATTERNS,
    *occupation.PATTERNS,
    *orientation.PATTERNS,
    *religion.PATTERNS,
    *working.PATTERNS,
)
ATTRIBUTES: Final[tuple[Pattern, ...]] = tuple(each for each in ALL if is_on(each.entity_type))
