"""Works on one partition: learns its texts batch by batch, keeps snapshots, and ends with each window."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Coroutine, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition
from aiokafka.errors import IllegalStateError, KafkaError

from gateway.kafka.connection import Connection
from gateway.kafka.producer import NO_TURN
from gateway.kafka.reading import dead_letter_of, received
from gateway.logs import fields
from gateway.records import Analytics, Topic, Undecodable, decode_analytics
from streams.analyst import outcomes
from streams.analyst.batches import Batch, Batches
from streams.analyst.learning import PartitionLearning
from streams.analyst.opening import Opening
from streams.analyst.openings import Openings
from streams.analyst.snapshots import SnapshotWriter, newest
from streams.analyst.windows import Calendar
from streams.analyst.writing import Writer
from streams.analytics.snapshots import SnapshotRefused

log = logging.getLogger(__name__)

result_type = TypeVar("result_type")

SNAPSHOT_SECONDS: Final = 15.0
AGAIN_SECONDS: Final = 30.0
READ_WAIT_MS: Final = 1_000
READ_AT_ONCE: Final = 1024


class Stopped(Exception):
    """The partition goes to another member, or the process stops."""


@dataclass(slots=True)
class PartitionRunner:
    """Works on a partition from ``run`` to ``stop``.

    ``position`` is the offset that it reads next, ``reading`` says whether it reads now or waits for a window.
    """

    partition: int
    connection: Connection
    consumer: AIOKafkaConsumer
    writer: Writer
    openings: Openings
    calendar: Calendar
    threads: Executor
    position: int = 0
    reading: bool = False
    _seen: int = 0
    _snapshots: SnapshotWriter = field(init=False)
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        topic = self.connection.topic(Topic.ANALYTICS)
        self._snapshots = SnapshotWriter(self.writer, topic, self.partition, str(self.partition))

    async def run(self) -> None:
        """Works until ``stop`` is called; a batch that has begun is finished, and what was learned is kept."""
        with suppress(Stopped):
            opening, learned = await self._resumed()
            while True:
                if learned.progress.end is None:
                    learned = await self._learned_to_the_end(opening, learned)
                opening = await self._opened_after(opening, learned)
                learned = PartitionLearning.start(opening, self.partition)

    def stop(self) -> None:
        """Asks ``run`` to return."""
        self._stopping.set()

    async def _resumed(self) -> tuple[Opening, PartitionLearning]:
        """Returns the open window and what the last owner learned of it, or else the window's start."""
        stored = await newest(self.connection, self.partition, str(self.partition))
        least = 0 if stored is None else stored.manifest.opening
        opening = await self._unless_stopped(self.openings.until(lambda known: known.header.number >= least))
        if stored is not None:
            self._snapshots.last = stored.manifest
        if stored is not None and stored.manifest.opening == opening.header.number:
            try:
                return opening, PartitionLearning.from_bytes(stored.content, opening, self.partition)
            except SnapshotRefused as refused:
                log.warning("a snapshot was refused", extra=fields(partition=self.partition, reason=str(refused)))
        return opening, PartitionLearning.start(opening, self.partition)

    async def _learned_to_the_end(self, opening: Opening, learned: PartitionLearning) -> PartitionLearning:
        """Learns to the end of the window and keeps the result; without the contributors whom the end names."""
        await self._learn(opening, learned)
        if learned.progress.end is not None and learned.progress.end.without:
            without = learned.progress.end.without
            learned = PartitionLearning.start(opening, self.partition)
            await self._learn(opening, learned, without)
        await self._keep(opening, learned)
        return learned

    async def _learn(self, opening: Opening, learned: PartitionLearning, without: Collection[str] = ()) -> None:
        """Learns to the end of the window, with snapshots on the way where all contributors count."""
        batches, kept_at = Batches(learned.progress, without), time.monotonic()
        self._seek(learned.progress.next)
        self.reading = True
        try:
            while learned.progress.end is None:
                await self._learn_some(learned, batches)
                if not without and learned.progress.end is None and time.monotonic() - kept_at > SNAPSHOT_SECONDS:
                    await self._keep(opening, learned)
                    kept_at = time.monotonic()
        except Stopped:
            if not without and learned.progress.end is None:
                await self._keep(opening, learned)
            raise
        finally:
            self.reading = False

    async def _learn_some(self, learned: PartitionLearning, batches: Batches) -> None:
        loop = asyncio.get_running_loop()
        for record in await self._records():
            batch = await self._taken(batches, record)
            if batch is None:
                continue
            with outcomes.timed("learn"):
                await loop.run_in_executor(self.threads, learned.learn, batch)
            outcomes.learned(len(batch.texts))
            if batch.progress.end is not None:
                return
            if self._stopping.is_set():
                raise Stopped

    async def _taken(self, batches: Batches, record: ConsumerRecord[Any, Any]) -> Batch | None:
        """Returns the batch that a record completes; one that nobody can read becomes a dead letter, once."""
        first_time = record.offset >= self._seen
        self.position = record.offset + 1
        self._seen = max(self._seen, self.position)
        late = batches.late
        try:
            batch = batches.take(record.offset, self._decoded(record, batches))
        except Undecodable as refused:
            if first_time:
                letter = dead_letter_of(Topic.ANALYTICS, received(record), refused.reason)
                await self.writer.producer.send_dead_letter(letter, NO_TURN)
            return None
        if first_time:
            outcomes.late(batches.late - late)
        return batch

    def _decoded(self, record: ConsumerRecord[Any, Any], batches: Batches) -> Analytics:
        decoded = decode_analytics(record.value)
        if not self.calendar.has(decoded.window) and decoded.window != batches.window:
            raise Undecodable("there is no such window")
        return decoded

    async def _keep(self, opening: Opening, learned: PartitionLearning) -> None:
        """Writes a snapshot, unless there is the same one already, and then commits how far it goes."""
        progress, last = learned.progress, self._snapshots.last
        closed = progress.end is not None
        if last is not None and (last.opening, last.offset, last.closed) == (
            opening.header.number,
            progress.next,
            closed,
        ):
            return
        with outcomes.timed("snapshot"):
            content = await asyncio.get_running_loop().run_in_executor(self.threads, learned.to_bytes, opening)
            await self._snapshots.write(opening.header.number, progress.next, content, closed=closed)
        with suppress(KafkaError, IllegalStateError):  # it only tells how far this is; positions are in snapshots
            await self.consumer.commit({self._place: progress.next})

    async def _opened_after(self, opening: Opening, learned: PartitionLearning) -> Opening:
        """Returns the next opening. A late write of the last owner could hide the snapshot, so it is written again."""
        while True:
            following = self.openings.until(lambda known: known.header.number > opening.header.number)
            with suppress(TimeoutError):
                return await self._unless_stopped(asyncio.wait_for(following, AGAIN_SECONDS))
            content = await asyncio.get_running_loop().run_in_executor(self.threads, learned.to_bytes, opening)
            await self._snapshots.write(opening.header.number, learned.progress.next, content, closed=True)

    async def _records(self) -> Sequence[ConsumerRecord[Any, Any]]:
        reading = self.consumer.getmany(self._place, timeout_ms=READ_WAIT_MS, max_records=READ_AT_ONCE)
        records: Sequence[ConsumerRecord[Any, Any]] = (await self._unless_stopped(reading)).get(self._place, ())
        return records

    def _seek(self, offset: int) -> None:
        try:
            self.consumer.seek(self._place, offset)
            self.consumer.resume(self._place)
        except IllegalStateError:
            raise Stopped from None
        self.position = offset

    async def _unless_stopped(self, work: Coroutine[Any, Any, result_type]) -> result_type:
        """Returns what the work returns; raises Stopped if that is asked for before."""
        doing, stopping = asyncio.create_task(work), asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait([doing, stopping], return_when=asyncio.FIRST_COMPLETED)
            if not doing.done():
                raise Stopped
            return doing.result()
        finally:
            for task in (doing, stopping):
                task.cancel()

    @property
    def _place(self) -> TopicPartition:
        return TopicPartition(self.connection.topic(Topic.ANALYTICS), self.partition)
