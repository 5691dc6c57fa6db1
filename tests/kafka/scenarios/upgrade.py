"""Every member of every role is replaced by one with another configuration, and nothing of what each does is lost."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from gateway.records import MintedCanary, Topic, WindowEnd, WrittenVerdict, decode, decode_analytics, decode_minted
from gateway.types import JsonObject
from tests.kafka.scenarios.reports import Report, figures
from tests.support.analyst_clock import CLOCK, PROGRAM, SNAPSHOTS
from tests.support.configuration import ANALYTICS, PLAIN_PROBES
from tests.support.fleet import PARTITIONS, PREFIX, TENANTS, Fleet
from tests.support.processes import GatewayProcess
from tests.support.requests import QUICK, stream_of
from tests.support.topics import Topics
from tests.support.waiting import eventually

WAIT_SECONDS = 240.0
SETTLED = 20
WINDOW_SECONDS = 24 * 3600
GRACE_SECONDS = 3600
COUNTED = re.compile(r'^canarygate_canaries_(evaluated|leaked|lost)_total\{.*lane="live".*\} (\S+)$', re.MULTILINE)

SECTIONS: dict[str, JsonObject] = {
    "analytics": {**ANALYTICS["analytics"], "trusted_tenants": [*TENANTS]},
    "publication": {"audit": "none"},
    "audit": {
        "key": "os.environ/CANARYGATE_AUDIT_KEY",
        "clients": [{"api_key": "os.environ/CANARYGATE_AUDITOR_API_KEY"}],
        **PLAIN_PROBES,
        "model": "m",
        "edge": "http://127.0.0.1:1",
        "probes_per_minute": 120,
        "kinds": ["email"],
        "surfaces": ["egress", "replies", "analytics"],
    },
}
"""What a fleet says that has analysts and an auditor, too."""


async def rolling_upgrade(
    fleet: Fleet, *, rate: float = 20.0, streams_per_second: float = 0.5, stream_seconds: float = 60.0
) -> Report:
    """Every member of six roles, analysts and the auditor too, is replaced by one with another configuration."""
    clock = fleet.cluster.folder / "clock"
    clock.write_text(str(time.time()))
    async with fleet.balanced() as balancer:
        audit = {**SECTIONS["audit"], "edge": balancer.url}
        fleet.cluster.sections = {**fleet.cluster.sections, "audit": audit}
        await asyncio.to_thread(_add_analysts, fleet, clock)
        (auditor,) = await asyncio.to_thread(fleet.cluster.start, "auditor")
        async with (
            fleet.load(balancer.url, "quick", [QUICK], rate) as quick,
            fleet.load(balancer.url, "streams", [stream_of(stream_seconds)], streams_per_second) as streams,
        ):
            await streams.goes_on(stream_seconds / 2)
            await _judges(auditor, SETTLED)
            fleet.cluster.sections = {**fleet.cluster.sections, "drain_seconds": 599}
            for member in fleet.processes:
                await fleet.renew(member)
            judged = await asyncio.to_thread(_audited, auditor)
            after = await asyncio.to_thread(_replaced, fleet, auditor)
            again = await asyncio.to_thread(_audited, after)
            await _judges(after, judged["evaluated"] + SETTLED)
            statuses = await fleet.all_left()
            await quick.answers()
        audited = await asyncio.to_thread(_audited, after)
        statuses |= {after.name: await asyncio.to_thread(fleet.cluster.remove, after), auditor.name: auditor.wait()}
        lost, emitted, assigned = await _lost_canaries(fleet), *await _analysed(fleet, clock)
    calls = fleet.upstream.calls()
    faults = [
        *(f"{name} ended with {status}" for name, status in statuses.items() if status),
        *_lost(judged, again, lost),
        *([f"{len(emitted - assigned)} of {len(emitted)} texts reached no topic"] if emitted - assigned else []),
        *await fleet.uncommitted(),
    ]
    notes = [
        f"canaries: {audited['evaluated']} evaluated, {audited['leaked']} leaked, {audited['lost']} lost; "
        f"{judged['evaluated']} of them by the auditor before the upgrade; lost as their requests were not answered: "
        f"{sum(count for (_, was_answered), count in lost.items() if not was_answered)}",
        f"{len(emitted)} texts for analytics, all counted once by analysts: {emitted == assigned}",
    ]
    rows = [figures(load, calls) for load in (quick, streams)]
    return Report(f"upgrade of every role under {rate:g} requests/s", rows, notes, faults)


def _add_analysts(fleet: Fleet, clock: Path) -> None:
    fleet.members["analyst"] = [fleet.cluster.process("analyst") for _ in fleet.members["minimizer"]]
    for member in fleet.members["analyst"]:
        member.program = PROGRAM
        member.environment = {**member.environment, CLOCK: str(clock), SNAPSHOTS: "1"}
        member.launch()
    for member in fleet.members["analyst"]:
        member.wait_until_ready()


def _replaced(fleet: Fleet, auditor: GatewayProcess) -> GatewayProcess:
    """The auditor in the place of another one, which has ended before: there are never two."""
    auditor.terminate()
    auditor.wait()
    (new,) = fleet.cluster.start("auditor")
    return new


def _audited(auditor: GatewayProcess) -> dict[str, int]:
    """How many verdicts there are of each kind."""
    counts = {"evaluated": 0, "leaked": 0, "lost": 0}
    for what, count in COUNTED.findall(auditor.metrics_page().decode()):
        counts[what] += int(float(count))
    return counts


async def _judges(auditor: GatewayProcess, least: int) -> None:
    async def judged() -> bool:
        return (await asyncio.to_thread(_audited, auditor))["evaluated"] >= least

    await eventually(judged, WAIT_SECONDS, f"{least} verdicts")


async def _analysed(fleet: Fleet, clock: Path) -> tuple[set[str], set[str]]:
    """Ends the analysts' window; returns the events of all texts that were emitted, and of those that were counted."""
    topics = Topics(fleet.broker.bootstrap, PREFIX, PARTITIONS)
    _end_window(clock)
    texts = [decode_analytics(each.value) for each in await topics.records(Topic.ANALYTICS)]
    emitted = {each.event_id for each in texts if not isinstance(each, WindowEnd)}

    async def assigned() -> set[str]:
        return {(each.key or b"").decode() for each in await topics.records(Topic.ASSIGNMENTS)}

    async def all_assigned() -> bool:
        return emitted <= await assigned()

    with suppress(TimeoutError):  # what is missing is counted
        await eventually(all_assigned, WAIT_SECONDS, "the end of the window")
    return emitted, await assigned()


def _end_window(clock: Path) -> None:
    now = float(clock.read_text())
    clock.write_text(str(now - now % WINDOW_SECONDS + WINDOW_SECONDS + GRACE_SECONDS))


async def _lost_canaries(fleet: Fleet) -> Counter[tuple[str, bool]]:
    """How many canaries were lost on each surface, with whether the request that carried them was answered."""
    topics = Topics(fleet.broker.bootstrap, PREFIX, PARTITIONS)
    minted = await topics.records(Topic.MINTED)
    answered = {each.key for each in minted if not isinstance(decode_minted(each.value), MintedCanary)}
    verdicts = [(each.key, decode(each.value, WrittenVerdict)) for each in await topics.records(Topic.VERDICTS)]
    return Counter((verdict.surface, key in answered) for key, verdict in verdicts if verdict.outcome == "lost")


def _lost(judged: dict[str, int], again: dict[str, int], lost: Counter[tuple[str, bool]]) -> Iterator[str]:
    if any(again[what] < judged[what] for what in judged):
        yield f"the new auditor counts {again}, the one before it {judged}"
    for (surface, was_answered), count in lost.items():
        if was_answered:
            yield f"{count} canaries were lost on {surface}, though their requests were answered"
