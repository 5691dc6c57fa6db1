"""The auditor's ledger where what it is told is not as it should be: no leak is lost, and nothing is made up."""

from __future__ import annotations

from msgspec import structs

from gateway.analytics import event_id
from gateway.records import ClusterAssignment, ProbeAnswered, Topic
from gateway.types import Surface
from streams.auditor.ledger import AuditLedger
from tests.streams.auditor.test_ledger import (
    KEY,
    TURN,
    VALUE,
    answered,
    ledger,
    minted,
    published,
    record,
    sent,
    verdicts,
)

HOUR = 3_600
OTHER_VALUE = "joan.miller.99812@example.com"


def after(audit: AuditLedger, begin: float, seconds: int) -> list[tuple[Surface, str]]:
    """The verdicts while the clock runs evenly for so long from then on."""
    return [each for second in range(seconds) for each in verdicts(audit.tick(begin + second))]


def test_a_clock_that_leaps_over_the_expiry_of_a_canary_still_gives_it_its_verdict() -> None:
    passed, absent = ledger(), ledger()
    passed.take(sent("[EMAIL1]"), 1.0)
    assert after(passed, 2.0 * HOUR, 40) == [(Surface.EGRESS, "clean")]
    assert after(absent, 2.0 * HOUR, 40) == [(Surface.EGRESS, "lost")]
    assert len(passed.scanner) == 0


def test_a_leak_in_an_answer_is_said_at_the_same_time_whatever_the_clock_does() -> None:
    audit = ledger()
    (answer,) = answered(VALUE)
    audit.take(answer, 1.0)
    audit.tick(1.0 - HOUR)
    assert verdicts(audit.tick(2.0 - HOUR)) == [(Surface.REPLIES, "leaked")]


def test_leaks_in_answers_from_before_and_after_the_clock_was_set_back_are_both_said() -> None:
    audit = ledger()
    audit.mint("c2", minted(value=OTHER_VALUE))
    for value, at in ((VALUE, 1.0), (OTHER_VALUE, 1.0 - HOUR)):
        (answer,) = answered(value)
        audit.take(answer, at)
    assert after(audit, 2.0 - HOUR, 2) == [(Surface.REPLIES, "leaked")] * 2


def test_a_canary_of_a_kind_that_only_another_version_knows_is_looked_for_like_any() -> None:
    audit = ledger(minted("ZODIAC_SIGN"))
    assert verdicts(audit.take(sent(VALUE), 1.0)) == [(Surface.EGRESS, "leaked")]


def test_a_canary_that_expires_takes_no_other_of_the_same_cluster_with_it() -> None:
    audit, event = ledger(), event_id(KEY, TURN)
    later = minted(value=OTHER_VALUE, deadlines={Surface.SUMMARIES: 2 * HOUR * 1000})
    audit.mint("c2", structs.replace(later, expires_ms=3 * HOUR * 1000))
    audit.answer("c2", ProbeAnswered(turn_id=TURN, answered_ms=0))
    audit.take(record(Topic.ASSIGNMENTS, ClusterAssignment(window=0, cluster=1), key=event), 1.0)
    after(audit, 1.5 * HOUR, 40)
    audit.take(record(Topic.PUBLISHED, published("Mails"), key="0/1"), 1.5 * HOUR)
    assert after(audit, 2.5 * HOUR, 40) == [(Surface.SUMMARIES, "clean")]


def test_a_canary_that_was_written_twice_expires_once() -> None:
    audit = ledger()
    audit.mint("c1", minted())
    assert after(audit, 2.0 * HOUR, 40) == [(Surface.EGRESS, "lost")]
    assert len(audit.scanner) == 0
