"""Whether anybody can answer a turn: who has been heard of when, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gateway.errors import Cause
from gateway.roles import Role

FOR_A_DRY_RUN = (Role.MINIMIZER,)
FOR_A_TURN = (Role.MINIMIZER, Role.DISPATCHER)
NOBODY = {Role.MINIMIZER: Cause.NOBODY_MINIMIZES, Role.DISPATCHER: Cause.NOBODY_DISPATCHES}


@dataclass(slots=True)
class Availability:
    """What this edge knows of the broker and of the roles behind it. Times are seconds of one monotonic clock.

    A role that was never heard of is missing once the edge has run for ``stalled_seconds``; until then turns may wait.

    >>> availability = Availability(stalled_seconds=15, since=100)
    >>> availability.missing(FOR_A_TURN, now=115), availability.ready(now=115)
    (None, False)
    >>> availability.hear(Role.MINIMIZER, now=115)
    >>> availability.missing(FOR_A_TURN, now=116).value, availability.missing(FOR_A_DRY_RUN, now=130)
    ('nobody_dispatches', None)
    >>> availability.hear(Role.DISPATCHER, now=116)
    >>> availability.missing(FOR_A_TURN, now=116), availability.ready(now=116)
    (None, True)
    """

    stalled_seconds: float
    since: float
    broker_answers: bool = True
    _heard: dict[Role, float] = field(default_factory=dict)

    def hear(self, role: Role, now: float) -> None:
        """Notes that a member of the role takes turns."""
        self._heard[role] = now

    def ready(self, now: float) -> bool:
        """Whether the broker answers and every role was heard of lately."""
        return self.broker_answers and self._heard.keys() >= {*FOR_A_TURN} and self.missing(FOR_A_TURN, now) is None

    def missing(self, roles: Sequence[Role], now: float) -> Cause | None:
        """Returns why nobody would answer a turn that needs these roles, or None if somebody would.

        Where nobody was heard of for ``stalled_seconds``, the broker may be at fault.
        """
        silent = [role for role in roles if now - self._heard.get(role, self.since) > self.stalled_seconds]
        if not silent:
            return None
        return NOBODY[silent[0]] if self.broker_answers else Cause.BROKER_AWAY
