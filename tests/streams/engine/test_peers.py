from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from gateway.records import Awaited, Heartbeat, Undecodable, encode
from gateway.roles import Role
from streams.engine import peers as peers_module
from streams.engine.peers import Peers, Silence
from tests.gateway.wires import Message

WAIT_SECONDS = 10.0


@dataclass(slots=True)
class Group:
    """A group with some members, of whom this one is the first; it notes who is taken out."""

    members: list[str] = field(default_factory=lambda: ["own", "other", "third"])
    removed: list[str] = field(default_factory=list)

    @property
    def member_id(self) -> str:
        """This one."""
        return self.members[0]

    async def remove(self, member_id: str) -> bool:
        """Takes one out."""
        self.removed.append(member_id)
        return member_id in self.members


def beat(member_id: str, role: Role = Role.DISPATCHER) -> Message:
    return Message(value=encode(Heartbeat(role=role, member_id=member_id)))


def quick() -> Peers:
    """Those of a dispatcher who counts who has missed one heartbeat as silent."""
    return Peers(Role.DISPATCHER, Silence(beats=1))


async def removed(peers: Peers, group: Group, *heard: Message) -> list[str]:
    """Who is taken out after these records."""
    for record in heard:
        peers.hear(record, group)
    await peers._background.drain(WAIT_SECONDS)
    return group.removed


def test_who_beats_as_often_as_the_others_is_never_silent() -> None:
    silence = Silence(beats=2)
    assert not any(silence.hear(member, now) for now in range(20) for member in ("a", "b", "c"))


def test_who_stops_is_silent_once_after_so_many_heartbeats_of_another_one() -> None:
    silence = Silence(beats=3)
    silence.hear("a", 0.0)
    assert [silence.hear("b", float(now)) for now in range(1, 6)] == [[], [], ["a"], [], []]


def test_heartbeats_of_several_members_do_not_add_up() -> None:
    silence = Silence(beats=2)
    silence.hear("a", 0.0)
    assert [silence.hear(member, 1.0) for member in ("b", "c", "d")] == [[], [], []]


def test_heartbeats_that_a_broker_kept_back_count_as_one() -> None:
    silence = Silence(beats=2)
    silence.hear("a", 0.0)
    assert [silence.hear("b", 9.0 + each / 100) for each in range(10)] == [[]] * 10


def test_who_is_heard_again_may_fall_silent_again() -> None:
    silence = Silence(beats=1)
    silence.hear("a", 0.0)
    assert silence.hear("b", 1.0) == ["a"]
    silence.hear("a", 2.0)
    assert silence.hear("b", 3.0) == ["a"]


async def test_who_is_silent_is_taken_out() -> None:
    assert await removed(quick(), Group(), beat("other"), beat("own")) == ["other"]


async def test_who_was_silent_itself_does_not_take_itself_out() -> None:
    assert await removed(quick(), Group(), beat("own"), beat("other")) == []


async def test_who_is_in_no_group_takes_nobody_out() -> None:
    assert await removed(quick(), Group([""]), beat("other"), beat("third")) == []


@pytest.mark.parametrize(
    "heard", [beat("other", Role.MINIMIZER), beat(""), Message(value=encode(Awaited()))], ids=["role", "name", "kind"]
)
async def test_other_roles_members_with_a_name_and_other_records_do_not_count(heard: Message) -> None:
    assert await removed(quick(), Group(), heard, beat("own")) == []


async def test_what_no_version_wrote_is_refused() -> None:
    with pytest.raises(Undecodable):
        quick().hear(Message(value=b"Ann"), Group())


async def test_one_member_is_taken_out_at_a_time() -> None:
    group, peers = Group(), quick()
    assert await removed(peers, group, beat("other"), beat("own")) == ["other"]
    peers.silence = Silence(beats=1)
    assert await removed(peers, group, beat("third"), beat("own")) == ["other"]


async def test_who_had_left_before_does_not_count_as_taken_out() -> None:
    group, peers = Group(), quick()
    await removed(peers, group, beat("gone"), beat("own"))
    peers.silence = Silence(beats=1)
    assert await removed(peers, group, beat("third"), beat("own")) == ["gone", "third"]


async def test_it_is_settled_but_for_a_while_after_somebody_was_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers_module, "SETTLE_SECONDS", 0.0)
    peers = quick()
    await removed(peers, Group(), beat("other"), beat("own"))
    await asyncio.wait_for(peers.settled(), WAIT_SECONDS)
    monkeypatch.setattr(peers_module, "SETTLE_SECONDS", 3600.0)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(peers.settled(), 0)


async def test_who_runs_on_is_awake() -> None:
    peers = quick()
    ticking = asyncio.create_task(peers.tick_on())
    await asyncio.sleep(0)
    await asyncio.wait_for(peers.awake(), WAIT_SECONDS)
    ticking.cancel()


async def test_who_stood_still_is_awake_a_while_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers_module, "STANDSTILL_SECONDS", 0.0)
    monkeypatch.setattr(peers_module, "SETTLE_SECONDS", 3600.0)
    peers = quick()
    await asyncio.wait_for(peers.awake(), WAIT_SECONDS)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(peers.awake(), 0)
