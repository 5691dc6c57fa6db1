"""The auditor as a part of a process: reads what was written before it, then plants, searches and judges."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from aiokafka.errors import KafkaError

from gateway import metrics
from gateway.kafka.compacted import CompactedReader
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.topics_reader import TopicsReader
from gateway.logs import fields
from gateway.records import (
    CanaryFinding,
    Hold,
    Topic,
    WrittenVerdict,
)
from gateway.roles import Role
from gateway.settings import Settings
from gateway.types import Surface
from streams.auditor.clients import probe_clients
from streams.auditor.history import AuditHistory
from streams.auditor.lease import AuditorLease
from streams.auditor.ledger import AuditEntry, AuditLedger
from streams.auditor.planting import Planter
from streams.auditor.reading import searching
from streams.auditor.shadow import control
from streams.auditor.shadow_summary import control_summary
from streams.auditor.tally import AuditTally
from streams.auditor.texts import OF_ANALYTICS, TOPICS
from streams.auditor.watching import OtherSurfaces

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.5
CONTROL_SECONDS: Final = 60.0
WRITTEN_AT_ONCE: Final = 500


@dataclass(slots=True)
class Auditor:
    """One auditor. Analytics' records have rounded times, so they are read from ``rounded_seconds`` earlier on."""

    connection: Connection
    producer: Producer
    ledger: AuditLedger
    history: AuditHistory
    lease: AuditorLease
    tally: AuditTally
    planter: Planter
    others: OtherSurfaces
    holds: CompactedReader
    watched: Set[Surface]
    rounded_seconds: float
    open_turns: int = 0
    _reader: TopicsReader | None = None
    _work: asyncio.Task[None] | None = None
    _works: bool = False

    @property
    def alive(self) -> bool:
        """Whether it plants and searches, or waits for its turn to."""
        return self._work is None or not self._work.done()

    @property
    def ready(self) -> bool:
        """Whether it is the one that works, and knows what earlier processes wrote."""
        return self._works and self.alive

    async def start(self) -> None:
        """Returns when it works, or waits until another auditor is gone."""
        await self.lease.start()
        self._work = asyncio.create_task(self._run())

    def use_keys(self, settings: Settings) -> None:
        """Sends the next probes with the API keys of these settings."""
        self.planter.clients = probe_clients(settings)

    async def drain(self, seconds: float) -> int:
        """Ends at once: what it has not searched, the next one does."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
        return 0

    async def stop(self) -> None:
        """Ends and disconnects."""
        await self.drain(0)
        if self._works and self._work is not None and self._work.cancelled():
            await self.history.leave(self.others.files.places)
        await self.holds.stop()
        if self.planter.witness is not None:
            await self.planter.witness.stop()
        if self._reader is not None:
            await self._reader.stop()
        await self.history.stop()
        await self.lease.stop()

    async def _run(self) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self.lease.keep())
                await self.lease.held()
                await self.holds.start()
                await self.history.restore()
                self.planter.allowance.restore(self.history.counts.months)
                await asyncio.to_thread(self.others.files.resume, self.history.logs)
                since = self._since()
                self._reader = await TopicsReader.of(self.connection, self.producer, since, since)
                await self._reader.start()
                self._expose()
                if self.planter.witness is not None:
                    await self.planter.witness.start(self.search)
                self._works = True
                for work in (self._search(), self._control(), self.planter.run(self.search)):
                    tasks.create_task(work)
                for work in self.others.work(self.search):
                    tasks.create_task(work)
        except ExceptionGroup as failed:
            for error in failed.exceptions:
                log.error("the audit ends", exc_info=error)
            raise

    def _expose(self) -> None:
        self.tally.expose()
        if unwatched := self.tally.unwatched():
            log.warning("nobody looks at these surfaces", extra=fields(reason=", ".join(unwatched)))

    def _since(self) -> dict[Topic, float]:
        """From when each topic is read: no record before the oldest canary's can hold one."""
        oldest_ms = self.ledger.since_ms()
        since = time.time() if oldest_ms is None else oldest_ms / 1000
        topics = {topic: surface for surface in self.watched for topic in TOPICS.get(surface, ())}
        found = {topic: since - self.rounded_seconds * (surface in OF_ANALYTICS) for topic, surface in topics.items()}
        if OF_ANALYTICS & self.watched:
            found[Topic.ASSIGNMENTS] = since - self.rounded_seconds
        return found

    async def _search(self) -> None:
        while True:
            try:
                await self._look()
            except KafkaError as error:
                metrics.kafka_connected.labels(Role.AUDITOR.value).set(0)
                self._show(is_readable=False)
                log.warning("the surfaces cannot be read: trying again", extra=fields(reason=type(error).__name__))
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self) -> None:
        assert self._reader is not None
        now = time.time()
        async for fetched in self._reader.to_end():
            # What is searched then carries only canaries that are known, also those of an auditor that had not ended.
            await self.history.follow_minted()
            for topic, record in fetched:
                await self._enter(self.ledger.take(searching(topic, record), time.time()))
        await self.history.follow_minted()
        metrics.kafka_connected.labels(Role.AUDITOR.value).set(1)
        self._show(is_readable=True)
        await self._enter(self.ledger.tick(now))
        await self.history.follow_verdicts()
        await self.history.keep(self.others.files.places)
        self.tally.show()
        outstanding = self.ledger.outstanding()
        for surface in Surface:
            self.tally.outstanding(surface, outstanding.get(surface, 0))
        metrics.next_verdict_timestamp_seconds.set(self.ledger.next_due() or 0)
        merge = self.ledger.scanner.due()
        if merge is not None:
            self.ledger.scanner.replace(merge, await asyncio.to_thread(merge.build))

    def _show(self, *, is_readable: bool) -> None:
        for surface in TOPICS:
            self.tally.readable(surface, is_readable)

    async def search(self, surface: Surface, place: str, text: str) -> None:
        """Searches a text of a surface that is no topic, and writes what is found."""
        await self._enter(self.ledger.look(surface, place, text, time.time()))

    async def _enter(self, entries: list[AuditEntry]) -> None:
        for start in range(0, len(entries), WRITTEN_AT_ONCE):
            some = entries[start : start + WRITTEN_AT_ONCE]
            # Verdicts last: whoever takes over from an auditor that died before them finds the leak, and holds, again.
            for are_verdicts in (False, True):
                told = [each for each in some if isinstance(each.record, WrittenVerdict) is are_verdicts]
                await asyncio.gather(*(self.producer.persist(each.topic, each.key, each.record) for each in told))
            for entry in some:
                _tell(entry)

    async def _control(self) -> None:
        while True:
            of_summary = control_summary(self.ledger.scanner, self.planter.chance)
            for result in (*control(self.ledger.scanner, self.planter.chance), *of_summary.results):
                self.tally.controlled(result)
                if not result.seen:
                    log.error("a leak on purpose was not seen", extra=fields(reason=result.surface.value))
            self.tally.controlled_clusters(of_summary.clusters)
            await asyncio.sleep(CONTROL_SECONDS)


def _tell(entry: AuditEntry) -> None:
    if isinstance(entry.record, WrittenVerdict) and entry.waited is not None:
        metrics.canary_verdict_seconds.labels(entry.record.surface).observe(entry.waited)
    if isinstance(entry.record, CanaryFinding):
        found = fields(topic=entry.record.record.partition("/")[0], turn_id=entry.record.turn_id)
        log.error("a canary was found where it must not be", extra=found)
    if isinstance(entry.record, Hold):
        log.error("a leak has put something on hold", extra=fields(reason=entry.key))
