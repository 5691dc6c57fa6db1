"""Which turns have ended and which are claimed, so that none is sent to a provider again.

A dispatcher remembers its own outcomes. For a newly assigned partition it reads what was written since the partition's
first open record; turns that ended earlier were committed and are not delivered again. While others hold claims on
turns of the partition, it reads on. Of a partition that was another one's it reads only when members that were taken
out of the group for their silence have had the time to claim their turns.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol

from aiokafka.errors import KafkaError

from gateway.kafka.connection import Connection
from gateway.kafka.producer import NO_TURN, RETRY_AFTER_SECONDS
from gateway.kafka.reading import Received, dead_letter_of, received
from gateway.kafka.topics_reader import TopicsReader
from gateway.records import Claim, Outcome, Topic, Undecodable, decode_ending, turn_id_of
from streams.dispatcher.endings import Endings
from streams.engine.worker import Delivery, Doing, SendDeadLetter

CLOCK_SKEW_SECONDS = 10.0
POLL_SECONDS = 0.25


class Membership(Protocol):
    """What a dispatcher must know of its group before it begins a turn."""

    async def awake(self) -> None:
        """Returns when it would know that it was taken out while it stood still: then the turn is another one's."""
        ...

    async def settled(self) -> None:
        """Returns when others that were taken out have had the time to claim their turns."""
        ...


@dataclass(slots=True)
class PartitionReading:
    """The reading of one partition: ``reads`` counts how often its end was reached."""

    task: asyncio.Task[None] | None = None
    reads: int = 0
    _came: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self) -> None:
        """Counts one more."""
        self.reads += 1
        self._came.set()
        self._came = asyncio.Event()

    async def next(self) -> None:
        """Returns when the end was reached once more."""
        await self._came.wait()


@dataclass(slots=True)
class Outcomes:
    """The turns that have ended or are claimed, of the partitions that this dispatcher reads."""

    connection: Connection
    send_dead_letter: SendDeadLetter
    endings: Endings
    membership: Membership
    _had: Collection[int] = ()
    _readings: dict[int, PartitionReading] = field(default_factory=dict)

    async def ended(self, delivery: Delivery) -> bool:
        """Whether the delivered turn has ended; waits for its partition to be read, and while another one claims it."""
        if self.connection.embedded:
            return self.endings.ended(delivery.turn_id)
        await self.membership.awake()
        reading = self._reading(delivery)
        while not reading.reads:
            await reading.next()
        while self.endings.claimed(delivery.turn_id):
            delivery.doing = Doing.CLAIMED_ELSEWHERE
            await reading.next()
        delivery.doing = Doing.WAITING
        return self.endings.ended(delivery.turn_id)

    def add(self, turn_id: str) -> None:
        """Remembers that a turn has ended."""
        self.endings.end(turn_id, time.monotonic())

    def forget(self, partitions: Collection[int]) -> None:
        """Forgets that the partitions were read, so they are read again when they are reassigned."""
        self._had = partitions
        for partition in partitions:
            reading = self._readings.pop(partition, None)
            if reading is not None and reading.task is not None:
                reading.task.cancel()

    def _reading(self, first: Delivery) -> PartitionReading:
        if (reading := self._readings.get(first.partition)) is None:
            self._readings[first.partition] = reading = PartitionReading()
            since = first.timestamp - CLOCK_SKEW_SECONDS
            reading.task = asyncio.create_task(self._read(first.partition, since, reading))
        return reading

    async def _read(self, partition: int, since: float, reading: PartitionReading) -> None:
        if partition not in self._had:
            await self.membership.settled()
        while True:
            try:
                async with TopicsReader(
                    self.connection, {Topic.OUTCOMES: [partition]}, since={Topic.OUTCOMES: since}
                ) as reader:
                    return await self._read_on(reader, partition, reading)
            except KafkaError:
                await asyncio.sleep(RETRY_AFTER_SECONDS)

    async def _read_on(self, reader: TopicsReader, partition: int, reading: PartitionReading) -> None:
        while True:
            # A claim has run out only if it was not renewed by then: what was renewed is read first.
            began = time.monotonic()
            async for fetched in reader.to_end():
                for _, record in fetched:
                    await self._take(received(record))
            self.endings.run_out(began)
            reading.note()
            if not self.endings.claims_in(partition):
                return
            await asyncio.sleep(POLL_SECONDS)

    async def _take(self, record: Received) -> None:
        try:
            ending, turn_id = decode_ending(record.value), turn_id_of(record.headers)
        except Undecodable as refused:
            await self.send_dead_letter(dead_letter_of(Topic.OUTCOMES, record, refused.reason), NO_TURN)
            return
        if isinstance(ending, Outcome):
            self.add(turn_id)
        else:
            self._note(turn_id, record, ending)

    def _note(self, turn_id: str, record: Received, claim: Claim) -> None:
        # Clocks differ, so a claim holds from its reading on; one that is much older is of a member that is gone.
        is_old = time.time() - record.timestamp > claim.seconds + CLOCK_SKEW_SECONDS
        until = time.monotonic() + (0.0 if is_old else claim.seconds)
        self.endings.claim(turn_id, record.partition, claim.attempt_id, until)
