"""The auditor as a part of a process: reads what was written before it, then plants, searches and judges."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Set
from dataclasses import dataclass, field
from typing import Final

from aiokafka.errors import KafkaError

from gateway import metrics
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.logs import fields
from gateway.records import (
    CanaryFinding,
    MintedCanary,
    Topic,
    Undecodable,
    WrittenVerdict,
    decode,
    decode_minted,
    decode_verdict,
)
from gateway.roles import Role
from gateway.types import Surface
from streams.auditor.ledger import AuditEntry, AuditLedger, Searching
from streams.auditor.planting import Planter
from streams.auditor.reading import TopicsReader
from streams.auditor.shadow import control
from streams.auditor.shadow_summary import control_summary
from streams.auditor.tally import AuditTally
from streams.auditor.texts import OF_ANALYTICS, TOPICS

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.5
CONTROL_SECONDS: Final = 60.0


@dataclass(slots=True)
class Auditor:
    """One auditor. Analytics' records have rounded times, so they are read from ``rounded_seconds`` earlier on."""

    connection: Connection
    producer: Producer
    ledger: AuditLedger
    tally: AuditTally
    planter: Planter
    watched: Set[Surface]
    rounded_seconds: float
    open_turns: int = 0
    _reader: TopicsReader | None = None
    _verdicts: TopicsReader | None = None
    _readers: list[TopicsReader] = field(default_factory=list)
    _kinds: dict[str, str] = field(default_factory=dict)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def alive(self) -> bool:
        """Whether it plants and searches."""
        return all(not task.done() for task in self._tasks)

    @property
    def ready(self) -> bool:
        """Whether it knows what earlier processes wrote, and works."""
        return bool(self._tasks) and self.alive

    async def start(self) -> None:
        """Returns when all that earlier processes wrote is known, and its counts are exposed."""
        for topic, restore in ((Topic.MINTED, self._restore_minted), (Topic.FINDINGS, self._restore_finding)):
            reader = await self._reading({topic: 0.0})
            await reader.read(_known(restore))
        self._verdicts = await self._reading({Topic.VERDICTS: 0.0})
        await self._read_verdicts()
        self._kinds.clear()
        self._reader = await self._reading(self._since())
        self.tally.expose()
        self._tasks = [asyncio.create_task(work) for work in (self._search(), self._control(), self.planter.run())]

    async def drain(self, seconds: float) -> int:
        """Ends at once: what it has not searched, the next one does."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        return 0

    async def stop(self) -> None:
        """Ends and disconnects."""
        await self.drain(0)
        for reader in self._readers:
            await reader.stop()

    def _since(self) -> dict[Topic, float]:
        """From when each topic is read: no record before the oldest canary's can hold one."""
        oldest_ms = self.ledger.since_ms()
        since = time.time() if oldest_ms is None else oldest_ms / 1000
        topics = {topic: surface for surface in self.watched for topic in TOPICS[surface]}
        found = {topic: since - self.rounded_seconds * (surface in OF_ANALYTICS) for topic, surface in topics.items()}
        if OF_ANALYTICS & self.watched:
            found[Topic.ASSIGNMENTS] = since - self.rounded_seconds
        return found

    async def _reading(self, since: Mapping[Topic, float]) -> TopicsReader:
        reader = TopicsReader(self.connection, self.producer, since)
        self._readers.append(reader)
        await reader.start()
        return reader

    async def _read_verdicts(self) -> None:
        """Counts what has been written since: by itself, by persons, and at a start by earlier processes."""
        assert self._verdicts is not None
        await self._verdicts.read(_known(self._take_verdict))

    async def _search(self) -> None:
        while True:
            try:
                await self._look()
            except KafkaError as error:
                metrics.kafka_connected.labels(Role.AUDITOR.value).set(0)
                log.warning("the surfaces cannot be read: trying again", extra=fields(reason=type(error).__name__))
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> None:
        assert self._reader is not None
        now = time.time()
        await self._reader.read(self._take)
        metrics.kafka_connected.labels(Role.AUDITOR.value).set(1)
        await self._enter(self.ledger.tick(now))
        await self._read_verdicts()
        outstanding = self.ledger.outstanding()
        for surface in Surface:
            self.tally.outstanding(surface, outstanding.get(surface, 0))
        metrics.next_verdict_timestamp_seconds.set(self.ledger.next_due() or 0)
        merge = self.ledger.scanner.due()
        if merge is not None:
            self.ledger.scanner.replace(merge, await asyncio.to_thread(merge.build))

    async def _take(self, record: Searching) -> None:
        await self._enter(self.ledger.take(record, time.time()))

    async def _enter(self, entries: list[AuditEntry]) -> None:
        for entry in entries:
            await self.producer.persist(entry.topic, entry.key, entry.record)
            if isinstance(entry.record, WrittenVerdict) and entry.waited is not None:
                metrics.canary_verdict_seconds.labels(entry.record.surface).observe(entry.waited)
            if isinstance(entry.record, CanaryFinding):
                found = fields(topic=entry.record.record.partition("/")[0], turn_id=entry.record.turn_id)
                log.error("a canary was found where it must not be", extra=found)

    async def _control(self) -> None:
        while True:
            of_summary = control_summary(self.ledger.scanner, self.planter.chance)
            for result in (*control(self.ledger.scanner, self.planter.chance), *of_summary.results):
                self.tally.controlled(result)
                if not result.seen:
                    log.error("a leak on purpose was not seen", extra=fields(reason=result.surface.value))
            self.tally.controlled_clusters(of_summary.clusters)
            await asyncio.sleep(CONTROL_SECONDS)

    def _restore_minted(self, record: Searching) -> None:
        minted = decode_minted(record.value)
        if not isinstance(minted, MintedCanary):
            self.ledger.answer(record.key, minted)
            if record.key in self._kinds:
                self.tally.planted(self._kinds[record.key], minted.answered_ms / 1000)
            return
        self._kinds[record.key] = minted.canary_kind
        if minted.expires_ms > time.time() * 1000:
            self.ledger.mint(record.key, minted)

    def _restore_finding(self, record: Searching) -> None:
        self.ledger.restore_finding(record.key, decode(record.value, CanaryFinding))

    def _take_verdict(self, record: Searching) -> None:
        verdict = decode_verdict(record.value)
        self.ledger.restore_verdict(record.key, verdict)
        self.tally.take(record.key, verdict)


def _known(take: Callable[[Searching], None]) -> Callable[[Searching], Awaitable[None]]:
    """Returns ``take`` for records of this version only; what another version wrote is passed over, and said."""

    async def known(record: Searching) -> None:
        try:
            take(record)
        except Undecodable:
            log.warning("a record of the audit is of another version", extra=fields(topic=record.topic.value))

    return known
