from __future__ import annotations

from streams.dispatcher.endings import Endings
from tests.gateway.wires import turn_ids

FIRST, SECOND, THIRD = [turn for turn, _ in zip(turn_ids(), range(3), strict=False)]


def test_a_turn_that_ended_is_remembered_for_as_long_as_it_may_come_again() -> None:
    endings = Endings(keep_seconds=10)
    endings.end(FIRST, now=0.0)
    endings.end(SECOND, now=9.9)
    assert [endings.ended(turn) for turn in (FIRST, SECOND, THIRD)] == [True, True, False]
    endings.end(THIRD, now=10.0)
    assert [endings.ended(turn) for turn in (FIRST, SECOND, THIRD)] == [False, True, True]


def test_a_claim_holds_until_it_runs_out() -> None:
    endings = Endings(keep_seconds=10)
    endings.claim(FIRST, 0, "a", until=15.0)
    endings.run_out(now=14.9)
    assert (endings.claimed(FIRST), endings.claims_in(0), endings.claims_in(1)) == (True, True, False)
    endings.run_out(now=15.0)
    assert (endings.claimed(FIRST), endings.claims_in(0)) == (False, False)


def test_a_claim_that_is_renewed_holds_longer_and_one_that_is_given_back_not_at_all() -> None:
    endings = Endings(keep_seconds=10)
    endings.claim(FIRST, 0, "a", until=15.0)
    endings.claim(FIRST, 0, "a", until=20.0)
    endings.run_out(now=15.0)
    assert endings.claimed(FIRST)
    endings.claim(FIRST, 0, "a", until=16.0)
    endings.run_out(now=16.0)
    assert not endings.claimed(FIRST)


def test_of_two_attempts_that_claim_a_turn_each_gives_back_only_its_own() -> None:
    endings = Endings(keep_seconds=10)
    endings.claim(FIRST, 0, "a", until=15.0)
    endings.claim(FIRST, 0, "b", until=20.0)
    endings.claim(FIRST, 0, "a", until=0.0)
    endings.run_out(now=1.0)
    assert endings.claimed(FIRST)


def test_the_outcome_ends_all_claims_and_a_late_claim_changes_nothing() -> None:
    endings = Endings(keep_seconds=10)
    endings.claim(FIRST, 0, "a", until=15.0)
    endings.end(FIRST, now=1.0)
    endings.claim(FIRST, 0, "a", until=20.0)
    assert (endings.claimed(FIRST), endings.ended(FIRST), endings.claims_in(0)) == (False, True, False)
