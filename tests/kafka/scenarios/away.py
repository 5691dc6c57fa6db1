"""A broker that goes away, and roles that do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import chain

from tests.kafka.scenarios.reports import Report, figures
from tests.support.fleet import Fleet
from tests.support.kafka import RealBroker
from tests.support.processes import GatewayProcess
from tests.support.requests import QUICK, stream_of
from tests.support.waiting import eventually

WAYS: dict[str, tuple[Callable[[RealBroker], None], Callable[[RealBroker], None]]] = {
    "stop": (RealBroker.stop, RealBroker.start),
    "kill": (RealBroker.kill, RealBroker.start),
    "pause": (RealBroker.pause, RealBroker.resume),
}


async def broker_outage(
    fleet: Fleet,
    *,
    way: str = "stop",
    away_seconds: float = 10.0,
    rate: float = 40.0,
    streams_per_second: float = 0.5,
    stream_seconds: float = 5.0,
) -> Report:
    """The broker is stopped, killed or paused for a while, and comes back."""
    leave, come_back = WAYS[way]
    async with (
        fleet.balanced() as balancer,
        fleet.load(balancer.url, "quick", [QUICK], rate) as quick,
        fleet.load(balancer.url, "streams", [stream_of(stream_seconds)], streams_per_second) as streams,
    ):
        await streams.goes_on(stream_seconds)
        leaving = quick.now
        await asyncio.to_thread(leave, fleet.broker)
        at_fault = set(chain(*(load.unsettled_since(leaving) for load in (quick, streams))))
        await quick.goes_on(away_seconds)
        await asyncio.to_thread(come_back, fleet.broker)
        back = quick.now
        await quick.answers()
        recovered = quick.now
        await quick.goes_on(away_seconds / 2)
    faults = await fleet.uncommitted()
    calls = fleet.upstream.calls()
    refused = [asked.seconds for asked in quick.asked if asked.status == 503]
    notes = [
        f"{len(at_fault)} in flight at the {way}",
        f"20 new requests answered {recovered - back:.1f} s after its return",
        f"refused after {max(refused, default=0.0):.1f} s at most",
    ]
    rows = [figures(load, calls, at_fault=at_fault, statuses={503}) for load in (quick, streams)]
    return Report(f"{way} of the broker for {away_seconds:g} s under {rate:g} requests/s", rows, notes, faults)


async def broker_readiness(fleet: Fleet, *, patience: float = 90.0) -> Report:
    """The broker is paused: every member says that it is not ready, and is ready again when the broker is back."""
    began = asyncio.get_running_loop().time()
    await asyncio.to_thread(fleet.broker.pause)
    unready = await _until(fleet, ready=False, patience=patience)
    await asyncio.to_thread(fleet.broker.resume)
    back = asyncio.get_running_loop().time()
    ready = await _until(fleet, ready=True, patience=patience)
    notes = [f"{name}: not ready {_after(unready.get(name), began)}" for name in ready | unready]
    notes += [f"{name}: ready {_after(ready.get(name), back)}, from the broker's return on" for name in ready | unready]
    faults = [f"{each.name} stayed ready" for each in fleet.processes if each.name not in unready]
    faults += [f"{each.name} did not become ready" for each in fleet.processes if each.name not in ready]
    return Report("readiness while the broker is away", [], notes, faults)


async def nobody_dispatches(fleet: Fleet, *, rate: float = 5.0, patience: float = 60.0) -> Report:
    """All dispatchers stop: edges refuse what they cannot have answered, and answer again when one is back."""
    async with (
        fleet.balanced() as balancer,
        fleet.load(balancer.url, "quick", [QUICK], rate, deadline_seconds=2 * patience) as quick,
    ):
        await quick.answers(5)
        for member in fleet.members["dispatcher"]:
            member.terminate()
        for member in fleet.members["dispatcher"]:
            await asyncio.to_thread(member.wait)
        gone = quick.now
        told = await _happens(lambda: any(each.status == 503 for each in quick.asked), patience)
        first = quick.now - gone
        if told:
            await quick.goes_on(5)
        for member in fleet.members["dispatcher"]:
            await asyncio.to_thread(member.start)
        back = quick.now
        await quick.answers()
        recovered = quick.now
    refused = [each.seconds for each in quick.asked if each.status == 503]
    notes = [
        f"the first 503 came {first:.1f} s after the last dispatcher had gone, the slowest took {max(refused):.1f} s"
        if told
        else f"nobody was refused within {patience:g} s",
        f"20 new requests answered {recovered - back:.1f} s after dispatchers were back",
    ]
    row = figures(quick, fleet.upstream.calls(), statuses={503})
    return Report("no dispatcher at all", [row], notes, [] if told else ["clients were left waiting"])


async def _until(fleet: Fleet, *, ready: bool, patience: float) -> dict[str, float]:
    """When each member said that it is ready, or not; those that did not in time are missing."""
    moments: dict[str, float] = {}

    async def watch(member: GatewayProcess) -> None:
        async def holds() -> bool:
            return await asyncio.to_thread(member.is_ready) is ready

        if await _happens(holds, patience):
            moments[member.name] = asyncio.get_running_loop().time()

    await asyncio.gather(*map(watch, fleet.processes))
    return moments


async def _happens(condition: Callable[[], bool] | Callable[[], object], seconds: float) -> bool:
    try:
        await eventually(condition, seconds, "it")  # type: ignore[arg-type]
    except TimeoutError:
        return False
    return True


def _after(moment: float | None, since: float) -> str:
    return "never" if moment is None else f"after {moment - since:.1f} s"
