from __future__ import annotations

import msgspec
import pytest

from gateway.analytics import event_id
from gateway.records import (
    AnalyticsText,
    CanaryFinding,
    CandidateVerdict,
    Chunk,
    ClusterAssignment,
    ClusterVerdict,
    MinimizedTurn,
    MintedCanary,
    ProbeAnswered,
    PublishedSummary,
    Record,
    ReleasedSummary,
    SummaryCandidate,
    Topic,
    WrittenVerdict,
    encode,
)
from gateway.types import Surface
from streams.auditor.ledger import AuditEntry, AuditLedger, Searching

KEY = b"audit key"
VALUE = "alex.patel.42157@example.com"
TURN, OTHER = "1" * 32, "2" * 32
DEADLINE = 30.0
EGRESS = {Surface.EGRESS: 30_000}


def minted(
    kind: str = "email", value: str = VALUE, deadlines: dict[Surface, int] | None = None, *, promised: bool = True
) -> MintedCanary:
    return MintedCanary(
        canary_kind=kind,
        value=value,
        minted_ms=0,
        expires_ms=3_600_000,
        deadlines_ms=deadlines or EGRESS,
        promised=promised,
    )


def ledger(canary: MintedCanary | None = None, *, witnessed: bool = False, received: bool = False) -> AuditLedger:
    """A ledger with a canary that went through the edge in TURN, whose clock has run evenly since time 0."""
    made = AuditLedger(KEY, "settings", witnessed=witnessed)
    made.mint("c1", canary or minted())
    made.answer("c1", ProbeAnswered(turn_id=TURN, answered_ms=0, received=received))
    for second in (-60, -50, -40, -30, -20, -10, 0):
        made.tick(second)
    return made


def record(topic: Topic, value: Record, key: str = "", turn_id: str = "", offset: int = 0) -> Searching:
    return Searching(topic, f"{topic}/0/{offset}", key, turn_id, encode(value))


def sent(text: str, turn_id: str = TURN) -> Searching:
    turn = MinimizedTurn(
        tenant="t",
        route="r",
        model="m",
        stream=False,
        reply_partition=0,
        ask_after_ms=0,
        deadline_ms=0,
        body=msgspec.Raw(msgspec.json.encode({"messages": [{"content": text}]})),
        sealed_map=b"",
    )
    return record(Topic.MINIMIZED, turn, turn_id=turn_id)


def answered(*texts: str, turn_id: str = OTHER) -> list[Searching]:
    chunks = [
        Chunk(
            attempt_id="a",
            sequence=number,
            last=number == len(texts) - 1,
            events=[msgspec.Raw(msgspec.json.encode({"choices": [{"delta": {"content": text}}]}))],
        )
        for number, text in enumerate(texts)
    ]
    return [record(Topic.REPLIES, chunk, turn_id=turn_id, offset=number) for number, chunk in enumerate(chunks)]


def until(audit: AuditLedger, end: float) -> list[AuditEntry]:
    """What the ticks up to a time say."""
    return [entry for second in range(1, int(end) + 1) for entry in audit.tick(float(second))]


def verdicts(entries: list[AuditEntry]) -> list[tuple[Surface, str]]:
    return [(each.record.surface, each.record.outcome) for each in entries if isinstance(each.record, WrittenVerdict)]


def test_a_canary_that_passed_and_was_not_seen_is_clean_at_its_deadline_and_one_that_never_passed_is_lost() -> None:
    passed, absent = ledger(), ledger()
    assert passed.take(sent("[EMAIL1]"), 1.0) == []
    assert verdicts(until(passed, DEADLINE)) == [(Surface.EGRESS, "clean")]
    assert verdicts(until(absent, DEADLINE)) == [(Surface.EGRESS, "lost")]


def test_a_turn_that_was_searched_before_its_probe_was_answered_has_passed() -> None:
    audit = AuditLedger(KEY, "settings")
    audit.mint("c1", minted())
    audit.tick(0)
    audit.take(sent("[EMAIL1]"), 1.0)
    audit.answer("c1", ProbeAnswered(turn_id=TURN, answered_ms=0))
    assert verdicts(until(audit, 60)) == [(Surface.EGRESS, "clean")]


def test_a_leak_is_a_finding_without_the_value_and_a_verdict_at_once_and_only_once() -> None:
    audit = ledger()
    finding, verdict = audit.take(sent(f"Write to {VALUE}"), 1.0)
    assert isinstance(finding.record, CanaryFinding)
    assert (finding.key, finding.record.surface, finding.record.turn_id) == ("c1", Surface.EGRESS, TURN)
    assert verdicts([verdict]) == [(Surface.EGRESS, "leaked")]
    assert VALUE.encode() not in encode(finding.record) + encode(verdict.record)
    assert audit.take(sent(f"Write to {VALUE}"), 2.0) == []
    assert verdicts(until(audit, DEADLINE)) == []


def test_what_detection_does_not_promise_to_find_is_a_leak_everywhere_but_on_the_way_to_the_provider() -> None:
    value = "amber basil cobalt fjord"
    audit = ledger(minted("phrase", value, promised=False))
    assert audit.take(sent(value), 1.0) == []
    (answer,) = answered(value, turn_id=TURN)
    assert audit.take(answer, 1.0) == []
    assert audit.tick(2.0) == [], "the answer repeats what its own turn sent"
    assert verdicts([*audit.take(record(Topic.PUBLISHED, published(value), key="0/1"), 1.0)])
    assert verdicts(audit.look(Surface.LOGS, "logs/a:0", value, 1.0)) == [(Surface.LOGS, "leaked")]


@pytest.mark.parametrize(("received", "outcome"), [(True, "clean"), (False, "lost")])
def test_where_a_witness_listens_egress_needs_the_minimized_request_and_what_the_witness_received(
    received: bool, outcome: str
) -> None:
    audit = ledger(witnessed=True, received=received)
    audit.take(sent("[EMAIL1]"), 1.0)
    assert verdicts(until(audit, DEADLINE)) == [(Surface.EGRESS, outcome)]
    unsent = ledger(witnessed=True, received=True)
    assert verdicts(until(unsent, DEADLINE)) == [(Surface.EGRESS, "lost")]


def test_a_canary_in_what_the_witness_received_is_a_leak_although_the_minimized_request_is_clean() -> None:
    audit = ledger(witnessed=True, received=True)
    audit.take(sent("[EMAIL1]"), 1.0)
    assert verdicts(audit.look(Surface.EGRESS, "witness/1", f"x-note: {VALUE}", 1.0)) == [(Surface.EGRESS, "leaked")]
    assert verdicts(until(audit, DEADLINE)) == []


def test_a_canary_passes_the_logs_when_a_line_of_its_turn_was_searched_and_not_before() -> None:
    audit = ledger(minted(deadlines={Surface.LOGS: 30_000}))
    audit.passed(Surface.LOGS, OTHER)
    unnamed = ledger(minted(deadlines={Surface.LOGS: 30_000}))
    audit.passed(Surface.LOGS, TURN)
    assert verdicts(until(audit, DEADLINE)) == [(Surface.LOGS, "clean")]
    assert verdicts(until(unnamed, DEADLINE)) == [(Surface.LOGS, "lost")]


@pytest.mark.parametrize(("began", "outcome"), [(0.5, "clean"), (-0.5, "lost")])
def test_a_canary_passes_the_metrics_when_all_were_read_after_its_turn(began: float, outcome: str) -> None:
    audit = ledger(minted(deadlines={Surface.METRICS: 30_000}))
    audit.searched_since(Surface.METRICS, began)
    assert verdicts(until(audit, DEADLINE)) == [(Surface.METRICS, outcome)]


def test_a_canary_passes_the_errors_only_when_its_request_was_refused_as_invalid() -> None:
    refused, unanswered = (ledger(minted(deadlines={Surface.ERRORS: 30_000})) for _ in range(2))
    refused.refused("c1", 1.0)
    assert verdicts(until(refused, DEADLINE)) == [(Surface.ERRORS, "clean")]
    assert verdicts(until(unanswered, DEADLINE)) == [(Surface.ERRORS, "lost")]


def test_a_canary_in_the_answer_to_another_turn_is_a_leak_also_where_two_chunks_share_it() -> None:
    audit = ledger()
    assert [entry for each in answered(VALUE[:9], VALUE[9:]) for entry in audit.take(each, 1.0)] == []
    assert verdicts(until(audit, 2)) == [(Surface.REPLIES, "leaked")]


def test_an_answer_that_repeats_what_its_own_turn_sent_is_no_leak_whichever_was_read_first() -> None:
    audit = ledger()
    (answer,) = answered(f"You said {VALUE}", turn_id=TURN)
    audit.take(answer, 1.0)
    assert verdicts(audit.take(sent(VALUE), 1.5)) == [(Surface.EGRESS, "leaked")]
    assert until(audit, 2) == []


def published(text: str) -> PublishedSummary:
    return PublishedSummary(summary=released(text), published_ms=0)


def released(text: str) -> ReleasedSummary:
    return ReleasedSummary(
        window=0, window_seconds=60, cluster=1, title=text, terms=(), languages=(), conversations=9, contributors=9
    )


@pytest.mark.parametrize(("title", "clean"), [("Trains", True), (f"Mails to {VALUE}", False)])
def test_a_candidate_is_answered_once(title: str, clean: bool) -> None:
    audit = ledger()
    candidate = record(Topic.CANDIDATES, SummaryCandidate(summary=released(title), deadline_ms=9), key="0/1")
    answers = [each.record for each in audit.take(candidate, 1.0) if isinstance(each.record, CandidateVerdict)]
    assert answers == [CandidateVerdict(clean=clean)]
    assert audit.take(candidate, 2.0) == []


def test_a_canary_passes_the_summary_of_the_cluster_that_its_turn_is_in() -> None:
    audit = ledger(minted(deadlines={Surface.ANALYTICS: 30_000, Surface.SUMMARIES: 30_000}))
    event = event_id(KEY, TURN)
    text = AnalyticsText(event_id=event, window=0, contributor="c", language="en", text="[EMAIL]")
    audit.take(record(Topic.ANALYTICS, text), 1.0)
    audit.take(record(Topic.PUBLISHED, published("Mails"), key="0/1"), 1.0)
    audit.take(record(Topic.ASSIGNMENTS, ClusterAssignment(window=0, cluster=1), key=event), 1.0)
    assert sorted(verdicts(until(audit, DEADLINE))) == [(Surface.ANALYTICS, "clean"), (Surface.SUMMARIES, "clean")]


SUMMARIZED = {Surface.SUMMARIES: 30_000}


def clustered(title: str, canary: MintedCanary) -> tuple[AuditLedger, list[AuditEntry]]:
    """What is written of a canary's cluster whose summary has this title, two looks after it was published."""
    audit = ledger(canary)
    assigned = ClusterAssignment(window=0, cluster=1)
    audit.take(record(Topic.PUBLISHED, published(title), key="0/1"), 1.0)
    audit.take(record(Topic.ASSIGNMENTS, assigned, key=event_id(KEY, TURN)), 1.0)
    return audit, [*audit.tick(1.0), *audit.tick(1.5)]


def clusters(entries: list[AuditEntry]) -> dict[str, tuple[int, int]]:
    return {
        each.key: (each.record.instances, each.record.leaked)
        for each in entries
        if isinstance(each.record, ClusterVerdict)
    }


@pytest.mark.parametrize(("title", "leaked"), [("Mails", 0), (f"Mails to {VALUE}", 1)])
def test_a_published_cluster_is_judged_by_the_canaries_of_its_conversations(title: str, leaked: int) -> None:
    _, entries = clustered(title, minted(deadlines=SUMMARIZED))
    assert clusters(entries) == {"0/1": (1, leaked)}


def test_a_canary_that_no_text_of_a_cluster_holds_is_no_instance() -> None:
    _, entries = clustered("Mails", minted(deadlines=EGRESS))
    assert clusters(entries) == {}


def two_conversations(*clients: str) -> list[AuditEntry]:
    """What is written of two published clusters with a conversation each, where one of a contributor counts."""
    audit = AuditLedger(KEY, "settings", most_conversations=1)
    for (canary, turn), client in zip(TURNS.items(), clients, strict=True):
        planted = minted(value=f"{canary}.patel@example.com", deadlines=SUMMARIZED)
        audit.mint(canary, msgspec.structs.replace(planted, client=client))
        audit.answer(canary, ProbeAnswered(turn_id=turn, answered_ms=0))
        assigned = ClusterAssignment(window=0, cluster=int(canary[1]))
        audit.take(record(Topic.ASSIGNMENTS, assigned, key=event_id(KEY, turn)), 1.0)
    for cluster in ("0/1", "0/2"):
        audit.take(record(Topic.PUBLISHED, published("Mails"), key=cluster), 1.0)
    return until(audit, 60)


TURNS = {"c1": TURN, "c2": OTHER}


def test_a_canary_in_a_conversation_that_does_not_count_says_nothing_about_summaries() -> None:
    said = two_conversations("one", "one")
    first = min(TURNS, key=lambda canary: event_id(KEY, TURNS[canary]))
    assert clusters(said) == {f"0/{first[1]}": (1, 0)}
    outcomes = {each.key: each.record.outcome for each in said if isinstance(each.record, WrittenVerdict)}
    assert outcomes == {canary: "clean" if canary == first else "lost" for canary in TURNS}


def test_the_conversations_of_each_client_count_as_those_of_a_contributor() -> None:
    assert clusters(two_conversations("one", "another")) == {"0/1": (1, 0), "0/2": (1, 0)}


def test_a_canary_that_is_looked_for_no_more_leaves_the_others_of_its_cluster() -> None:
    audit, _ = clustered("Mails", minted(deadlines=SUMMARIZED))
    later = MintedCanary(
        canary_kind="email", value="later@example.net", minted_ms=0, expires_ms=9_000_000, deadlines_ms=SUMMARIZED
    )
    audit.mint("c2", later)
    audit.answer("c2", ProbeAnswered(turn_id=OTHER, answered_ms=0))
    for turn in (TURN, OTHER):
        assigned = ClusterAssignment(window=0, cluster=2)
        audit.take(record(Topic.ASSIGNMENTS, assigned, key=event_id(KEY, turn)), 2.0)
    until(audit, 3_601)
    audit.take(record(Topic.PUBLISHED, published("Mails"), key="0/2"), 3_602.0)
    assert clusters([*audit.tick(3_603.0)]) == {"0/2": (1, 0)}


def test_after_a_restart_a_cluster_is_judged_if_its_verdict_was_not_written_and_never_twice() -> None:
    canary = minted(deadlines=SUMMARIZED)
    _, entries = clustered("Mails", canary)
    _, again = clustered("Mails", canary)
    assert clusters(again) == clusters(entries)
    (written,) = [each.record for each in entries if isinstance(each.record, ClusterVerdict)]
    restarted = ledger(canary)
    restarted.restore_verdict("0/1", written)
    restarted.take(record(Topic.PUBLISHED, published("Mails"), key="0/1"), 1.0)
    restarted.take(record(Topic.ASSIGNMENTS, ClusterAssignment(window=0, cluster=1), key=event_id(KEY, TURN)), 1.0)
    assert clusters([*restarted.tick(1.0), *restarted.tick(1.5)]) == {}


def test_an_entry_says_how_long_its_canary_waited_for_the_verdict() -> None:
    audit = ledger()
    assert [each.waited for each in audit.take(sent(VALUE), 4.0)] == [None, 4.0]


def test_after_a_restart_the_same_records_give_what_had_not_been_written_and_nothing_twice() -> None:
    before = ledger()
    finding, verdict = before.take(sent(VALUE), 1.0)
    assert isinstance(finding.record, CanaryFinding)
    assert isinstance(verdict.record, WrittenVerdict)
    without_verdict, with_both = ledger(), ledger()
    for restarted in (without_verdict, with_both):
        restarted.restore_finding("c1", finding.record)
    with_both.restore_verdict("c1", verdict.record)
    assert verdicts(without_verdict.take(sent(VALUE), 9.0)) == [(Surface.EGRESS, "leaked")]
    assert with_both.take(sent(VALUE), 9.0) == []


def test_a_canary_is_looked_for_until_it_expires() -> None:
    audit = ledger()
    until(audit, 3_601)
    assert audit.take(sent(VALUE), 3_602.0) == []
    assert audit.since_ms() is None
    assert len(audit.scanner) == 0
