"""The auditor finds exactly what leaked, also where it is killed while it searches and while it judges."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from gateway.kafka.producer import Producer
from gateway.records import CanaryFinding, CandidateVerdict, Topic, WrittenVerdict, decode, decode_verdict
from gateway.types import Surface
from tests.kafka.scenarios.planted import Plan, Written
from tests.kafka.scenarios.reports import Report
from tests.support.auditing import Auditing
from tests.support.dump import Dumped
from tests.support.waiting import eventually

AT_ONCE: Final = 500
PATIENCE_SECONDS: Final = 120.0

Place = tuple[str, Surface]  # a canary and a surface


async def audit(running: Auditing, *, canaries: int = 10_000, seed: int = 1) -> Report:
    """Canaries of which some leak on each surface; the auditor is killed while it searches, and while it judges."""
    plan, began = Plan(canaries, seed, running.audit_key, running.began), time.monotonic()
    written, expected = plan.surfaces(), plan.verdicts()
    leaks = sum(fate == "leaked" for fate in expected.values())
    producer = Producer(running.connection)
    await producer.start()
    try:
        await _write(producer, [*plan.registered()])
        await asyncio.to_thread(running.auditor.start)
        await _write(producer, written[: len(written) // 2])
        await _counts(running, leaks // 10, "leaks")
        await asyncio.to_thread(running.restart)
        await _write(producer, written[len(written) // 2 :])
        await _counts(running, leaks, "all leaks")
        running.let_time_go()
        await _counts(running, leaks + canaries, "verdicts")
        await asyncio.to_thread(running.restart)
        with suppress(TimeoutError):  # the report says which are missing
            await _counts(running, len(expected), "all verdicts")
    finally:
        await producer.stop()
    found = await Audited.of(running, plan)
    title = f"{canaries:,} canaries, {leaks:,} leaks, {len(written):,} records"
    notes = [f"all verdicts after {time.monotonic() - began:.0f} s", *found.notes()]
    return Report(title, [], notes, list(found.faults()))


async def _write(producer: Producer, records: Sequence[Written]) -> None:
    for start in range(0, len(records), AT_ONCE):
        await asyncio.gather(*(each.to(producer) for each in records[start : start + AT_ONCE]))


async def _counts(running: Auditing, least: int, what: str) -> None:
    """Returns once the auditor has counted so many verdicts: before its clock goes, these are leaks."""
    await eventually(lambda: asyncio.to_thread(lambda: running.judged() >= least), PATIENCE_SECONDS, what)


@dataclass(frozen=True, slots=True)
class Audited:
    """What must be said of canaries and of candidates, and what stands in findings, verdicts and metrics."""

    expected: Mapping[Place, str]
    expected_answers: Mapping[str, bool]
    findings: Sequence[Place]
    verdicts: Sequence[tuple[Place, str]]
    answers: Sequence[tuple[str, bool]]
    counted: Mapping[tuple[str, str], int]

    @classmethod
    async def of(cls, running: Auditing, plan: Plan) -> Audited:
        """Reads what stands on the broker now."""
        findings, verdicts = [await running.topics.records(topic) for topic in (Topic.FINDINGS, Topic.VERDICTS)]
        said = [(_key(each), decode_verdict(each.value)) for each in verdicts]
        return cls(
            plan.verdicts(),
            plan.answers(),
            [(_key(each), decode(each.value, CanaryFinding).surface) for each in findings],
            [((name, each.surface), each.outcome) for name, each in said if isinstance(each, WrittenVerdict)],
            [(name, each.clean) for name, each in said if isinstance(each, CandidateVerdict)],
            running.counted(),
        )

    def faults(self) -> Iterator[str]:
        """What must never be."""
        leaks = {place for place, fate in self.expected.items() if fate == "leaked"}
        faults: dict[str, Collection[object]] = {
            "leaks without a finding": leaks - {*self.findings},
            "findings where nothing leaked": {*self.findings} - leaks,
            "verdicts that are missing": self.expected.items() - {*self.verdicts},
            "verdicts that are wrong": {*self.verdicts} - self.expected.items(),
            "answers about candidates that are missing": self.expected_answers.items() - {*self.answers},
            "answers about candidates that are wrong": {*self.answers} - self.expected_answers.items(),
            "counts that are not those of the verdicts": self.counted.items() ^ self._counts().items(),
        }
        return (f"{len(found)} {what}" for what, found in faults.items() if found)

    def notes(self) -> list[str]:
        """How many fates of each kind there are on each surface."""
        fates = Counter((surface.value, fate) for (_, surface), fate in self.expected.items())
        surfaces = sorted({surface for surface, _ in fates})
        return [
            f"{surface}: " + ", ".join(f"{fates[surface, fate]:,} {fate}" for fate in ("clean", "leaked", "lost"))
            for surface in surfaces
        ]

    def _counts(self) -> Counter[tuple[str, str]]:
        counts: Counter[tuple[str, str]] = Counter()
        for (_, surface), fate in self.expected.items():
            counts[surface.value, "lost" if fate == "lost" else "evaluated"] += 1
            counts[surface.value, "leaked"] += fate == "leaked"
        return +counts


def _key(record: Dumped) -> str:
    return (record.key or b"").decode()
