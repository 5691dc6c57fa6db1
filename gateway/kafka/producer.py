"""The producer of a process. ``send`` returns once the broker has confirmed a record, or raises Unavailable."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any
from zlib import crc32

from aiokafka import AIOKafkaProducer
from aiokafka.errors import KafkaError, MessageSizeTooLargeError

from gateway import metrics
from gateway.errors import Cause, TooLarge, Unavailable
from gateway.kafka.connection import PROBE_SECONDS, Connection
from gateway.kafka.login import fault
from gateway.kafka.rights import AccessRights, require_rights
from gateway.logs import fields
from gateway.records import DeadLetter, Record, Topic, encode, turn_headers

log = logging.getLogger(__name__)

RETRY_AFTER_SECONDS = 1.0
NO_TURN = "0" * 32


class Producer:
    """Sends records. A process has one."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._producer = AIOKafkaProducer(
            **connection.options,
            acks="all",
            partitioner=_partition,
            max_request_size=connection.max_record_bytes,
            request_timeout_ms=10_000,
        )

    async def start(self) -> None:
        """Connects; raises Unavailable with the reason if no broker lets it in."""
        try:
            await self._producer.start()
        except KafkaError:
            why = await fault(self._connection.options)
            raise Unavailable(why or "no broker answered: look at broker.bootstrap, or try again") from None

    async def stop(self) -> None:
        """Sends what is still waiting and disconnects."""
        await self._producer.stop()

    async def require(self, topics: Iterable[Topic], rights: AccessRights | None = None) -> None:
        """Raises Unavailable, with the names of all topics that are missing, unless the broker has all of them.

        Before that, with all of the ``rights`` that the broker's ACLs do not give.
        """
        try:
            if rights is not None:
                await require_rights(self._producer.client, rights)
            there = (await self._producer.client.fetch_all_metadata()).topics()
        except KafkaError:
            raise Unavailable("the broker does not say which topics it has", retry_after=RETRY_AFTER_SECONDS) from None
        missing = [name for topic in topics if (name := self._connection.topic(topic)) not in there]
        if missing:
            raise Unavailable(f"topics are missing, run canarygate topics apply: {', '.join(missing)}")

    async def partitions(self, topic: Topic) -> int:
        """Returns the number of a topic's partitions; raises Unavailable if the topic is missing."""
        try:
            return len(await self._producer.partitions_for(self._connection.topic(topic)))
        except KafkaError:
            name = self._connection.topic(topic)
            raise Unavailable(f"the topic {name} is missing: run canarygate topics apply") from None

    async def send(self, topic: Topic, turn_id: str, record: Record, partition: int | None = None) -> None:
        """Sends a turn's record; returns once the broker has confirmed it. Raises Unavailable or TooLarge."""
        await self._send(topic, turn_id, record, partition=partition, headers=turn_headers(turn_id))

    async def write(
        self,
        topic: Topic,
        key: str,
        record: Record | bytes | None,
        *,
        partition: int | None = None,
        timestamp_ms: int | None = None,
    ) -> None:
        """Sends a record that belongs to no turn, or bytes; without either, a tombstone. Returns, raises as `send`."""
        await self._send(topic, key, record, partition=partition, timestamp_ms=timestamp_ms)

    async def _send(self, topic: Topic, key: str, record: Record | bytes | None, **options: Any) -> None:
        try:
            confirmed = await self._producer.send(
                self._connection.topic(topic),
                value=encode(record) if isinstance(record, Record) else record,
                key=key.encode("ascii"),
                **options,
            )
            await confirmed
            if self._connection.doorbell:
                self._connection.doorbell.ring(self._connection.topic(topic))
        except MessageSizeTooLargeError:
            raise TooLarge("the record is larger than its topic takes") from None
        except KafkaError:
            raise Unavailable(
                "the broker did not take the record", code=Cause.BROKER_AWAY, retry_after=RETRY_AFTER_SECONDS
            ) from None

    async def deliver(self, topic: Topic, turn_id: str, record: Record, partition: int | None = None) -> None:
        """Sends a turn's record, again and again while the broker is unavailable; raises TooLarge."""
        await _until_taken(lambda: self.send(topic, turn_id, record, partition))

    async def persist(
        self, topic: Topic, key: str, record: Record | bytes | None, *, partition: int | None = None
    ) -> None:
        """Writes a record that belongs to no turn, again and again while the broker is unavailable; raises TooLarge."""
        await _until_taken(lambda: self.write(topic, key, record, partition=partition))

    async def send_dead_letter(self, letter: DeadLetter, turn_id: str) -> None:
        """Counts and sends a dead letter; returns once the broker has confirmed it."""
        metrics.dead_letters_total.labels(letter.topic, letter.reason).inc()
        place = fields(topic=letter.topic, partition=letter.partition, offset=letter.offset)
        log.warning("a record became a dead letter", extra={**place, **fields(turn_id=turn_id, reason=letter.reason)})
        await self.deliver(Topic.DEAD_LETTERS, turn_id, letter)

    async def reachable(self) -> bool:
        """Returns whether a broker answers now."""
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await self._producer.client.fetch_all_metadata()
        except (KafkaError, TimeoutError):
            return False
        return True


def partition_of(key: bytes, partitions: int) -> int:
    """Returns the partition in which records with this key stand, of so many.

    >>> partition_of(b"key", 4)
    1
    """
    # aiokafka's own is forty times slower, and nobody else writes these topics.
    return crc32(key) % partitions


def _partition(key: bytes, partitions: Sequence[int], available: Sequence[int]) -> int:
    return partitions[partition_of(key, len(partitions))]


async def _until_taken(send: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            return await send()
        except Unavailable:
            await asyncio.sleep(RETRY_AFTER_SECONDS)
