"""The other members of a role: who has fallen silent is taken out of the consumer group, sooner than by the broker.

A broker gives a silent member up after its session, and allows none below six seconds unless it is told otherwise. The
other members know earlier: all heartbeats stand in one partition, so all members count the same, and who stood still
itself does not take the others for dead. A member that was only slow joins again and claims what it has begun;
``settled`` is the time for that.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Protocol

from gateway.background import Background
from gateway.kafka.connection import Connection
from gateway.kafka.reading import Received
from gateway.logs import fields
from gateway.records import Heartbeat, decode_control
from gateway.roles import Role
from streams.engine.heartbeat import BEAT_SECONDS

log = logging.getLogger(__name__)

FEWEST_BEATS: Final = 4
SHARE_OF_SESSION: Final = 2 / 3
SETTLE_SECONDS: Final = 1.0  # a member learns within half a second that it was taken out
CALM_SECONDS: Final = 30.0
STANDSTILL_SECONDS: Final = 2.0
TICK_SECONDS: Final = 0.25


@dataclass(slots=True)
class Silence:
    """Who has missed ``beats`` heartbeats of another member. It reads no clock.

    What comes at once, as after an outage of the broker, counts as one heartbeat.

    >>> silence = Silence(beats=2)
    >>> [silence.hear(member, now) for now, member in enumerate("abbab", start=1)]
    [[], [], ['a'], [], []]
    >>> silence.hear("b", 6.0)
    ['a']
    """

    beats: int
    _missed: dict[str, Counter[str]] = field(default_factory=dict)
    _counted: dict[str, float] = field(default_factory=dict)

    def hear(self, member: str, now: float) -> list[str]:
        """Takes a heartbeat; returns those who are silent by now. Each is returned once, until it is heard again."""
        self._missed[member] = Counter()
        if now - self._counted.get(member, -math.inf) < BEAT_SECONDS / 2:
            return []
        self._counted[member] = now
        silent = [other for other in self._missed if other != member and self._misses(other, member) >= self.beats]
        for other in silent:
            del self._missed[other], self._counted[other]
        return silent

    def _misses(self, other: str, member: str) -> int:
        self._missed[other][member] += 1
        return self._missed[other][member]


class Group(Protocol):
    """This member's side of its consumer group."""

    @property
    def member_id(self) -> str:
        """Its id; empty while it has none."""
        ...

    async def remove(self, member_id: str) -> bool:
        """Takes a member out; returns whether it was in the group."""
        ...


@dataclass(slots=True)
class Peers:
    """Hears the heartbeats of a role and takes out who has fallen silent, one member in ``CALM_SECONDS``."""

    role: Role
    silence: Silence
    _background: Background = field(default_factory=Background)
    _silent_at: float = -math.inf
    _removed_at: float = -math.inf
    _ticked_at: float = math.inf
    _stood_still_at: float = -math.inf

    def hear(self, record: Received, group: Group) -> None:
        """Takes a record of ``conversations.control``; raises Undecodable."""
        heard = decode_control(record.value)
        if not isinstance(heard, Heartbeat) or heard.role is not self.role or not heard.member_id:
            return
        now = time.monotonic()
        for silent in self.silence.hear(heard.member_id, now):
            if group.member_id and silent != group.member_id:
                self._silent_at = now
                self._background.spawn(self._take_out(silent, group, now))

    async def settled(self) -> None:
        """Returns when who was taken out has had the time to claim what it has begun."""
        await asyncio.sleep(max(0.0, self._silent_at + SETTLE_SECONDS - time.monotonic()))

    async def tick_on(self) -> None:
        """Notes that this process runs, until it is cancelled; only then ``awake`` knows that it stood still."""
        while True:
            self._tick()
            await asyncio.sleep(TICK_SECONDS)

    async def awake(self) -> None:
        """Returns at once, but after a standstill only when this member would know that it was taken out meanwhile."""
        self._tick()
        await asyncio.sleep(max(0.0, self._stood_still_at + SETTLE_SECONDS - time.monotonic()))

    def _tick(self) -> None:
        now = time.monotonic()
        if now - self._ticked_at > STANDSTILL_SECONDS:
            self._stood_still_at = now
        self._ticked_at = now

    async def _take_out(self, member_id: str, group: Group, now: float) -> None:
        # A member that is heard now and then must not make the group rebalance each time.
        if now - self._removed_at >= CALM_SECONDS and await group.remove(member_id):
            self._removed_at = now
            log.warning("a silent member was taken out of its group", extra=fields(role=self.role.value))


def peers_of(role: Role, connection: Connection) -> Peers:
    """Returns those of a role on this broker, of whom nothing is known yet."""
    return Peers(role, Silence(beats_of(connection.session_seconds)))


def beats_of(session_seconds: float) -> int:
    """Returns how many heartbeats a member may miss, of so long a session.

    >>> beats_of(6), beats_of(30), beats_of(1)
    (4, 20, 4)
    """
    return max(FEWEST_BEATS, math.ceil(session_seconds * SHARE_OF_SESSION / BEAT_SECONDS))
