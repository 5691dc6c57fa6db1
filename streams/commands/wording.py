"""The parts of a summary in words that are safe to print."""

from __future__ import annotations

from collections.abc import Iterable

from gateway.records import ReleasedSummary, ReleasedTerm, SummaryCandidate
from gateway.terminal import one_line
from streams.analytics.review import Reviewed, Standing


def shares(terms: Iterable[ReleasedTerm]) -> str:
    """Returns terms with their shares.

    >>> shares([ReleasedTerm("refund", 0.6), ReleasedTerm("late parcel", 0.35)])
    'refund 60%, late parcel 35%'
    """
    return ", ".join(f"{one_line(term.term)} {term.share:.0%}" for term in terms)


def trend(summary: ReleasedSummary) -> str:
    """Returns how the conversations changed since the last window."""
    return "new" if summary.trend is None else f"{summary.trend:+.0%}"


def persons(count: int) -> str:
    """Returns the count with its noun.

    >>> persons(1), persons(2)
    ('1 person', '2 persons')
    """
    return f"{count} person{'' if count == 1 else 's'}"


def waits_for(said: Reviewed | SummaryCandidate) -> str:
    """Returns for whom or what a summary waits."""
    if isinstance(said, SummaryCandidate):
        return "the audit"
    match said.standing:
        case Standing.WAITING:
            return f"{persons(said.missing)} to approve it"
        case Standing.APPROVED:
            return "the analyst to publish it"
        case Standing.REJECTED:
            return "the analyst to withhold it"
