"""A grammar of what English sentences say of somebody's health; each module has clauses of one kind."""

from __future__ import annotations

from typing import Final

from gateway.detection.attributes.english_health import abilities, aids, ailments, body, findings, happenings, states
from gateway.detection.attributes.english_health.grammar import Clause

CLAUSES: Final[tuple[Clause, ...]] = (
    *abilities.CLAUSES,
    *ailments.CLAUSES,
    *aids.CLAUSES,
    *body.CLAUSES,
    *findings.CLAUSES,
    *happenings.CLAUSES,
    *states.CLAUSES,
)
