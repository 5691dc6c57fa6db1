"""``canarygate canaries``: what the audit wrote about canaries, and who knows of a leak."""

from __future__ import annotations

import asyncio
import time
from argparse import Namespace
from collections import defaultdict
from collections.abc import Mapping

from gateway.errors import NotFound
from gateway.records import LeakAcknowledged, Topic, Undecodable, decode_verdict
from gateway.types import Surface
from streams.commands.access import Access
from streams.commands.own_name import own_name
from streams.commands.plain import encoded
from streams.evidence.leaks import OpenLeaks

AT_ONCE = 500


async def acknowledge(access: Access, options: Namespace) -> str:
    """Writes that a person knows of leaks; returns of which. Raises NotFound where there is none."""
    found = _chosen(await _open_leaks(access), options)
    if not found:
        raise NotFound("there is no such leak, or somebody has acknowledged it: canarygate canaries list shows them")
    person, now_ms = options.reviewer or own_name(), int(time.time() * 1000)
    known = {
        canary: LeakAcknowledged(surfaces=tuple(surfaces), person=person, reason=options.reason, acknowledged_ms=now_ms)
        for canary, surfaces in found.items()
    }
    names = [*known]
    for start in range(0, len(names), AT_ONCE):
        some = names[start : start + AT_ONCE]
        await asyncio.gather(*(access.producer.write(Topic.VERDICTS, name, known[name]) for name in some))
    if options.json:
        return encoded({"acknowledged": {name: [*map(str, each.surfaces)] for name, each in known.items()}})
    return "\n".join(f"{name}: acknowledged on {', '.join(each.surfaces)}" for name, each in known.items())


async def _open_leaks(access: Access) -> OpenLeaks:
    leaks = OpenLeaks()
    for kept in (await access.contents(Topic.VERDICTS))[Topic.VERDICTS]:
        try:
            leaks.take(kept.key, decode_verdict(kept.value))
        except Undecodable:
            continue
    return leaks


def _chosen(leaks: OpenLeaks, options: Namespace) -> Mapping[str, list[Surface]]:
    chosen: defaultdict[str, list[Surface]] = defaultdict(list)
    for canary, surface in leaks.kinds:
        if (options.all or canary == options.canary) and options.surface in (None, surface):
            chosen[canary].append(surface)
    return chosen
