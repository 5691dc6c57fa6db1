"""Members that leave: asked to, one after the other, killed, or standing still for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

from tests.kafka.scenarios.reports import Report, figures
from tests.support.clients import Asked, Load
from tests.support.fleet import Fleet
from tests.support.requests import QUICK, stream_of


async def rolling_deploy(
    fleet: Fleet, *, rate: float = 40.0, streams_per_second: float = 0.5, stream_seconds: float = 60.0
) -> Report:
    """Every member is asked to stop and replaced, one at a time, under quick requests and long streams."""
    phases: list[tuple[str, float]] = []
    async with (
        fleet.balanced() as balancer,
        fleet.load(balancer.url, "quick", [QUICK], rate) as quick,
        fleet.load(balancer.url, "streams", [stream_of(stream_seconds)], streams_per_second) as streams,
    ):
        phases.append(("before", quick.now))
        await streams.goes_on(stream_seconds / 2)
        for member in fleet.processes:
            phases.append((f"{member.name} is replaced", quick.now))
            await fleet.replace(member)
        phases.append(("the last ones drain", quick.now))
        statuses = await fleet.all_left()
        phases.append(("after", quick.now))
        await quick.answers()
    calls = fleet.upstream.calls()
    faults = [f"{name} ended with {status}" for name, status in statuses.items() if status]
    rows = [figures(load, calls) for load in (quick, streams)]
    notes = [
        f"{what}: {until - since:.1f} s, the slowest quick answer took {_slowest(quick.asked, since, until):.1f} s"
        for (what, since), (_, until) in pairwise([*phases, ("", quick.now)])
    ]
    return Report(f"rolling deploy under {rate:g} requests/s and streams of {stream_seconds:g} s", rows, notes, faults)


async def edge_drain(fleet: Fleet, *, rate: float = 20.0, streams: int = 100, stream_seconds: float = 60.0) -> Report:
    """An edge is asked to stop while many long streams run through it and the other edges."""
    async with fleet.balanced() as balancer:
        kinds = [stream_of(stream_seconds)]
        async with (
            fleet.load(balancer.url, "quick", [QUICK], rate) as quick,
            fleet.load(balancer.url, "streams", kinds, rate, most=streams) as long,
        ):
            await long.goes_on(streams / rate)
            await long.answers_begin()
            began = quick.now
            await fleet.replace(fleet.members["edge"][0])
            statuses = await fleet.all_left()
            took = quick.now - began
            await quick.answers()
    calls = fleet.upstream.calls()
    faults = [f"{name} ended with {status}" for name, status in statuses.items() if status]
    rows = [figures(load, calls) for load in (quick, long)]
    return Report(f"drain of an edge, {streams} streams", rows, [f"it ended after {took:.1f} s"], faults)


async def sudden_death(
    fleet: Fleet,
    *,
    role: str = "dispatcher",
    rate: float = 40.0,
    streams_per_second: float = 0.5,
    stream_seconds: float = 10.0,
    away_seconds: float = 20.0,
) -> Report:
    """A member of a role is killed, and started again after a while."""
    victim = fleet.members[role][0]

    async def dies(quick: Load) -> Seen:
        victim.kill()
        await quick.goes_on(away_seconds)
        back = quick.now
        await asyncio.to_thread(victim.start)
        ready = quick.now
        await quick.goes_on(away_seconds / 2)
        return Seen(back, [f"it was ready {ready - back:.1f} s after its start"])

    return await _happens(
        fleet,
        f"kill -9 of a {role}",
        dies,
        rate=rate,
        streams_per_second=streams_per_second,
        stream_seconds=stream_seconds,
    )


async def standstill(
    fleet: Fleet,
    *,
    role: str = "dispatcher",
    rate: float = 40.0,
    streams_per_second: float = 0.5,
    stream_seconds: float = 10.0,
    still_seconds: float = 8.0,
) -> Report:
    """A member of a role stands still for a while, as a machine does that is moved, and goes on."""
    victim = fleet.members[role][0]

    async def stands_still(quick: Load) -> Seen:
        victim.pause()
        await quick.goes_on(still_seconds)
        victim.resume()
        went_on = quick.now
        await quick.goes_on(2 * still_seconds)
        return Seen(went_on, faults=[] if victim.running else [f"{victim.name} did not survive it"])

    what = f"a {role} that stands still for {still_seconds:g} s"
    return await _happens(
        fleet, what, stands_still, rate=rate, streams_per_second=streams_per_second, stream_seconds=stream_seconds
    )


@dataclass(frozen=True)
class Seen:
    """When an event was ``over``, and what was seen of it."""

    over: float
    notes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


async def _happens(
    fleet: Fleet,
    what: str,
    event: Callable[[Load], Awaitable[Seen]],
    *,
    rate: float,
    streams_per_second: float,
    stream_seconds: float,
) -> Report:
    """Reports an event under quick requests and streams."""
    async with (
        fleet.balanced() as balancer,
        fleet.load(balancer.url, "quick", [QUICK], rate) as quick,
        fleet.load(balancer.url, "streams", [stream_of(stream_seconds)], streams_per_second) as streams,
    ):
        await streams.goes_on(stream_seconds)
        began, at_fault = quick.now, set(chain(*(load.unsettled_since(quick.now) for load in (quick, streams))))
        seen = await event(quick)
    calls = fleet.upstream.calls()
    notes = [
        f"{len(at_fault)} in flight when it began",
        f"the slowest answer to what was asked until it was over took {_slowest(quick.asked, began, seen.over):.1f} s, "
        f"later {_slowest(quick.asked, seen.over, quick.now):.1f} s",
        *seen.notes,
    ]
    rows = [figures(load, calls, at_fault=at_fault) for load in (quick, streams)]
    return Report(f"{what} under {rate:g} requests/s", rows, notes, seen.faults)


def _slowest(asked: Sequence[Asked], since: float, until: float) -> float:
    """Of the requests that began within that time, the longest wait for the first word."""
    return max((each.first_seconds for each in asked if since <= each.began < until), default=0.0)
