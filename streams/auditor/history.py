"""What earlier processes wrote: read at a start from where the counts were last kept on, then followed.

Everything that is counted is counted as it is read back from its topic, so the counts belong to positions in topics: a
process that dies between a verdict and the next snapshot loses nothing and counts nothing twice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from msgspec import structs

from gateway.errors import TooLarge
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.topics_reader import Offsets, TopicsReader
from gateway.logs import fields
from gateway.records import (
    AuditSnapshot,
    CanaryFinding,
    LogPlaces,
    MintedCanary,
    ProbeAnswered,
    Topic,
    Undecodable,
    decode,
    decode_minted,
    decode_verdict,
)
from streams.auditor.ledger import AuditLedger, Searching
from streams.auditor.reading import searching
from streams.evidence.counts import AuditCounts

log = logging.getLogger(__name__)

SNAPSHOT_SECONDS: Final = 300.0
LEAVE_SECONDS: Final = 2.0
KEY: Final = "counts"


@dataclass(slots=True)
class AuditHistory:
    """The records of the audit, taken into a ledger and counted; ``rounded_seconds`` as in the auditor.

    ``logs`` says where the last auditor left the log files, None where nobody knows.
    """

    connection: Connection
    producer: Producer
    ledger: AuditLedger
    counts: AuditCounts
    rounded_seconds: float
    logs: LogPlaces | None = None
    _kept: Offsets = field(default_factory=dict)
    _minted: TopicsReader | None = None
    _verdicts: TopicsReader | None = None
    _next_snapshot: float = 0.0
    _last: AuditSnapshot | None = None
    _fresh: dict[str, MintedCanary] = field(default_factory=dict)
    _answered: list[tuple[str, ProbeAnswered]] = field(default_factory=list)

    async def restore(self) -> None:
        """Returns when all that was written is known and counted."""
        snapshot = await self._snapshot()
        since = 0.0
        if snapshot is not None:
            self.counts.restore(snapshot.counts)
            self._kept = snapshot.positions
            self.logs = snapshot.logs
            since = snapshot.since_ms / 1000 - self.rounded_seconds
        self._minted = await self._reader(Topic.MINTED, since)
        await self._minted.start()
        await self.follow_minted()
        async with await self._reader(Topic.FINDINGS, since) as findings:
            await _take_all(findings, self._restore_finding)
        self._verdicts = await self._reader(Topic.VERDICTS, since)
        await self._verdicts.start()
        await self.follow_verdicts()
        self._kept = {}  # all that comes now is new

    async def follow_minted(self) -> None:
        """Takes in what was minted since: by this process, and by an auditor that had not ended yet."""
        assert self._minted is not None
        await _take_all(self._minted, self._take_minted)
        self.ledger.mint_all(self._fresh)
        for canary, answered in self._answered:
            self.ledger.answer(canary, answered)
        self._fresh.clear()
        self._answered.clear()

    async def follow_verdicts(self) -> None:
        """Takes in what was written about canaries since, also by persons."""
        assert self._verdicts is not None
        await _take_all(self._verdicts, self._take_verdict)

    async def keep(self, logs: Callable[[], LogPlaces | None]) -> None:
        """Writes a snapshot now and then; where so many leaks are open that it is too large, the last one stands.

        ``logs`` tells up to where the log files were searched.
        """
        if time.monotonic() < self._next_snapshot:
            return
        self._next_snapshot = time.monotonic() + SNAPSHOT_SECONDS
        since_ms = self.ledger.since_ms()
        self._last = AuditSnapshot(
            counts=self.counts.keep(),
            positions={
                topic: places
                for reader in (self._minted, self._verdicts)
                if reader is not None
                for topic, places in (await reader.offsets()).items()
            },
            since_ms=round(time.time() * 1000) if since_ms is None else since_ms,
            logs=logs(),
        )
        try:
            await self.producer.persist(Topic.AUDIT_SNAPSHOTS, KEY, self._last)
        except TooLarge:
            log.warning("too many leaks are open for a snapshot: the next start reads more")

    async def leave(self, logs: Callable[[], LogPlaces | None]) -> None:
        """Writes the last snapshot again, with where log files are left; a broker that is away is not waited for.

        The counts are not taken anew: whoever ends may have read records that are not counted yet.
        """
        if self._last is None:
            return
        with suppress(TooLarge, TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await self.producer.persist(Topic.AUDIT_SNAPSHOTS, KEY, structs.replace(self._last, logs=logs()))

    async def stop(self) -> None:
        """Disconnects."""
        for reader in (self._minted, self._verdicts):
            if reader is not None:
                await reader.stop()

    async def _snapshot(self) -> AuditSnapshot | None:
        found: list[AuditSnapshot] = []

        def take(record: Searching) -> None:
            found[:] = [decode(record.value, AuditSnapshot)]

        async with await self._reader(Topic.AUDIT_SNAPSHOTS, 0.0) as reader:
            await _take_all(reader, take)
        return found[-1] if found else None

    async def _reader(self, topic: Topic, since: float) -> TopicsReader:
        return await TopicsReader.of(self.connection, self.producer, [topic], {topic: since}, self._kept)

    def _restore_finding(self, record: Searching) -> None:
        self.ledger.restore_finding(record.key, decode(record.value, CanaryFinding))

    def _take_minted(self, record: Searching) -> None:
        minted = decode_minted(record.value)
        self.counts.take_minted(record.key, minted, kept=self._is_kept(record))
        if not isinstance(minted, MintedCanary):
            self._answered.append((record.key, minted))
        elif minted.expires_ms > time.time() * 1000:
            self._fresh[record.key] = minted

    def _take_verdict(self, record: Searching) -> None:
        verdict = decode_verdict(record.value)
        self.ledger.restore_verdict(record.key, verdict)
        self.counts.take_verdict(record.key, verdict, kept=self._is_kept(record))

    def _is_kept(self, record: Searching) -> bool:
        partition, offset = map(int, record.place.split("/")[1:])
        return offset < self._kept.get(record.topic, {}).get(partition, 0)


async def _take_all(reader: TopicsReader, take: Callable[[Searching], None]) -> None:
    """Passes what is new to ``take``, if it is of this version; what another one wrote is passed over, and said."""
    async for fetched in reader.to_end():
        for topic, record in fetched:
            try:
                take(searching(topic, record))
            except Undecodable:
                log.warning("a record of the audit is of another version", extra=fields(topic=topic.value))
