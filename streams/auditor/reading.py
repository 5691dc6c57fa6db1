"""Reads topics without a group, each time to the end that they have now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition

from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.reading import READ_AT_ONCE, consumer_options
from gateway.records import Topic, Undecodable, turn_id_of
from streams.auditor.ledger import Searching

READ_WAIT_MS: Final = 500

Take = Callable[[Searching], Awaitable[None]]


@dataclass(slots=True)
class TopicsReader:
    """Reads the topics in ``since``, each from the first record of this time on, in seconds since the epoch.

    No partition begins later than ``at_most``, which has offsets by topic and partition.
    """

    connection: Connection
    producer: Producer
    since: Mapping[Topic, float]
    at_most: Mapping[Topic, Mapping[int, int]] = field(default_factory=dict)
    _consumer: AIOKafkaConsumer | None = None
    _topics: dict[str, Topic] = field(default_factory=dict)

    async def start(self) -> None:
        """Connects and finds the places to begin at."""
        self._topics = {self.connection.topic(topic): topic for topic in self.since}
        self._consumer = consumer = AIOKafkaConsumer(
            **consumer_options(self.connection) | {"auto_offset_reset": "earliest"}
        )
        await consumer.start()
        places = [
            TopicPartition(name, number)
            for name, topic in self._topics.items()
            for number in range(await self.producer.partitions(topic))
        ]
        asked = {place: max(0, int(self.since[self._topics[place.topic]] * 1000)) for place in places}
        ends = await consumer.end_offsets(places)
        found = await consumer.offsets_for_times(asked)
        # No await between these: a consumer without a position would fetch one itself.
        consumer.assign(places)
        for place in places:
            first = ends[place] if found[place] is None else found[place].offset
            at_most = self.at_most.get(self._topics[place.topic], {}).get(place.partition, first)
            consumer.seek(place, min(first, at_most))

    async def positions(self) -> dict[Topic, dict[int, int]]:
        """Returns the offset of the next record to be read, by topic and partition."""
        assert self._consumer is not None
        found: dict[Topic, dict[int, int]] = {topic: {} for topic in self.since}
        for place in self._consumer.assignment():
            found[self._topics[place.topic]][place.partition] = await self._consumer.position(place)
        return found

    async def read(self, take: Take, first: Callable[[], Awaitable[None]] | None = None) -> None:
        """Passes the new records to ``take``, each partition's in order; returns at the ends that stand now.

        What was fetched is passed on after ``first``, which is called again for each fetch.
        """
        assert self._consumer is not None
        places = list(self._consumer.assignment())
        ends = await self._consumer.end_offsets(places)
        while [place for place in places if await self._consumer.position(place) < ends[place]]:
            batches = await self._consumer.getmany(timeout_ms=READ_WAIT_MS, max_records=READ_AT_ONCE)
            if first is not None:
                await first()
            for place, records in batches.items():
                for record in records:
                    await take(self._read(self._topics[place.topic], record))

    async def stop(self) -> None:
        """Disconnects."""
        if self._consumer is not None:
            await stop_consumer(self._consumer)

    def _read(self, topic: Topic, record: ConsumerRecord[bytes | None, bytes | None]) -> Searching:
        place = f"{topic.value}/{record.partition}/{record.offset}"
        key = (record.key or b"").decode("ascii", "replace")
        return Searching(topic, place, key, _turn_id(record), record.value or b"")


def _turn_id(record: ConsumerRecord[bytes | None, bytes | None]) -> str:
    try:
        return turn_id_of(record.headers)
    except Undecodable:
        return ""
