"""The parts of a summary in words that are safe to print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from gateway.records import ReleasedTerm, SummaryCandidate
from gateway.terminal import one_line
from streams.analytics.review import Reviewed, Standing

REASONS: Final[Mapping[str, str]] = {
    "few_contributors": "fewer distinct contributors than k-min asks for",
    "few_conversations": "fewer conversations than k-min asks for",
    "nothing_to_say": "no word was used by enough contributors",
    "dominated": "one contributor has too large a share of it",
    "unsupported_words": "its sentence has words that are not among its terms",
    "personal_data": "detection finds something in its text",
    "rare_phrase": "it has words in a row that too few contributors share",
    "differencing": "an earlier publication of this window differs from it by too few contributors",
    "budget_spent": "the privacy budget of its period is spent",
    "review_required": "persons must approve it first",
    "canary_found": "the audit found a planted string in it",
    "audit_silent": "the audit did not answer in time",
    "rejected": "a person rejected it",
    "withdrawn": "too few contributors were left after a deletion",
}
"""What each reason for which a summary is withheld means."""


def explained(reason: str) -> str:
    """Returns the reason, with what it means where this version knows it.

    >>> explained("rejected"), explained("another")
    ('rejected: a person rejected it', 'another')
    """
    meaning = REASONS.get(reason)
    return f"{reason}: {meaning}" if meaning else one_line(reason)


def shares(terms: Iterable[ReleasedTerm]) -> str:
    """Returns terms with their shares.

    >>> shares([ReleasedTerm("refund", 0.6), ReleasedTerm("late parcel", 0.35)])
    'refund 60%, late parcel 35%'
    """
    return ", ".join(f"{one_line(term.term)} {term.share:.0%}" for term in terms)


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
