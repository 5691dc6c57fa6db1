"""An hour of mixed traffic with a death, a deploy and a broker's restart inside."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import chain
from statistics import linear_regression

from tests.kafka.scenarios.reports import Report, figures
from tests.support.clients import Load
from tests.support.fleet import TENANTS, Fleet
from tests.support.processes import GatewayProcess
from tests.support.requests import DRY_RUN, QUICK, TOOLS, RequestKind, stream_of

LONG_SECONDS = 30.0
# What clients ask for, the tenant, and its share of all requests.
TRAFFIC: Sequence[tuple[str, RequestKind, str, float]] = (
    ("quick", QUICK, TENANTS[0], 0.6),
    ("short streams", stream_of(3), TENANTS[0], 0.15),
    ("tools", TOOLS, TENANTS[1], 0.1),
    ("clients that leave", stream_of(10, leaves_after=2), TENANTS[1], 0.05),
    ("dry runs", DRY_RUN, TENANTS[2], 0.08),
    ("long streams", stream_of(LONG_SECONDS), TENANTS[2], 0.02),
)
WARM_UP, CALM = 0.15, 0.1  # shares of the time
SAMPLE_SECONDS = 2.0
MOST_GROWTH, FEW_BYTES = 1.5, 64 << 20


async def soak(fleet: Fleet, *, seconds: float = 3600.0, rate: float = 50.0) -> Report:
    """Mixed traffic; a dispatcher is killed, every member replaced and the broker restarted, with calm in between."""
    memory, at_fault = Memory(fleet), set[str]()
    async with fleet.balanced() as balancer, memory.sampled():
        async with AsyncExitStack() as stack:
            loads = [
                await stack.enter_async_context(fleet.load(balancer.url, name, [kind], rate * share, tenant=tenant))
                for name, kind, tenant, share in TRAFFIC
            ]
            quick, ends = loads[0], loads[0].now + seconds
            await quick.goes_on(seconds * WARM_UP)
            at_fault |= await _death(fleet, loads)
            await quick.goes_on(seconds * CALM)
            for member in fleet.processes:
                await fleet.replace(member)
            await quick.goes_on(seconds * CALM)
            at_fault |= await _restart(fleet, loads)
            await quick.goes_on(max(seconds * CALM, ends - quick.now))
        statuses = await fleet.all_left()
    faults = await fleet.uncommitted()
    calls = fleet.upstream.calls()
    faults += [f"{name} ended with {status}" for name, status in statuses.items() if status]
    rows = [figures(load, calls, at_fault=at_fault) for load in loads]
    title = f"{seconds:g} s of soak at {rate:g} requests/s, {len(at_fault)} in flight at a fault"
    return Report(title, rows, memory.notes(), [*faults, *memory.faults()])


async def _death(fleet: Fleet, loads: Sequence[Load]) -> set[str]:
    """Kills a dispatcher and starts it again; returns what was in flight."""
    victim = fleet.members["dispatcher"][0]
    in_flight = set(chain(*(load.unsettled_since(load.now) for load in loads)))
    victim.kill()
    await asyncio.to_thread(victim.start)
    return in_flight


async def _restart(fleet: Fleet, loads: Sequence[Load]) -> set[str]:
    """Stops the broker and starts it again; returns what was in flight until every member was ready and answered."""
    began = loads[0].now
    await asyncio.to_thread(fleet.broker.stop)
    await asyncio.to_thread(fleet.broker.start)
    for member in fleet.processes:
        await asyncio.to_thread(member.wait_until_ready)
    await loads[0].answers()
    return set(chain(*(load.unsettled_since(began) for load in loads)))


@dataclass(slots=True)
class Memory:
    """The resident memory of every process of a fleet, sampled while it is ready: by its name, moments and bytes."""

    fleet: Fleet
    samples: dict[str, list[tuple[float, int]]] = field(default_factory=dict)

    @asynccontextmanager
    async def sampled(self) -> AsyncIterator[None]:
        """Samples while the context lasts."""
        sampling = asyncio.create_task(self._sample())
        try:
            yield
        finally:
            sampling.cancel()

    def notes(self) -> list[str]:
        """What each process had after its warm-up and at its end, and how it grew by the hour."""
        return [
            f"{name}: {warm[0][1] >> 20} MiB after its warm-up, {warm[-1][1] >> 20} MiB at its end, "
            f"{_slope(warm) * 3600 / 2**20:+.1f} MiB/h over {warm[-1][0] - warm[0][0]:.0f} s"
            for name, warm in self._warm().items()
        ]

    def faults(self) -> list[str]:
        """The processes that grew far beyond what they had when they were warm."""
        return [
            f"{name} grew from {warm[0][1] >> 20} to {warm[-1][1] >> 20} MiB"
            for name, warm in self._warm().items()
            if warm[-1][1] > warm[0][1] * MOST_GROWTH + FEW_BYTES
        ]

    def _warm(self) -> dict[str, list[tuple[float, int]]]:
        """The samples of each process without the first third."""
        return {name: taken[len(taken) // 3 :] for name, taken in self.samples.items()}

    async def _sample(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            for process in self.fleet.processes:
                if (rss := await asyncio.to_thread(_rss, process)) is not None:
                    self.samples.setdefault(process.name, []).append((loop.time(), rss))
            await asyncio.sleep(SAMPLE_SECONDS)


def _rss(process: GatewayProcess) -> int | None:
    """What it has now, None where it does not run or has not yet loaded what it needs."""
    try:
        return process.usage().rss_bytes if process.is_ready() else None
    except FileNotFoundError:
        return None


def _slope(samples: Sequence[tuple[float, int]]) -> float:
    """Bytes a second, by least squares."""
    if len(samples) < 2:
        return 0.0
    moments, sizes = zip(*samples, strict=True)
    return linear_regression(moments, sizes).slope
