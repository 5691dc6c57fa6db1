"""Until when a canary should have passed each surface."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from gateway.types import Surface
from streams.auditor.ledger import PROMISED_ONLY
from streams.auditor.texts import OF_ANALYTICS
from streams.canaries.carriers import Position

PASS_SECONDS: Final = 30.0
LOOKED_FOR_SECONDS: Final = 3600.0
# Only what a user says at last becomes an analytics text.
SAID: Final = frozenset({Position.USER, Position.PART})
OF_ALL: Final = frozenset({Surface.EGRESS, Surface.REPLIES, Surface.LOGS, Surface.METRICS})
OF_INVALID: Final = frozenset({Surface.ERRORS, Surface.METRICS})


@dataclass(frozen=True, slots=True)
class Deadlines:
    """For how long a canary may be on its way: ``summary_seconds`` until the summary of its cluster is decided."""

    watched: Set[Surface]
    summary_seconds: float

    def of(self, position: Position, now_ms: int, *, promised: bool, is_valid: bool = True) -> dict[Surface, int]:
        """Returns each surface that the canary should pass, with the time until when.

        One that detection does not ``promise`` to find is expected where nothing is promised about detection. A request
        that is not ``valid`` is answered with an error, and goes no further.
        """
        seconds = dict.fromkeys(OF_ALL if is_valid else OF_INVALID, PASS_SECONDS)
        if is_valid and position in SAID:
            seconds |= dict.fromkeys(OF_ANALYTICS, PASS_SECONDS + self.summary_seconds)
            seconds[Surface.ANALYTICS] = PASS_SECONDS
        return {
            surface: now_ms + round(1000 * after)
            for surface, after in seconds.items()
            if surface in self.watched and (promised or surface not in PROMISED_ONLY)
        }

    def expires_ms(self, now_ms: int) -> int:
        """Returns until when a canary is looked for: wherever it stood, its window's summaries must not hold it."""
        return now_ms + round(1000 * (PASS_SECONDS + self.summary_seconds + LOOKED_FOR_SECONDS))
