"""Reads a compacted topic as a table: from its beginning, then on, and knows whether it has read all that stands there.

Who must not act on an old state asks ``current``. It is False from when the broker no longer says where the topic ends.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from aiokafka.errors import KafkaError

from gateway.kafka.connection import Connection
from gateway.kafka.producer import RETRY_AFTER_SECONDS, Producer
from gateway.kafka.topics_reader import TopicsReader
from gateway.logs import fields
from gateway.records import Topic

log = logging.getLogger(__name__)

CURRENT_SECONDS: Final = 10.0
ASK_SECONDS: Final = 5.0


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
        self._reader: TopicsReader | None = None
        self._reading: asyncio.Task[None] | None = None
        self._read_at: float | None = None
        self._read = asyncio.Event()

    @property
    def current(self) -> bool:
        """Whether all was read that stood there some seconds ago."""
        return self._read_at is not None and time.monotonic() - self._read_at < CURRENT_SECONDS

    async def start(self) -> None:
        """Returns when all was read that stood there at the start."""
        self._reader = await TopicsReader.of(self._connection, self._producer, [self._topic])
        await self._reader.start()
        self._reading = asyncio.create_task(self._read_on(self._reader))
        await self._read.wait()

    async def stop(self) -> None:
        """Stops reading."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        if self._reader is not None:
            await self._reader.stop()

    async def _read_on(self, reader: TopicsReader) -> None:
        while True:
            try:
                async with asyncio.timeout(ASK_SECONDS):
                    await self._look(reader)
                for _, record in await reader.next():
                    self._take(Keyed(record.key, record.value))
            except (KafkaError, TimeoutError) as error:
                failed = fields(topic=self._topic.value, reason=type(error).__name__)
                log.warning("a topic cannot be read: trying again", extra=failed)
                await asyncio.sleep(RETRY_AFTER_SECONDS)

    async def _look(self, reader: TopicsReader) -> None:
        """Notes the time if all that stands there now was read."""
        began = time.monotonic()
        if await reader.at_end():
            self._read_at = began
            self._read.set()
