"""Follows the topics that summaries wait on, from their beginning, without a group."""

from __future__ import annotations

from dataclasses import dataclass

from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.topics_reader import TopicsReader
from gateway.records import Topic, Undecodable
from streams.analyst.waiting import TOPICS, Waiting


@dataclass(slots=True)
class Following:
    """Keeps what waits up to date."""

    connection: Connection
    producer: Producer
    waiting: Waiting
    _reader: TopicsReader | None = None

    async def start(self) -> None:
        """Reads all that stands in the topics."""
        self._reader = await TopicsReader.of(self.connection, self.producer, TOPICS)
        await self._reader.start()
        await self.catch_up()

    async def catch_up(self) -> None:
        """Returns when all was taken that stands in the topics now."""
        assert self._reader is not None
        async for fetched in self._reader.to_end():
            for topic, record in fetched:
                self._take(topic, record.key or b"", record.value, record.timestamp)

    async def stop(self) -> None:
        """Disconnects."""
        if self._reader is not None:
            await self._reader.stop()

    def _take(self, topic: Topic, key: bytes, value: bytes | None, timestamp_ms: int) -> None:
        try:
            self.waiting.take(topic, key.decode("ascii", "replace"), value, timestamp_ms)
        except Undecodable:
            return  # other answers of the audit stand beside these, and what is no answer publishes nothing
