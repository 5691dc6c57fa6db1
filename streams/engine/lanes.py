"""Fair turns: whose turn begins next, so that no tenant waits for another one's work.

Every tenant has a queue for each kind of work: a dispatcher's kinds are its models. Tenants take turns, and so do the
kinds of a tenant. What may run at once is limited in all, by kind and by tenant; what may wait, by tenant. Beyond that
a turn is refused with the name of the limit.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from gateway.errors import Cause, TooManyInFlight

RETRY_AFTER_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Lane:
    """Where a turn waits: the queue of its tenant for this kind of work."""

    tenant: str
    kind: str


@dataclass(frozen=True, slots=True)
class LaneLimits:
    """How many turns may run and wait, and how many bytes they may hold; ``setting`` names the limit of who waits."""

    setting: str
    running: int
    running_per_tenant: int
    running_per_kind: int
    waiting_per_tenant: int
    bytes: int
    bytes_per_tenant: int


@dataclass(slots=True, eq=False)
class LanePlace:
    """A turn's place in its lane; no two are equal."""

    lane: Lane
    size: int
    begun: bool = False


@dataclass(slots=True)
class FairQueue:
    """Decides which turn begins next. It waits for nothing and reads no clock.

    >>> limits = LaneLimits("a setting", 1, 1, 1, 8, 100, 100)
    >>> queue = FairQueue(limits)
    >>> hung, other, quick = (queue.join(Lane(tenant, "m"), 1) for tenant in ("a", "a", "b"))
    >>> [each.lane.tenant for each in (queue.begin(), queue.begin()) if each]
    ['a']
    >>> queue.leave(hung)
    >>> queue.begin() is quick
    True
    """

    limits: LaneLimits
    waiting: Counter[str] = field(default_factory=Counter)
    bytes: Counter[str] = field(default_factory=Counter)
    _lanes: OrderedDict[str, OrderedDict[str, deque[LanePlace]]] = field(default_factory=OrderedDict)
    _running: Counter[str] = field(default_factory=Counter)
    _running_kinds: Counter[str] = field(default_factory=Counter)

    def join(self, lane: Lane, size: int) -> LanePlace:
        """Returns a place at the end of the lane; raises TooManyInFlight if the tenant, or all, hold too many bytes.

        A turn whose tenant holds nothing else is taken at any size.
        """
        self._check_bytes(lane.tenant, size)
        place = LanePlace(lane, size)
        self._lanes.setdefault(lane.tenant, OrderedDict()).setdefault(lane.kind, deque()).append(place)
        self.waiting[lane.tenant] += 1
        self.bytes[lane.tenant] += size
        return place

    def begin(self) -> LanePlace | None:
        """Returns the turn that begins now, or None if none may."""
        if self._running.total() >= self.limits.running:
            return None
        for tenant, kinds in self._lanes.items():
            if self._running[tenant] < self.limits.running_per_tenant and (place := self._next(kinds)):
                self._lanes.move_to_end(tenant)
                return self._begun(place)
        return None

    def overfull(self, tenant: str) -> bool:
        """Whether more turns of the tenant wait than may."""
        return self.waiting[tenant] > self.limits.waiting_per_tenant

    def leave(self, place: LanePlace) -> None:
        """Ends a turn that has begun, or gives up one that waits."""
        lane = place.lane
        if place.begun:
            self._running[lane.tenant] -= 1
            self._running_kinds[lane.kind] -= 1
        else:
            self._lanes[lane.tenant][lane.kind].remove(place)
            self.waiting[lane.tenant] -= 1
        self.bytes[lane.tenant] -= place.size
        self._forget(lane.tenant)

    def _next(self, kinds: OrderedDict[str, deque[LanePlace]]) -> LanePlace | None:
        for kind, places in kinds.items():
            if places and self._running_kinds[kind] < self.limits.running_per_kind:
                kinds.move_to_end(kind)
                return places.popleft()
        return None

    def _begun(self, place: LanePlace) -> LanePlace:
        place.begun = True
        self.waiting[place.lane.tenant] -= 1
        self._running[place.lane.tenant] += 1
        self._running_kinds[place.lane.kind] += 1
        return place

    def _check_bytes(self, tenant: str, size: int) -> None:
        held = self.bytes[tenant]
        if held and held + size > self.limits.bytes_per_tenant:
            raise _too_many("the open turns of this tenant hold too many bytes", Cause.BYTES_LIMIT)
        if held and self.bytes.total() + size > self.limits.bytes:
            raise _too_many("all open turns together hold too many bytes", Cause.BYTES_LIMIT)

    def _forget(self, tenant: str) -> None:
        # Names come from the configuration, which may change over the life of a topic: nothing is kept of the idle.
        if not self._running[tenant] and not self.waiting[tenant]:
            self._lanes.pop(tenant, None)
            del self._running[tenant], self.waiting[tenant], self.bytes[tenant]


@dataclass(slots=True)
class Lanes:
    """Lets turns wait for each other."""

    queue: FairQueue
    _begun: dict[LanePlace, asyncio.Event] = field(default_factory=dict)

    @asynccontextmanager
    async def turn(self, lane: Lane, size: int) -> AsyncIterator[None]:
        """Runs its body when the turn's time has come; raises TooManyInFlight, with the limit, if it may not wait."""
        place = self.queue.join(lane, size)
        self._begun[place] = begun = asyncio.Event()
        try:
            self._begin()
            if not place.begun and self.queue.overfull(lane.tenant):
                setting = self.queue.limits.setting
                raise _too_many(f"too many turns of this tenant wait ({setting})", Cause.TENANT_QUEUE_FULL)
            await begun.wait()
            yield
        finally:
            del self._begun[place]
            self.queue.leave(place)
            self._begin()

    def _begin(self) -> None:
        while place := self.queue.begin():
            self._begun[place].set()


def _too_many(message: str, cause: Cause) -> TooManyInFlight:
    return TooManyInFlight(message, code=cause, retry_after=RETRY_AFTER_SECONDS)
