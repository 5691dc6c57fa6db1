"""What earlier processes wrote: read at a start from where the counts were last kept on, then followed.

Everything that is counted is counted as it is read back from its topic, so the counts belong to positions in topics: a
process that dies between a verdict and the next snapshot loses nothing and counts nothing twice.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from gateway.errors import TooLarge
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.logs import fields
from gateway.records import (
    AuditSnapshot,
    CanaryFinding,
    MintedCanary,
    ProbeAnswered,
    Topic,
    Undecodable,
    decode,
    decode_minted,
    decode_verdict,
)
from streams.auditor.ledger import AuditLedger, Searching
from streams.auditor.reading import TopicsReader
from streams.evidence.counts import AuditCounts

log = logging.getLogger(__name__)

SNAPSHOT_SECONDS: Final = 300.0
KEY: Final = "counts"

Positions = Mapping[Topic, Mapping[int, int]]


@dataclass(slots=True)
class AuditHistory:
    """The records of the audit, taken into a ledger and counted; ``rounded_seconds`` as in the auditor."""

    connection: Connection
    producer: Producer
    ledger: AuditLedger
    counts: AuditCounts
    rounded_seconds: float
    _kept: Positions = field(default_factory=dict)
    _minted: TopicsReader | None = None
    _verdicts: TopicsReader | None = None
    _readers: list[TopicsReader] = field(default_factory=list)
    _next_snapshot: float = 0.0
    _fresh: dict[str, MintedCanary] = field(default_factory=dict)
    _answered: list[tuple[str, ProbeAnswered]] = field(default_factory=list)

    async def restore(self) -> None:
        """Returns when all that was written is known and counted."""
        snapshot = await self._snapshot()
        since = 0.0
        if snapshot is not None:
            self.counts.restore(snapshot.counts)
            self._kept = snapshot.positions
            since = snapshot.since_ms / 1000 - self.rounded_seconds
        self._minted = await self._reading(Topic.MINTED, since)
        await self.follow_minted()
        await (await self._reading(Topic.FINDINGS, since)).read(_known(self._restore_finding))
        self._verdicts = await self._reading(Topic.VERDICTS, since)
        await self.follow_verdicts()
        self._kept = {}  # all that comes now is new

    async def follow_minted(self) -> None:
        """Takes in what was minted since: by this process, and by an auditor that had not ended yet."""
        assert self._minted is not None
        await self._minted.read(_known(self._take_minted))
        self.ledger.mint_all(self._fresh)
        for canary, answered in self._answered:
            self.ledger.answer(canary, answered)
        self._fresh.clear()
        self._answered.clear()

    async def follow_verdicts(self) -> None:
        """Takes in what was written about canaries since, also by persons."""
        assert self._verdicts is not None
        await self._verdicts.read(_known(self._take_verdict))

    async def keep(self) -> None:
        """Writes a snapshot now and then; where so many leaks are open that it is too large, the last one stands."""
        if time.monotonic() < self._next_snapshot:
            return
        self._next_snapshot = time.monotonic() + SNAPSHOT_SECONDS
        since_ms = self.ledger.since_ms()
        snapshot = AuditSnapshot(
            counts=self.counts.keep(),
            positions={
                topic: places
                for reader in (self._minted, self._verdicts)
                if reader is not None
                for topic, places in (await reader.positions()).items()
            },
            since_ms=round(time.time() * 1000) if since_ms is None else since_ms,
        )
        try:
            await self.producer.persist(Topic.AUDIT_SNAPSHOTS, KEY, snapshot)
        except TooLarge:
            log.warning("too many leaks are open for a snapshot: the next start reads more")

    async def stop(self) -> None:
        """Disconnects."""
        for reader in self._readers:
            await reader.stop()

    async def _snapshot(self) -> AuditSnapshot | None:
        found: list[AuditSnapshot] = []

        def take(record: Searching) -> None:
            found[:] = [decode(record.value, AuditSnapshot)]

        await (await self._reading(Topic.AUDIT_SNAPSHOTS, 0.0)).read(_known(take))
        return found[-1] if found else None

    async def _reading(self, topic: Topic, since: float) -> TopicsReader:
        reader = TopicsReader(self.connection, self.producer, {topic: max(0.0, since)}, self._kept)
        self._readers.append(reader)
        await reader.start()
        return reader

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


def _known(take: Callable[[Searching], None]) -> Callable[[Searching], Awaitable[None]]:
    """Returns ``take`` for records of this version only; what another version wrote is passed over, and said."""

    async def known(record: Searching) -> None:
        try:
            take(record)
        except Undecodable:
            log.warning("a record of the audit is of another version", extra=fields(topic=record.topic.value))

    return known
