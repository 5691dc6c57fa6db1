"""The publication gate: publish a cluster's summary, or the first reason to withhold it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a summary is withheld."""

    FEW = "fewer than k-min"
    EMPTY = "nothing to say"


@dataclass(frozen=True, slots=True, repr=False)
class Candidate:
    """A summary that may be published; ``members`` counts its contributors, or conversations as in the paper."""

    cluster: int
    members: int
    summary: str

    def __repr__(self) -> str:
        return f"Candidate(cluster={self.cluster}, members={self.members})"


def withheld(candidate: Candidate, k_min: int) -> Reason | None:
    """Returns the first reason to withhold a candidate, None to publish it.

    >>> withheld(Candidate(1, 24, "Topics: garden"), 25)
    <Reason.FEW: 'fewer than k-min'>
    >>> withheld(Candidate(1, 25, "Topics: garden"), 25) is None
    True
    """
    if candidate.members < k_min:
        return Reason.FEW
    return None if candidate.summary else Reason.EMPTY
