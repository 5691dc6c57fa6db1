"""How the review of a summary stands: who approved it, who is missing, or who rejected it.

Whoever publishes and whoever shows a review folds the same records of its key, in their order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

from gateway.records import Review, ReviewCase, ReviewDecision, ReviewVerdict


class Standing(StrEnum):
    """What has become of a review so far."""

    WAITING = "waiting"
    APPROVED = "approved"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A case with the decisions that counted: of a person at most one approval."""

    case: ReviewCase
    decisions: tuple[ReviewDecision, ...] = ()

    @property
    def persons(self) -> frozenset[str]:
        """Those who have decided, as `person` tells them apart."""
        return frozenset(person(decision.reviewer) for decision in self.decisions)

    @property
    def missing(self) -> int:
        """How many persons must still approve it; 0 once it is decided."""
        return 0 if self._rejected else max(0, self.case.approvals - len(self.decisions))

    @property
    def standing(self) -> Standing:
        """Rejected by one person, approved by as many as the case asks for, or waiting."""
        if self._rejected:
            return Standing.REJECTED
        return Standing.WAITING if self.missing else Standing.APPROVED

    @property
    def _rejected(self) -> bool:
        return any(decision.verdict is ReviewVerdict.REJECT for decision in self.decisions)


def person(reviewer: str) -> str:
    """Returns the name by which a person is told from others: without case, and without blanks around it.

    >>> person(" Anna ") == person("anna")
    True
    """
    return reviewer.strip().casefold()


def after(reviewed: Reviewed | None, record: Review) -> Reviewed | None:
    """Returns how the review of a key stands after one more record of it; None as long as there is no case.

    A case with another summary begins anew, and the same case once more changes nothing. An approval counts once for a
    person, a rejection ends the review, and what comes after its end changes nothing.
    """
    match record:
        case ReviewCase():
            return reviewed if reviewed and _same(reviewed.case, record) else Reviewed(record)
        case ReviewDecision() if reviewed is not None and _counts(reviewed, record):
            return replace(reviewed, decisions=(*reviewed.decisions, record))
        case _:
            return reviewed


def reviewed_by(*records: Review) -> Reviewed | None:
    """Returns how the review of a key stands after all its records, in order."""
    start: Reviewed | None = None
    return reduce(after, records, start)


def _same(case: ReviewCase, other: ReviewCase) -> bool:
    return (case.summary, case.approvals) == (other.summary, other.approvals)


def _counts(reviewed: Reviewed, decision: ReviewDecision) -> bool:
    if reviewed.standing is not Standing.WAITING:
        return False
    return decision.verdict is ReviewVerdict.REJECT or person(decision.reviewer) not in reviewed.persons
