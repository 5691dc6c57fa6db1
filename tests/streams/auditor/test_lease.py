"""Who of several auditors gets the lease, as the leader of their group says."""

from __future__ import annotations

from aiokafka.cluster import ClusterMetadata

from streams.auditor.lease import HolderStays

TOPICS = ["canaries.snapshots"]


def holder(**members: HolderStays) -> str:
    """Who gets the lease; every member is told what it got."""
    said = {name: member.metadata(TOPICS) for name, member in members.items()}
    given = HolderStays().assign(ClusterMetadata(), said)
    for name, member in members.items():
        member.on_assignment(given[name])
    (found,) = (name for name, each in given.items() if each.assignment)
    return found


def test_who_holds_the_lease_keeps_it_whoever_joins_and_another_gets_it_when_that_one_is_gone() -> None:
    first, second, third = HolderStays(), HolderStays(), HolderStays()
    assert holder(m=first) == "m"
    assert holder(a=second, m=first) == "m"
    assert holder(a=second, m=first, z=third) == "m"
    assert holder(a=second, z=third) == "a"
    assert holder(a=second, b=third) == "a"


def test_who_was_away_and_believes_to_hold_it_does_not_get_it_back() -> None:
    away, present = HolderStays(), HolderStays()
    away.held_since_ms, present.held_since_ms = 1_000, 2_000
    assert holder(a=away, z=present) == "z"
    assert away.held_since_ms is None
    assert present.held_since_ms == 2_000


def test_of_many_exactly_one_holds_it() -> None:
    members = {f"m{number}": HolderStays() for number in range(5)}
    holder(**members)
    assert len([each for each in members.values() if each.held_since_ms is not None]) == 1
