"""Which turns have ended, so that a redelivered one is not sent to a provider again.

A dispatcher remembers its own outcomes. For a newly assigned partition it reads the outcomes written since the
partition's first open record; turns that ended earlier were committed and are not delivered again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field

from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.errors import KafkaError

from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import Connection
from gateway.kafka.producer import NO_TURN, RETRY_AFTER_SECONDS
from gateway.kafka.reading import Received, consumer_options, dead_letter_of, received
from gateway.records import Outcome, Topic, Undecodable, decode_ending, turn_id_of
from streams.engine.worker import Delivery, SendDeadLetter

CLOCK_SKEW_SECONDS = 10.0


@dataclass(slots=True)
class Outcomes:
    """The turns that have ended, of the partitions that this dispatcher reads."""

    connection: Connection
    send_dead_letter: SendDeadLetter
    keep_seconds: float
    _until: OrderedDict[str, float] = field(default_factory=OrderedDict)
    _loads: dict[int, asyncio.Task[None]] = field(default_factory=dict)

    async def ended(self, delivery: Delivery) -> bool:
        """Whether the delivered turn has ended; waits until the outcomes of its partition are read."""
        if not self.connection.embedded:
            if delivery.partition not in self._loads:
                self._loads[delivery.partition] = asyncio.create_task(self._load(delivery))
            await asyncio.shield(self._loads[delivery.partition])
        return delivery.turn_id in self._until

    def add(self, turn_id: str, until: float, now: float) -> None:
        """Remembers, at least ``until`` then, that a turn has ended; drops turns that can no longer be redelivered.

        Times are in seconds since the epoch.
        """
        while self._until and next(iter(self._until.values())) < now:
            self._until.popitem(last=False)
        self._until[turn_id] = until
        self._until.move_to_end(turn_id)

    def forget(self, partitions: Collection[int]) -> None:
        """Forgets that the partitions were read, so they are read again when they are reassigned."""
        for partition in partitions:
            self._loads.pop(partition, None)

    async def _load(self, first: Delivery) -> None:
        while True:
            try:
                return await self._read_since(first.partition, first.timestamp - CLOCK_SKEW_SECONDS)
            except KafkaError:
                await asyncio.sleep(RETRY_AFTER_SECONDS)

    async def _read_since(self, number: int, since: float) -> None:
        partition = TopicPartition(self.connection.topic(Topic.OUTCOMES), number)
        consumer = AIOKafkaConsumer(**consumer_options(self.connection) | {"auto_offset_reset": "earliest"})
        try:
            await consumer.start()
            found = (await consumer.offsets_for_times({partition: max(0, int(since * 1000))}))[partition]
            end = (await consumer.end_offsets([partition]))[partition]
            if found is None:
                return
            # No await between these two: a consumer without a position would fetch one itself.
            consumer.assign([partition])
            consumer.seek(partition, found.offset)
            while await consumer.position(partition) < end:
                for record in (await consumer.getmany(partition, timeout_ms=500)).get(partition, []):
                    await self._take(received(record))
        finally:
            await stop_consumer(consumer)

    async def _take(self, record: Received) -> None:
        try:
            if isinstance(decode_ending(record.value), Outcome):
                until = record.timestamp + self.keep_seconds
                self.add(turn_id_of(record.headers), until=until, now=record.timestamp)
        except Undecodable:
            await self.send_dead_letter(dead_letter_of(Topic.OUTCOMES, record, "undecodable"), NO_TURN)
