"""How a review stands after its records: who counts, once, and what ends it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.records import ReleasedSummary, ReleasedTerm, ReviewCase, ReviewDecision, ReviewVerdict
from streams.analytics.review import Reviewed, Standing, reviewed_by


def case(*, approvals: int = 2, title: str = "insulin", since_ms: int = 0) -> ReviewCase:
    summary = ReleasedSummary(
        window=600,
        window_seconds=60,
        cluster=7,
        title=title,
        terms=(ReleasedTerm("insulin", 0.6),),
        languages=(),
        conversations=80,
        contributors=60,
    )
    return ReviewCase(summary=summary, approvals=approvals, since_ms=since_ms)


def decided(reviewer: str, verdict: ReviewVerdict = ReviewVerdict.APPROVE) -> ReviewDecision:
    return ReviewDecision(verdict=verdict, reviewer=reviewer, reason="", decided_ms=0)


def standing(reviewed: Reviewed | None) -> tuple[Standing, int] | None:
    return (reviewed.standing, reviewed.missing) if reviewed else None


def test_a_case_waits_for_as_many_persons_as_it_asks_for() -> None:
    assert standing(reviewed_by(case())) == (Standing.WAITING, 2)
    assert standing(reviewed_by(case(), decided("anna"))) == (Standing.WAITING, 1)
    assert standing(reviewed_by(case(), decided("anna"), decided("ben"))) == (Standing.APPROVED, 0)


def test_a_person_counts_once_however_the_name_is_written() -> None:
    assert standing(reviewed_by(case(), *map(decided, ("anna", "Anna", " ANNA ")))) == (Standing.WAITING, 1)


def test_one_rejection_ends_a_review_whoever_approved_it_before() -> None:
    rejected = decided("anna", ReviewVerdict.REJECT)
    assert standing(reviewed_by(case(), decided("anna"), rejected)) == (Standing.REJECTED, 0)
    assert standing(reviewed_by(case(), decided("ben"), rejected, decided("carl"))) == (Standing.REJECTED, 0)


def test_what_is_decided_stays_decided() -> None:
    approved = (case(approvals=1), decided("anna"))
    assert reviewed_by(*approved, decided("ben", ReviewVerdict.REJECT)) == reviewed_by(*approved)


def test_a_decision_about_no_case_is_none() -> None:
    assert reviewed_by(decided("anna")) is None
    assert standing(reviewed_by(decided("anna"), case())) == (Standing.WAITING, 2)


def test_the_same_case_once_more_keeps_its_decisions_and_another_summary_loses_them() -> None:
    begun = (case(), decided("anna"))
    assert standing(reviewed_by(*begun, case(since_ms=5))) == (Standing.WAITING, 1)
    assert standing(reviewed_by(*begun, case(title="insulin pump"))) == (Standing.WAITING, 2)


decisions = st.lists(
    st.builds(decided, st.sampled_from(["anna", "Anna", "ben", "carl"]), st.sampled_from(ReviewVerdict))
)


@given(decisions, st.integers(1, 3))
def test_nothing_is_approved_by_fewer_persons_than_the_case_asks_for(
    decisions: list[ReviewDecision], approvals: int
) -> None:
    reviewed = reviewed_by(case(approvals=approvals), *decisions)
    assert reviewed is not None
    if reviewed.standing is Standing.APPROVED:
        assert len(reviewed.persons) == approvals
        assert all(decision.verdict is ReviewVerdict.APPROVE for decision in reviewed.decisions)
