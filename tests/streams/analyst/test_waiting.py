from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.records import (
    CandidateVerdict,
    PublishedSummary,
    Record,
    ReleasedSummary,
    ReleasedTerm,
    ReviewCase,
    ReviewDecision,
    ReviewVerdict,
    SummaryCandidate,
    Topic,
    Undecodable,
    WithheldSummary,
    WrittenSentence,
    encode,
)
from streams.analyst.lines import Line
from streams.analyst.waiting import ON_ITS_WAY_MS, Waiting
from tests.streams.test_holds import HOLD, LIFTING

KEY = "60/7"
SUMMARY = ReleasedSummary(
    window=60,
    window_seconds=60,
    cluster=7,
    title="garden",
    terms=(ReleasedTerm("garden", 1.0),),
    languages=(),
    conversations=40,
    contributors=30,
    trend="new",
)
DEADLINE = 100_000
CANDIDATE = SummaryCandidate(summary=SUMMARY, deadline_ms=DEADLINE)
SILENT = DEADLINE + ON_ITS_WAY_MS + 1


def test_what_a_model_wrote_first_about_a_summary_counts() -> None:
    second = (Topic.SENTENCES, WrittenSentence(sentence="people ask about garden"), 2)
    for said in ("garden", ""):
        first = (Topic.SENTENCES, WrittenSentence(sentence=said), 1)
        assert waiting(first, second).sentences == {KEY: said}


def waiting(*records: tuple[Topic, Record, int], approvals: int = 0) -> Waiting:
    known = Waiting(lambda summary: approvals)
    for topic, record, at in records:
        known.take(topic, KEY, encode(record), at)
    return known


def answer(clean: bool, at: int) -> tuple[Topic, Record, int]:
    return Topic.VERDICTS, CandidateVerdict(clean=clean), at


def decision(verdict: ReviewVerdict, reviewer: str) -> tuple[Topic, Record, int]:
    return Topic.REVIEW, ReviewDecision(verdict=verdict, reviewer=reviewer, reason="", decided_ms=7), 0


def outcome(known: Waiting, now: int = SILENT) -> list[str]:
    """What is due, in words."""
    return [_word(line) for line in known.due(now)]


def _word(line: Line) -> str:
    match line.value:
        case WithheldSummary(reason=reason):
            return reason
        case PublishedSummary(published_ms=published_ms):
            return f"published at {published_ms}"
        case ReviewCase(approvals=approvals):
            return f"review by {approvals}"
    return "?"


CANDIDATE_RECORD = (Topic.CANDIDATES, CANDIDATE, 0)


@pytest.mark.parametrize(
    ("answers", "now", "due"),
    [
        ([], DEADLINE, []),
        ([], SILENT, ["audit_silent"]),
        ([answer(True, 50)], 60, ["published at 50"]),
        ([answer(True, DEADLINE)], SILENT, [f"published at {DEADLINE}"]),
        ([answer(True, DEADLINE + 1)], DEADLINE + 2, []),
        ([answer(True, DEADLINE + 1)], SILENT, ["audit_silent"]),
        ([answer(False, 50)], 60, ["canary_found"]),
        ([answer(True, 50), answer(False, 60)], 70, ["canary_found"]),
    ],
)
def test_what_becomes_of_a_candidate(answers: list[tuple[Topic, Record, int]], now: int, due: list[str]) -> None:
    assert outcome(waiting(CANDIDATE_RECORD, *answers), now) == due


def test_a_clean_candidate_that_persons_must_approve_waits_for_them_however_long() -> None:
    known = waiting(CANDIDATE_RECORD, answer(True, 50), approvals=2)
    assert outcome(known) == ["review by 2"]
    (line,) = known.due(SILENT)
    known.take(Topic.REVIEW, KEY, encode(line.value) if isinstance(line.value, Record) else None, 0)
    assert outcome(known, SILENT * 1000) == []


@pytest.mark.parametrize(
    ("decisions", "due"),
    [
        ([decision(ReviewVerdict.APPROVE, "anna")], []),
        ([decision(ReviewVerdict.APPROVE, "anna"), decision(ReviewVerdict.APPROVE, " ANNA ")], []),
        ([decision(ReviewVerdict.APPROVE, "anna"), decision(ReviewVerdict.APPROVE, "ben")], ["published at 7"]),
        ([decision(ReviewVerdict.APPROVE, "anna"), decision(ReviewVerdict.REJECT, "ben")], ["rejected"]),
    ],
)
def test_what_becomes_of_a_case(decisions: list[tuple[Topic, Record, int]], due: list[str]) -> None:
    case = (Topic.REVIEW, ReviewCase(summary=SUMMARY, approvals=2, since_ms=1), 0)
    assert outcome(waiting(case, *decisions)) == due


@given(st.integers())
def test_what_was_settled_stays_so_in_whatever_order_the_topics_are_read(seed: int) -> None:
    settled = WithheldSummary(window=60, cluster=7, reason="audit_silent", contributors=30, conversations=40)
    records = [CANDIDATE_RECORD, answer(True, 50), (Topic.WITHHELD, settled, 0)]
    random.Random(seed).shuffle(records)
    assert outcome(waiting(*records)) == []


def test_a_summary_that_was_withdrawn_does_not_come_back() -> None:
    known = waiting(CANDIDATE_RECORD, answer(True, 50))
    known.take(Topic.PUBLISHED, KEY, encode(PublishedSummary(summary=SUMMARY, published_ms=50)), 50)
    known.take(Topic.PUBLISHED, KEY, None, 60)
    assert outcome(known) == []
    assert known.published == {}
    assert known.withheld[KEY] == "withdrawn"


def test_without_anything_to_wait_for_a_summary_is_published_as_of_the_end_of_its_window() -> None:
    assert _word(waiting().passed(KEY, SUMMARY, 42)) == "published at 42"
    assert _word(waiting(approvals=1).passed(KEY, SUMMARY, 42)) == "review by 1"


def held(known: Waiting, record: Record | bytes) -> None:
    """Puts all publications on hold, or lifts it."""
    known.take(Topic.HOLDS, "publications", encode(record) if isinstance(record, Record) else record, 0)


@pytest.mark.parametrize("hold", [HOLD, b"of another version"])
def test_what_is_ready_waits_while_publications_are_on_hold_and_goes_on_when_a_person_lifts_it(
    hold: Record | bytes,
) -> None:
    known = waiting(CANDIDATE_RECORD, answer(True, 50))
    held(known, hold)
    assert outcome(known, SILENT * 1000) == []
    held(known, LIFTING)
    assert outcome(known, SILENT * 1000) == ["published at 50"]


def test_what_persons_approved_waits_for_the_hold_as_well() -> None:
    case = (Topic.REVIEW, ReviewCase(summary=SUMMARY, approvals=1, since_ms=1), 0)
    known = waiting(case, decision(ReviewVerdict.APPROVE, "anna"))
    held(known, HOLD)
    assert outcome(known) == []
    held(known, LIFTING)
    assert outcome(known) == ["published at 7"]


@pytest.mark.parametrize(("answers", "due"), [([answer(False, 50)], ["canary_found"]), ([], ["audit_silent"])])
def test_a_hold_keeps_nothing_from_being_withheld(answers: list[tuple[Topic, Record, int]], due: list[str]) -> None:
    known = waiting(CANDIDATE_RECORD, *answers)
    held(known, HOLD)
    assert outcome(known) == due


def test_a_hold_keeps_nothing_from_persons() -> None:
    known = waiting(CANDIDATE_RECORD, answer(True, 50), approvals=2)
    held(known, HOLD)
    assert outcome(known) == ["review by 2"]


def test_a_hold_on_a_tenant_holds_no_publication() -> None:
    known = waiting(CANDIDATE_RECORD, answer(True, 50))
    known.take(Topic.HOLDS, "tenant/support", encode(HOLD), 0)
    assert outcome(known) == ["published at 50"]


@pytest.mark.parametrize(("answers", "due"), [([], f"published at {DEADLINE}"), ([answer(False, 50)], "canary_found")])
def test_where_nothing_is_audited_a_candidate_waited_for_a_hold_only(
    answers: list[tuple[Topic, Record, int]], due: str
) -> None:
    known = Waiting(lambda summary: 0, is_audited=False)
    for topic, record, at in (CANDIDATE_RECORD, *answers):
        known.take(topic, KEY, encode(record), at)
    assert outcome(known) == [due]


def test_what_is_no_record_of_its_topic_is_refused_and_publishes_nothing() -> None:
    known = waiting(CANDIDATE_RECORD)
    with pytest.raises(Undecodable):
        known.take(Topic.VERDICTS, KEY, b'{"kind":"canary","clean":true,"v":3}', 50)
    assert outcome(known, 60) == []
