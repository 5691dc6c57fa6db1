from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from gateway.errors import TooManyInFlight
from streams.engine.lanes import FairQueue, Lane, LaneLimits, LanePlace, Lanes

LIMITS = LaneLimits(
    setting="dispatcher.max_waiting_per_tenant",
    running=4,
    running_per_tenant=3,
    running_per_kind=2,
    waiting_per_tenant=5,
    bytes=100,
    bytes_per_tenant=60,
)


class QueueMachine(RuleBasedStateMachine):
    """A queue under any sequence of turns, against a model that only counts them."""

    def __init__(self) -> None:
        super().__init__()
        self.queue = FairQueue(LIMITS)
        self.waiting: list[LanePlace] = []
        self.running: list[LanePlace] = []

    @rule(tenant=st.sampled_from("abc"), kind=st.sampled_from("xyz"), size=st.integers(0, 30))
    def join(self, tenant: str, kind: str, size: int) -> None:
        held = sum(place.size for place in self._of(tenant))
        everything = sum(place.size for place in (*self.waiting, *self.running))
        fits = not held or (held + size <= LIMITS.bytes_per_tenant and everything + size <= LIMITS.bytes)
        try:
            self.waiting.append(self.queue.join(Lane(tenant, kind), size))
            assert fits
        except TooManyInFlight:
            assert not fits

    @rule()
    def begin(self) -> None:
        place = self.queue.begin()
        may = [each for each in self.waiting if self._may_run(each)]
        assert (place is None) == (not may)
        if place is not None:
            assert place in may
            first = next(each for each in self.waiting if each.lane == place.lane)
            assert place is first
            self.waiting.remove(place)
            self.running.append(place)

    @precondition(lambda self: self.waiting or self.running)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        place = data.draw(st.sampled_from([*self.waiting, *self.running]))
        self.queue.leave(place)
        (self.running if place in self.running else self.waiting).remove(place)

    @invariant()
    def it_counts_right_and_remembers_nobody_who_holds_nothing(self) -> None:
        assert self.queue.waiting == Counter(place.lane.tenant for place in self.waiting)
        tenants = {place.lane.tenant for place in (*self.waiting, *self.running)}
        assert set(self.queue.bytes) == tenants

    def _of(self, tenant: str) -> list[LanePlace]:
        return [place for place in (*self.waiting, *self.running) if place.lane.tenant == tenant]

    def _may_run(self, place: LanePlace) -> bool:
        tenant = sum(each.lane.tenant == place.lane.tenant for each in self.running)
        kind = sum(each.lane.kind == place.lane.kind for each in self.running)
        return (
            len(self.running) < LIMITS.running and tenant < LIMITS.running_per_tenant and kind < LIMITS.running_per_kind
        )


TestTheQueue = QueueMachine.TestCase


def drained(queue: FairQueue) -> list[str]:
    """The tenants of the turns that begin one after the other, each as the one before it ends."""
    begun: list[str] = []
    while place := queue.begin():
        begun.append(place.lane.tenant)
        queue.leave(place)
    return begun


def test_tenants_take_turns_however_many_turns_one_of_them_has() -> None:
    queue = FairQueue(replace(LIMITS, bytes_per_tenant=1_000))
    for tenant in "aaaaabbc":
        queue.join(Lane(tenant, "x"), 1)
    assert drained(queue) == list("abcabaaa")


def test_the_models_of_a_tenant_take_turns() -> None:
    queue = FairQueue(LIMITS)
    places = [queue.join(Lane("a", kind), 1) for kind in "xxxy"]
    assert [queue.begin() for _ in range(3)] == [places[0], places[3], places[1]]


def test_a_tenant_whose_calls_hang_takes_no_place_of_another() -> None:
    queue = FairQueue(LIMITS)
    hung = [queue.join(Lane("a", kind), 1) for kind in "xyzx"]
    assert [queue.begin() for _ in range(4)] == [*hung[:3], None]
    quick = queue.join(Lane("b", "z"), 1)
    assert queue.begin() is quick


def test_a_model_whose_calls_hang_takes_no_place_of_another() -> None:
    queue = FairQueue(LIMITS)
    for tenant in "abc":
        queue.join(Lane(tenant, "hangs"), 1)
    quick = queue.join(Lane("a", "quick"), 1)
    begun = [queue.begin() for _ in range(4)]
    assert quick in begun
    assert begun[-1] is None


def test_what_is_larger_than_any_bound_is_taken_where_its_tenant_holds_nothing_else() -> None:
    queue = FairQueue(LIMITS)
    queue.join(Lane("a", "x"), 1_000)
    with pytest.raises(TooManyInFlight, match="of this tenant hold too many bytes"):
        queue.join(Lane("a", "x"), 1)
    queue.join(Lane("b", "x"), 1)


async def hold(lanes: Lanes, lane: Lane, until: asyncio.Event, begun: Callable[[], None]) -> None:
    async with lanes.turn(lane, 1):
        begun()
        await until.wait()


async def test_a_turn_waits_until_there_is_a_place_and_leaves_it_when_it_ends() -> None:
    lanes, ends, began = Lanes(FairQueue(replace(LIMITS, running=1))), asyncio.Event(), list[str]()
    first = asyncio.create_task(hold(lanes, Lane("a", "x"), ends, lambda: began.append("first")))
    second = asyncio.create_task(hold(lanes, Lane("b", "x"), ends, lambda: began.append("second")))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert began == ["first"]
    ends.set()
    await asyncio.gather(first, second)
    assert began == ["first", "second"]


@pytest.mark.parametrize("which", ["waiting", "running"])
async def test_a_turn_that_is_cancelled_leaves_its_place(which: str) -> None:
    lanes, ends, began = Lanes(FairQueue(replace(LIMITS, running=1))), asyncio.Event(), list[str]()
    running = asyncio.create_task(hold(lanes, Lane("a", "x"), ends, lambda: began.append("running")))
    waiting = asyncio.create_task(hold(lanes, Lane("a", "x"), ends, lambda: began.append("waiting")))
    await asyncio.sleep(0)
    left, other = (waiting, running) if which == "waiting" else (running, waiting)
    left.cancel()
    await asyncio.gather(left, return_exceptions=True)
    ends.set()
    await other
    assert began == (["running"] if which == "waiting" else ["running", "waiting"])


async def test_more_turns_than_may_wait_are_refused_with_the_limit_and_others_are_not() -> None:
    lanes, ends = Lanes(FairQueue(replace(LIMITS, running=2, running_per_tenant=1))), asyncio.Event()
    tasks = [asyncio.create_task(hold(lanes, Lane("a", "x"), ends, lambda: None)) for _ in range(6)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyInFlight, match=r"dispatcher\.max_waiting_per_tenant") as refused:
        async with lanes.turn(Lane("a", "x"), 1):
            pass
    assert (refused.value.code, refused.value.retry_after) == ("tenant_queue_full", 1.0)
    async with lanes.turn(Lane("b", "x"), 1):
        ends.set()
    await asyncio.gather(*tasks)


async def test_a_turn_that_need_not_wait_is_never_refused_for_those_that_do() -> None:
    lanes = Lanes(FairQueue(replace(LIMITS, waiting_per_tenant=0)))
    async with lanes.turn(Lane("a", "x"), 1), lanes.turn(Lane("a", "y"), 1):
        pass
