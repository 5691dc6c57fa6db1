"""Reads a compacted topic as a table: from its beginning, then on, and knows whether it has read all that stands there.

Who must not act on an old state asks ``current``. It is False from when the broker no longer says where the topic ends.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.errors import KafkaError

from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import Connection
from gateway.kafka.producer import RETRY_AFTER_SECONDS, Producer
from gateway.kafka.reading import READ_AT_ONCE, consumer_options
from gateway.logs import fields
from gateway.records import Topic

log = logging.getLogger(__name__)

CURRENT_SECONDS: Final = 10.0
ASK_SECONDS: Final = 5.0
_REST_MS: Final = 1_000


class Keyed(NamedTuple):
    """A record's key and value; a value of None says that the key stands for nothing any more."""

    key: bytes | None
    value: bytes | None


class CompactedReader:
    """Passes every record of a topic to ``take``, the oldest first in each partition."""

    def __init__(self, connection: Connection, topic: Topic, take: Callable[[Keyed], None], producer: Producer) -> None:
        self._connection = connection
        self._topic = topic
        self._take = take
        self._producer = producer
        self._consumer: AIOKafkaConsumer | None = None
        self._reading: asyncio.Task[None] | None = None
        self._read_at: float | None = None
        self._read = asyncio.Event()

    @property
    def current(self) -> bool:
        """Whether all was read that stood there some seconds ago."""
        return self._read_at is not None and time.monotonic() - self._read_at < CURRENT_SECONDS

    async def start(self) -> None:
        """Returns when all was read that stood there at the start."""
        partitions = range(await self._producer.partitions(self._topic))
        places = [TopicPartition(self._connection.topic(self._topic), partition) for partition in partitions]
        self._consumer = consumer = AIOKafkaConsumer(
            **consumer_options(self._connection) | {"auto_offset_reset": "earliest"}
        )
        await consumer.start()
        if self._connection.doorbell:
            self._connection.doorbell.attach(consumer)
        consumer.assign(places)
        await consumer.seek_to_beginning(*places)
        self._reading = asyncio.create_task(self._read_on(consumer, places))
        await self._read.wait()

    async def stop(self) -> None:
        """Stops reading."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        if self._consumer is not None:
            await stop_consumer(self._consumer)

    async def _read_on(self, consumer: AIOKafkaConsumer, places: list[TopicPartition]) -> None:
        while True:
            try:
                async with asyncio.timeout(ASK_SECONDS):
                    await self._look(consumer, places)
                await self._fetch(consumer)
            except (KafkaError, TimeoutError) as error:
                failed = fields(topic=self._topic.value, reason=type(error).__name__)
                log.warning("a topic cannot be read: trying again", extra=failed)
                await asyncio.sleep(RETRY_AFTER_SECONDS)

    async def _look(self, consumer: AIOKafkaConsumer, places: list[TopicPartition]) -> None:
        """Notes the time if all that stands there now was read."""
        began = time.monotonic()
        ends = await consumer.end_offsets(places)
        if all([await consumer.position(place) >= ends[place] for place in places]):
            self._read_at = began
            self._read.set()

    async def _fetch(self, consumer: AIOKafkaConsumer) -> None:
        for records in (await consumer.getmany(timeout_ms=_REST_MS, max_records=READ_AT_ONCE)).values():
            for record in records:
                self._take(Keyed(record.key, record.value))
