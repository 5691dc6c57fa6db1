"""``canarygate canaries``: what the audit wrote about canaries, and who knows of a leak."""

from __future__ import annotations

import asyncio
import time
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from gateway.errors import NotFound
from gateway.records import (
    AuditVerdict,
    CanaryFinding,
    CandidateVerdict,
    ClusterVerdict,
    LeakAcknowledged,
    MintedCanary,
    ProbeAnswered,
    Topic,
    Undecodable,
    decode,
    decode_minted,
    decode_verdict,
)
from gateway.types import Surface
from streams.commands.access import Access
from streams.commands.canary_pages import canaries, canary, plain
from streams.commands.command_line import OUTCOMES
from streams.commands.folding import Kept
from streams.commands.own_name import own_name
from streams.commands.plain import encoded
from streams.commands.times import milliseconds
from streams.evidence.dossiers import Dossier
from streams.evidence.leaks import OpenLeaks

AT_ONCE = 500
TOPICS = (Topic.MINTED, Topic.FINDINGS, Topic.VERDICTS)

DECODE: Mapping[Topic, Callable[[bytes | None], MintedCanary | ProbeAnswered | CanaryFinding | AuditVerdict]] = {
    Topic.MINTED: decode_minted,
    Topic.FINDINGS: lambda value: decode(value, CanaryFinding),
    Topic.VERDICTS: decode_verdict,
}


async def list_all(access: Access, options: Namespace) -> str:
    """Returns the canaries that were planted since, the newest first, as far as they are asked for."""
    since_ms = milliseconds(options.since, int(time.time() * 1000))
    known = _dossiers(await access.contents(*TOPICS, since_ms=since_ms))
    found = [each for each in known.values() if each.minted and _is_asked_for(each, options)]
    found.sort(key=_planted_ms, reverse=True)
    return encoded({"canaries": [plain(each) for each in found]}) if options.json else canaries(found, None)


async def show(access: Access, options: Namespace) -> str:
    """Returns all that is known of one canary; raises NotFound."""
    dossier = _dossiers(await access.contents(*TOPICS, key=options.canary)).get(options.canary)
    if dossier is None:
        raise NotFound("nothing is known of a canary with this id: canarygate canaries list shows those that are")
    if options.json:
        return encoded(plain(dossier, with_value=options.value))
    return canary(dossier, None, with_value=options.value)


async def acknowledge(access: Access, options: Namespace) -> str:
    """Writes that a person knows of leaks; returns of which. Raises NotFound where there is none."""
    found = _chosen(await _open_leaks(access, options.canary), options)
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


async def _open_leaks(access: Access, key: str | None) -> OpenLeaks:
    leaks = OpenLeaks()
    for kept in (await access.contents(Topic.VERDICTS, key=key))[Topic.VERDICTS]:
        try:
            leaks.take(kept.key, decode_verdict(kept.value))
        except Undecodable:
            continue
    return leaks


def _chosen(leaks: OpenLeaks, options: Namespace) -> Mapping[str, list[Surface]]:
    chosen: defaultdict[str, list[Surface]] = defaultdict(list)
    for name, surface in leaks.kinds:
        if (options.all or name == options.canary) and options.surface in (None, surface):
            chosen[name].append(surface)
    return chosen


def _dossiers(topics: Mapping[Topic, Sequence[Kept]]) -> Mapping[str, Dossier]:
    dossiers: dict[str, Dossier] = {}
    for topic, records in topics.items():
        for kept in records:
            try:
                record = DECODE[topic](kept.value)
            except Undecodable:
                continue
            if not isinstance(record, CandidateVerdict | ClusterVerdict):
                dossiers.setdefault(kept.key, Dossier(kept.key)).take(record)
    return dossiers


def _is_asked_for(dossier: Dossier, options: Namespace) -> bool:
    if dossier.minted is None or options.kind not in (None, dossier.minted.canary_kind):
        return False
    standings = [
        standing for surface, standing in dossier.standings.items() if options.surface in (None, surface.value)
    ]
    return bool(standings) if options.outcome is None else any(each in OUTCOMES[options.outcome] for each in standings)


def _planted_ms(dossier: Dossier) -> int:
    return dossier.minted.minted_ms if dossier.minted else 0
