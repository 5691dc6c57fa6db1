"""The auditor as a part of a process: reads what was written before it, then plants, searches and judges."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import Final

from aiokafka.errors import KafkaError

from gateway import metrics
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.logs import fields
from gateway.records import (
    CanaryFinding,
    CandidateVerdict,
    MintedCanary,
    Topic,
    Undecodable,
    WrittenVerdict,
    decode,
    decode_minted,
)
from gateway.roles import Role
from gateway.settings import Settings
from gateway.types import Surface
from streams.auditor.ledger import AuditEntry, AuditLedger, Searching
from streams.auditor.planting import Planter
from streams.auditor.reading import TopicsReader
from streams.auditor.shadow import control
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
        for topic, restore in (
            (Topic.MINTED, self._restore_minted),
            (Topic.FINDINGS, self._restore_finding),
            (Topic.VERDICTS, self._restore_verdict),
        ):
            await self._read_once(topic, restore)
        self._kinds.clear()
        self._reader = TopicsReader(self.connection, self.producer, self._since())
        await self._reader.start()
        self.tally.expose()
        self._tasks = [asyncio.create_task(work) for work in (self._search(), self._control(), self.planter.run())]

    def use_keys(self, settings: Settings) -> None:
        """Sends the next probes with the API key of these settings."""
        self.planter.audit = settings.audit

    async def drain(self, seconds: float) -> int:
        """Ends at once: what it has not searched, the next one does."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        return 0

    async def stop(self) -> None:
        """Ends and disconnects."""
        await self.drain(0)
        if self._reader is not None:
            await self._reader.stop()

    def _since(self) -> dict[Topic, float]:
        """From when each topic is read: no record before the oldest canary's can hold one."""
        oldest_ms = self.ledger.since_ms()
        since = time.time() if oldest_ms is None else oldest_ms / 1000
        topics = {topic: surface for surface in self.watched for topic in TOPICS[surface]}
        found = {topic: since - self.rounded_seconds * (surface in OF_ANALYTICS) for topic, surface in topics.items()}
        if OF_ANALYTICS & self.watched:
            found[Topic.ASSIGNMENTS] = since - self.rounded_seconds
        return found

    async def _read_once(self, topic: Topic, restore: Callable[[Searching], None]) -> None:
        """Reads all that stands in a topic; what another version wrote is passed over, and said."""

        async def take(record: Searching) -> None:
            try:
                restore(record)
            except Undecodable:
                log.warning("a record of the audit is of another version", extra=fields(topic=topic.value))

        reader = TopicsReader(self.connection, self.producer, {topic: 0.0})
        try:
            await reader.start()
            await reader.read(take)
        finally:
            await reader.stop()

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
        outstanding = self.ledger.outstanding()
        for surface in Surface:
            self.tally.outstanding(surface, outstanding.get(surface, 0))
        merge = self.ledger.scanner.due()
        if merge is not None:
            self.ledger.scanner.replace(merge, await asyncio.to_thread(merge.build))

    async def _take(self, record: Searching) -> None:
        await self._enter(self.ledger.take(record, time.time()))

    async def _enter(self, entries: list[AuditEntry]) -> None:
        for entry in entries:
            await self.producer.persist(entry.topic, entry.key, entry.record)
            self.tally.written(entry.key, entry.record)
            if isinstance(entry.record, CanaryFinding):
                found = fields(topic=entry.record.record.partition("/")[0], turn_id=entry.record.turn_id)
                log.error("a canary was found where it must not be", extra=found)

    async def _control(self) -> None:
        while True:
            for result in control(self.ledger.scanner, self.planter.chance):
                self.tally.controlled(result)
                if not result.seen:
                    log.error("a leak on purpose was not seen", extra=fields(reason=result.surface.value))
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

    def _restore_verdict(self, record: Searching) -> None:
        verdict = _verdict_of(record.value)
        self.ledger.restore_verdict(record.key, verdict)
        self.tally.written(record.key, verdict)


def _verdict_of(value: bytes) -> WrittenVerdict | CandidateVerdict:
    try:
        return decode(value, WrittenVerdict)
    except Undecodable:
        return decode(value, CandidateVerdict)
