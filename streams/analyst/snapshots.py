"""Snapshots on Kafka: bytes in parts, whole once their manifest stands behind them.

All of a partition's snapshots are in the same partition of ``analytics.snapshots``, which is compacted, so that an
analyst needs no disk. Whoever was paused and writes late can only write what the owner after it wrote or has left
behind: keys name opening and offset, and readers take the snapshot that has come furthest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition

from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import Connection
from gateway.kafka.reading import consumer_options
from gateway.records import SnapshotManifest, Topic, Undecodable, decode, part_key
from streams.analyst.writing import Writer

PART_BYTES: Final = 512 << 10
FIRST_LOOK_BACK: Final = 256
READ_WAIT_MS: Final = 500

OPENING: Final = "opening"
OPENING_PARTITION: Final = 0


@dataclass(frozen=True, slots=True, repr=False)
class Stored:
    """A whole snapshot."""

    manifest: SnapshotManifest
    content: bytes

    @property
    def progress(self) -> tuple[int, bool, int]:
        """What has come further compares as greater."""
        return self.manifest.opening, self.manifest.closed, self.manifest.offset


@dataclass(slots=True)
class SnapshotWriter:
    """Writes the snapshots of one name, each in the place of the one before."""

    writer: Writer
    topic: str
    partition: int
    name: str
    last: SnapshotManifest | None = None

    async def write(self, opening: int, offset: int, content: bytes, *, closed: bool = False) -> None:
        """Returns once the broker has confirmed the whole snapshot; the parts of the last one are then deleted."""
        parts = [content[start : start + PART_BYTES] for start in range(0, len(content), PART_BYTES)]
        manifest = SnapshotManifest(
            topic=self.topic,
            partition=self.partition,
            opening=opening,
            offset=offset,
            closed=closed,
            parts=len(parts),
            digest=sha256(content).hexdigest(),
        )
        for number, part in enumerate(parts):
            await self._put(part_key(self.name, manifest, number), part)
        await self._put(self.name, manifest)
        last, self.last = self.last, manifest
        if last is not None and (last.opening, last.offset) != (opening, offset):
            for number in range(last.parts):
                await self._put(part_key(self.name, last, number), None)

    async def _put(self, key: str, value: SnapshotManifest | bytes | None) -> None:
        await self.writer.put(Topic.SNAPSHOTS, key, value, partition=self.partition)


@dataclass(slots=True)
class SnapshotReader:
    """Reads the snapshots of one name in a partition, without a group.

    ``best`` is the one that has come furthest; ``unreadable`` says whether there was one that is truncated, or written
    by another version.
    """

    connection: Connection
    partition: int
    name: str
    best: Stored | None = None
    unreadable: bool = False
    _parts: dict[str, bytes] = field(default_factory=dict)
    _consumer: AIOKafkaConsumer | None = None

    async def start(self) -> None:
        """Looks back from the end of the partition until a whole snapshot is found, or its beginning."""
        self._consumer = consumer = AIOKafkaConsumer(**consumer_options(self.connection))
        await consumer.start()
        if self.connection.doorbell:
            self.connection.doorbell.attach(consumer)
        place = self._place
        consumer.assign([place])
        beginning = (await consumer.beginning_offsets([place]))[place]
        end, back = (await consumer.end_offsets([place]))[place], FIRST_LOOK_BACK
        while True:
            consumer.seek(place, max(beginning, end - back))
            while await consumer.position(place) < end:
                await self._read(consumer)
            if self.best is not None or end - back <= beginning:
                return
            back *= 4

    async def until(self, enough: Callable[[Stored], bool]) -> Stored:
        """Reads on until there is a snapshot that is enough; returns it."""
        assert self._consumer is not None
        while self.best is None or not enough(self.best):
            await self._read(self._consumer)
        return self.best

    async def stop(self) -> None:
        """Disconnects."""
        if self._consumer is not None:
            await stop_consumer(self._consumer)

    @property
    def _place(self) -> TopicPartition:
        return TopicPartition(self.connection.topic(Topic.SNAPSHOTS), self.partition)

    async def _read(self, consumer: AIOKafkaConsumer) -> None:
        for record in (await consumer.getmany(self._place, timeout_ms=READ_WAIT_MS)).get(self._place, []):
            self._take(record)
        await asyncio.sleep(0)

    def _take(self, record: ConsumerRecord[bytes | None, bytes | None]) -> None:
        key = (record.key or b"").decode("ascii", "replace")
        if key == self.name:
            self._take_manifest(record.value)
        elif key.startswith(f"{self.name}/"):
            self._take_part(key, record.value)

    def _take_part(self, key: str, part: bytes | None) -> None:
        if part is None:
            self._parts.pop(key, None)
        else:
            self._parts[key] = part

    def _take_manifest(self, value: bytes | None) -> None:
        try:
            manifest = decode(value, SnapshotManifest)
        except Undecodable:
            self.unreadable = True
            return
        keys = [part_key(self.name, manifest, number) for number in range(manifest.parts)]
        content = b"".join(self._parts.pop(key, b"") for key in keys)
        if sha256(content).hexdigest() != manifest.digest:
            self.unreadable = True
            return
        stored = Stored(manifest, content)
        if self.best is None or stored.progress >= self.best.progress:
            self.best = stored


async def newest(connection: Connection, partition: int, name: str) -> Stored | None:
    """Returns the snapshot of this name that has come furthest, None if there is no whole one."""
    reader = SnapshotReader(connection, partition, name)
    try:
        await reader.start()
        return reader.best
    finally:
        await reader.stop()


async def first(connection: Connection, partition: int, name: str, enough: Callable[[Stored], bool]) -> Stored:
    """Returns the snapshot of this name that is enough, once there is one."""
    reader = SnapshotReader(connection, partition, name)
    try:
        await reader.start()
        return await reader.until(enough)
    finally:
        await reader.stop()
