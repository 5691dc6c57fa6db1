"""Canaries as a person reads them in a terminal, and as plain values. A value stands there only if it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Final, cast

import msgspec

from gateway.records import CanaryFinding, LeakAcknowledged, Record
from gateway.terminal import columns, one_line
from gateway.types import JsonObject
from streams.commands.times import moment
from streams.evidence.dossiers import Dossier

_HEAD: Final = ("canary", "kind", "planted", "standing")
_JUDGED: Final = ("surface", "standing", "until", "judged", "form")


def canaries(found: Sequence[Dossier], zone: tzinfo | None) -> str:
    """Returns a row for each canary, with times in UTC and in ``zone``, None for the local one."""
    if not found:
        return "no canary of this kind was planted in this time"
    return "\n".join(columns([_HEAD, *(_row(each, zone) for each in found)]))


def canary(dossier: Dossier, zone: tzinfo | None, *, with_value: bool = False) -> str:
    """Returns all that is known of a canary; its value only if it is asked for."""
    return "\n".join(_page(dossier, zone, with_value))


def plain(dossier: Dossier, *, with_value: bool = False) -> JsonObject:
    """Returns all that is known of a canary as plain values; its value only if it is asked for."""
    minted = dossier.minted
    value: JsonObject = {"value": minted.value} if minted and with_value else {}
    return {
        "canary": dossier.canary,
        **(fields_of(minted) if minted else {}),
        **value,
        **(fields_of(dossier.answered) if dossier.answered else {}),
        "standings": {surface.value: standing.value for surface, standing in dossier.standings.items()},
        "verdicts": [fields_of(each) for each in dossier.verdicts],
        "findings": [fields_of(each) for each in dossier.findings],
        "acknowledgements": [fields_of(each) for each in dossier.acknowledged],
    }


def fields_of(record: Record) -> JsonObject:
    """Returns what a record of the audit says, without its version and without a value."""
    fields = cast(JsonObject, msgspec.to_builtins(record))
    return {name: value for name, value in fields.items() if name not in {"v", "kind", "value"}}


def _row(dossier: Dossier, zone: tzinfo | None) -> tuple[str, ...]:
    minted = dossier.minted
    standing = ", ".join(f"{surface} {standing}" for surface, standing in dossier.standings.items())
    told = (minted.canary_kind, moment(minted.minted_ms, zone)) if minted else ("", "")
    return (one_line(dossier.canary), *told, standing)


def _page(dossier: Dossier, zone: tzinfo | None, with_value: bool) -> Iterator[str]:
    minted = dossier.minted
    yield f"{one_line(dossier.canary)}: {minted.canary_kind if minted else 'nobody knows any more what was planted'}"
    if minted:
        yield from columns([(name, value) for name, value in _planted(dossier, zone, with_value) if value])
    yield from ("", *columns([_JUDGED, *_judged(dossier, zone)]))
    if dossier.findings:
        yield from ("", *(_finding(each, zone) for each in dossier.findings))
    if dossier.acknowledged:
        yield from ("", *(_acknowledged(each, zone) for each in dossier.acknowledged))


def _planted(dossier: Dossier, zone: tzinfo | None, with_value: bool) -> Iterator[tuple[str, str]]:
    minted = dossier.minted
    assert minted is not None
    yield "value", one_line(minted.value) if with_value else ""
    yield "planted", moment(minted.minted_ms, zone)
    yield "client", one_line(minted.client)
    yield "position", one_line(minted.position)
    yield "disguise", one_line(minted.disguise)
    yield "turn", one_line(dossier.answered.turn_id) if dossier.answered else "none: the edge did not answer the probe"
    yield "looked for", f"until {moment(minted.expires_ms, zone)}"


def _judged(dossier: Dossier, zone: tzinfo | None) -> Iterator[tuple[str, ...]]:
    deadlines = dossier.minted.deadlines_ms if dossier.minted else {}
    last = {each.surface: each for each in dossier.verdicts}
    for surface, standing in dossier.standings.items():
        until, verdict = deadlines.get(surface), last.get(surface)
        yield (
            surface.value,
            standing.value,
            moment(until, zone) if until else "",
            moment(verdict.decided_ms, zone) if verdict else "",
            one_line(verdict.form or "") if verdict else "",
        )


def _finding(finding: CanaryFinding, zone: tzinfo | None) -> str:
    start, end = finding.place
    turn = f", turn {one_line(finding.turn_id)}" if finding.turn_id else ""
    at = f"{one_line(finding.record)}, characters {start} to {end}"
    return f"found on {finding.surface} {moment(finding.found_ms, zone)}: {one_line(finding.form)} in {at}{turn}"


def _acknowledged(each: LeakAcknowledged, zone: tzinfo | None) -> str:
    where = ", ".join(each.surfaces)
    return (
        f"acknowledged on {where} by {one_line(each.person)}, {moment(each.acknowledged_ms, zone)}: "
        f"{one_line(each.reason)}"
    )
