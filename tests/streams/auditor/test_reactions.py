from __future__ import annotations

import pytest

from gateway.records import Hold, Lifting, MintedCanary, ProbeAnswered, Topic, WrittenVerdict, encode
from gateway.types import Reaction, Surface
from streams.auditor.ledger import AuditEntry, AuditLedger
from streams.auditor.reactions import Origin, Reactions, SurfaceLeak
from streams.holds import Holds
from tests.streams.auditor.test_ledger import KEY, OTHER, TURN, VALUE, answered, minted, published, record, sent

ALL = frozenset(Reaction)
ORIGIN = Origin("support", "gpt-*")
SUBJECTS = ["publications", "tenant/support", "model/gpt-*"]


def reactions(reacting: frozenset[Reaction] = ALL, holds: Holds | None = None) -> Reactions:
    return Reactions({Surface.EGRESS: reacting, Surface.REPLIES: reacting}, "settings", holds or Holds())


def leak(canary: str = "c1", at_ms: int = 5, surface: Surface = Surface.EGRESS, origin: Origin = ORIGIN) -> SurfaceLeak:
    return SurfaceLeak(surface, canary, "email", origin, at_ms)


def lifted(hold: Hold | None, subject: str = "publications") -> Holds:
    """Holds after a person has lifted one of them."""
    holds = Holds()
    holds.take(subject.encode(), encode(Lifting(person="anna", reason="fixed", lifted_ms=9, hold=hold)))
    return holds


@pytest.mark.parametrize(("reaction", "subject"), [*zip(Reaction, SUBJECTS, strict=True)])
def test_a_leak_holds_what_its_surface_says_and_nothing_else(reaction: Reaction, subject: str) -> None:
    made = reactions(frozenset({reaction}))
    assert [held for held, _ in made.to(leak())] == [subject]
    assert list(made.to(leak("c2", surface=Surface.ANALYTICS))) == []
    assert list(reactions(frozenset()).to(leak())) == []


def test_a_name_that_is_not_known_cannot_be_held_and_the_rest_is() -> None:
    assert [subject for subject, _ in reactions().to(leak(origin=Origin()))] == ["publications"]


def test_later_leaks_count_on_and_the_hold_stands_since_the_first() -> None:
    made = reactions(frozenset({Reaction.HOLD_PUBLICATIONS}))
    ((_, first),) = made.to(leak(at_ms=5))
    ((_, second),) = made.to(leak("c2", at_ms=8, surface=Surface.REPLIES))
    assert (first.held_ms, first.leaks, first.canary) == (5, 1, "c1")
    assert (second.held_ms, second.leaked_ms, second.leaks, second.canary) == (5, 8, 2, "c2")
    assert (second.surface, second.canary_kind, second.configuration) == (Surface.REPLIES, "email", "settings")


def test_a_leak_after_a_lifting_holds_anew() -> None:
    ((_, first),) = reactions(frozenset({Reaction.HOLD_PUBLICATIONS})).to(leak())
    ((_, again),) = reactions(frozenset({Reaction.HOLD_PUBLICATIONS}), lifted(first)).to(leak("c2", at_ms=20))
    assert (again.held_ms, again.leaks) == (20, 1)


@pytest.mark.parametrize("other", [leak("c2"), leak(surface=Surface.REPLIES)])
def test_the_leak_whose_hold_was_lifted_does_not_hold_again_and_every_other_one_does(other: SurfaceLeak) -> None:
    ((_, first),) = reactions(frozenset({Reaction.HOLD_PUBLICATIONS})).to(leak())
    holds = lifted(first)
    made = reactions(frozenset({Reaction.HOLD_PUBLICATIONS}), holds)
    assert list(made.to(leak(at_ms=20))) == []
    assert not holds.stands("publications")
    assert [subject for subject, _ in made.to(other)] == ["publications"]


def test_a_hold_of_another_version_does_not_keep_a_leak_from_holding() -> None:
    holds = Holds()
    holds.take(b"publications", b"of another version")
    ((_, hold),) = reactions(frozenset({Reaction.HOLD_PUBLICATIONS}), holds).to(leak())
    assert hold.leaks == 1


def ledger(holds: Holds | None = None) -> AuditLedger:
    """A ledger with a canary of the tenant ``support``, whose reactions are all of them on each surface."""
    made = AuditLedger(KEY, "settings", Reactions(dict.fromkeys(Surface, ALL), "settings", holds or Holds()))
    plain = minted()
    made.mint("c1", MintedCanary(**{**{each: getattr(plain, each) for each in plain.__struct_fields__}, **PROBE}))
    made.answer("c1", ProbeAnswered(turn_id=TURN, answered_ms=0))
    for second in (-60, -50, -40, -30, -20, -10, 0):
        made.tick(second)
    return made


PROBE = {"tenant": "support", "model": "gpt-*"}


def written(entries: list[AuditEntry]) -> list[str]:
    return [each.key if each.topic is Topic.HOLDS else each.topic.value for each in entries]


def test_the_holds_are_written_before_the_verdict_so_that_none_is_lost_between_the_two() -> None:
    entries = ledger().take(sent(VALUE), 1.0)
    assert written(entries) == [Topic.FINDINGS, "publications", "tenant/t", "model/m", Topic.VERDICTS]
    assert all(VALUE.encode() not in encode(each.record) for each in entries)


def test_on_its_way_to_a_provider_a_leak_is_that_of_the_turn_that_was_to_leave() -> None:
    entries = ledger().take(sent(VALUE, OTHER), 1.0)
    assert {"tenant/t", "model/m"} < {*written(entries)}


def test_elsewhere_a_leak_is_that_of_the_probe() -> None:
    summaries = ledger().take(record(Topic.PUBLISHED, published(VALUE), key="0/1"), 1.0)
    assert written(summaries)[1:4] == SUBJECTS
    audit = ledger()
    audit.take(answered(VALUE)[0], 1.0)
    audit.tick(2.0)
    assert written(audit.tick(3.0))[1:4] == SUBJECTS


def test_what_is_clean_holds_nothing_and_a_leak_holds_once() -> None:
    audit = ledger()
    assert audit.take(sent("[EMAIL1]"), 1.0) == []
    assert audit.take(sent(VALUE), 1.0)
    assert audit.take(sent(VALUE), 2.0) == []


def test_an_auditor_that_died_before_the_verdict_writes_the_holds_again_and_after_it_nothing() -> None:
    first = ledger().take(sent(VALUE), 1.0)
    verdict = first[-1].record
    assert isinstance(verdict, WrittenVerdict)
    without, with_verdict = ledger(), ledger()
    with_verdict.restore_verdict("c1", verdict)
    assert written(without.take(sent(VALUE), 9.0)) == written(first)
    assert Topic.HOLDS not in {each.topic for each in with_verdict.take(sent(VALUE), 9.0)}


def test_a_hold_that_was_lifted_before_its_verdict_was_written_does_not_come_back() -> None:
    first = ledger().take(sent(VALUE), 1.0)
    holds = Holds()
    for each in first:
        if isinstance(each.record, Hold):
            lifting = Lifting(person="anna", reason="fixed", lifted_ms=5, hold=each.record)
            holds.take(each.key.encode(), encode(lifting))
    assert written(ledger(holds).take(sent(VALUE), 9.0)) == [Topic.FINDINGS, Topic.VERDICTS]
