"""One tenant's slow calls and large bodies beside another tenant's quick requests."""

from __future__ import annotations

from tests.kafka.scenarios.reports import Report, figures
from tests.support.fleet import TENANTS, Fleet
from tests.support.requests import BIG, HUNG, QUICK, Ending

HUNG_PER_SECOND = 40.0
BODIES_PER_SECOND = 2.0


async def beside_hung_calls(
    fleet: Fleet,
    *,
    seconds: float = 600.0,
    rate: float = 20.0,
    hung: int = 1,
    bodies: int = 0,
    alone_seconds: float = 30.0,
    patience: float = 120.0,
) -> Report:
    """Quick requests of a tenant alone, then beside another tenant's hung calls and a third one's 900 kB bodies."""
    quiet, slow, large = TENANTS
    async with fleet.balanced() as balancer:
        url = balancer.url
        async with fleet.load(url, "alone", [QUICK], rate, tenant=quiet) as alone:
            await alone.goes_on(alone_seconds)
        forever = 2 * (seconds + patience)
        async with fleet.load(
            url, "hung", [HUNG], HUNG_PER_SECOND, tenant=slow, most=hung, deadline_seconds=forever
        ) as stuck:
            async with (
                fleet.load(url, "bodies of 900 kB", [BIG], BODIES_PER_SECOND, tenant=large, most=bodies) as heavy,
                fleet.load(url, "beside them", [QUICK], rate, tenant=quiet, deadline_seconds=patience) as beside,
            ):
                began = beside.now
                await beside.goes_on(seconds)
            stuck.leave()
    calls = fleet.upstream.calls()
    rows = [figures(load, calls) for load in (alone, beside, heavy, stuck)]
    ratio = rows[1].p99 / rows[0].p99 if rows[0].p99 else 0.0
    last = max((each.ended for each in beside.asked if each.ending is Ending.ANSWERED), default=began)
    notes = [f"p99 beside them / alone: {ratio:.2f}", f"the last answer beside them came after {last - began:.0f} s"]
    return Report(f"{hung} hung calls and {bodies} bodies of 900 kB beside {rate:g} requests/s", rows, notes)
