"""Follows the topics that summaries wait on, from their beginning, without a group."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from aiokafka import AIOKafkaConsumer, TopicPartition

from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.reading import consumer_options
from gateway.records import Topic, Undecodable
from streams.analyst.waiting import TOPICS, Waiting

READ_WAIT_MS: Final = 500


@dataclass(slots=True)
class Following:
    """Keeps what waits up to date."""

    connection: Connection
    producer: Producer
    waiting: Waiting
    _consumer: AIOKafkaConsumer | None = None
    _topics: dict[str, Topic] = field(default_factory=dict)

    async def start(self) -> None:
        """Reads all that stands in the topics."""
        self._topics = {self.connection.topic(topic): topic for topic in TOPICS}
        self._consumer = consumer = AIOKafkaConsumer(
            **consumer_options(self.connection) | {"auto_offset_reset": "earliest"}
        )
        await consumer.start()
        if self.connection.doorbell:
            self.connection.doorbell.attach(consumer)
        places = [
            TopicPartition(name, number)
            for name, topic in self._topics.items()
            for number in range(await self.producer.partitions(topic))
        ]
        consumer.assign(places)
        for place, offset in (await consumer.beginning_offsets(places)).items():
            consumer.seek(place, offset)
        await self.catch_up()

    async def catch_up(self) -> None:
        """Returns when all was taken that stands in the topics now."""
        assert self._consumer is not None
        places = list(self._consumer.assignment())
        ends = await self._consumer.end_offsets(places)
        while [place for place in places if await self._consumer.position(place) < ends[place]]:
            for place, records in (await self._consumer.getmany(timeout_ms=READ_WAIT_MS)).items():
                for record in records:
                    self._take(self._topics[place.topic], record.key or b"", record.value, record.timestamp)

    async def stop(self) -> None:
        """Disconnects."""
        if self._consumer is not None:
            await stop_consumer(self._consumer)

    def _take(self, topic: Topic, key: bytes, value: bytes | None, timestamp_ms: int) -> None:
        try:
            self.waiting.take(topic, key.decode("ascii", "replace"), value, timestamp_ms)
        except Undecodable:
            return  # other answers of the audit stand beside these, and what is no answer publishes nothing
