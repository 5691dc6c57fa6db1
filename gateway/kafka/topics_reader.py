"""Reads topics without a consumer group, each time to the end that they have then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Final, Self

from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition

from gateway.kafka.aiokafka_changes import stop_consumer
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.reading import consumer_options
from gateway.records import Topic

READ_AT_ONCE: Final = 500
READ_WAIT_MS: Final = 1_000

Fetched = Sequence[tuple[Topic, ConsumerRecord[bytes | None, bytes | None]]]
Offsets = Mapping[Topic, Mapping[int, int]]


class TopicsReader:
    """Reads ``partitions``, given by number for each topic; what was read does not come again.

    It begins with a topic's first record of the time ``since``, in seconds since the epoch, or at an offset of
    ``at_most`` where that is earlier, and with a partition's first record where neither is said. The markers of a
    transaction and what was compacted are passed over. Every method raises aiokafka's KafkaError where the broker
    refuses.
    """

    def __init__(
        self,
        connection: Connection,
        partitions: Mapping[Topic, Iterable[int]],
        since: Mapping[Topic, float] | None = None,
        at_most: Offsets | None = None,
    ) -> None:
        self._connection = connection
        self._topics = {connection.topic(topic): topic for topic in partitions}
        self._places = [
            TopicPartition(name, number) for name, topic in self._topics.items() for number in partitions[topic]
        ]
        self._since = since or {}
        self._at_most = at_most or {}
        self._consumer = AIOKafkaConsumer(**consumer_options(connection) | {"auto_offset_reset": "earliest"})

    @classmethod
    async def of(
        cls,
        connection: Connection,
        producer: Producer,
        topics: Iterable[Topic],
        since: Mapping[Topic, float] | None = None,
        at_most: Offsets | None = None,
    ) -> Self:
        """Returns a reader of all partitions that these topics have."""
        partitions = {topic: range(await producer.partitions(topic)) for topic in topics}
        return cls(connection, partitions, since, at_most)

    async def __aenter__(self) -> Self:
        try:
            await self.start()
        except BaseException:
            await self.stop()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Connects and finds the places to begin at."""
        await self._consumer.start()
        if self._connection.doorbell:
            self._connection.doorbell.attach(self._consumer)
        firsts = await self._firsts()
        # No await from here on: a consumer without a position would fetch one itself.
        self._consumer.assign(self._places)
        for place in self._places:
            at = self._at_most.get(self._topics[place.topic], {}).get(place.partition)
            known = [first for first in (firsts.get(place), at) if first is not None]
            if known:
                self._consumer.seek(place, min(known))

    async def at_end(self) -> bool:
        """Returns whether all was read that stands there now."""
        return not await self._before(await self._ends())

    async def next(self) -> Fetched:
        """Returns records as soon as there are some, each partition's in order; none if none came for a second."""
        return await self._next(self._places)

    async def to_end(self) -> AsyncIterator[Fetched]:
        """Yields what is new, as it is fetched, up to the end that the partitions have now.

        Between some hundred records other tasks have their turn.
        """
        ends = await self._ends()
        while before := await self._before(ends):
            if fetched := await self._next(before):
                yield fetched
                await asyncio.sleep(0)
            else:
                # A broker that died may have lost the last ones.
                now = await self._ends()
                ends = {place: min(end, now[place]) for place, end in ends.items()}

    async def offsets(self) -> dict[Topic, dict[int, int]]:
        """Returns the offset of the next record to be read, by topic and partition."""
        found: dict[Topic, dict[int, int]] = {topic: {} for topic in self._topics.values()}
        for place in self._places:
            found[self._topics[place.topic]][place.partition] = await self._consumer.position(place)
        return found

    async def stop(self) -> None:
        """Disconnects."""
        await stop_consumer(self._consumer)

    async def _firsts(self) -> dict[TopicPartition, int]:
        asked = {
            place: max(0, int(self._since[topic] * 1000))
            for place in self._places
            if (topic := self._topics[place.topic]) in self._since
        }
        if self._connection.embedded or not asked:
            return {}  # the embedded broker knows no times of records, and keeps none for long
        ends = await self._ends()
        found = await self._consumer.offsets_for_times(asked)
        return {place: ends[place] if first is None else first.offset for place, first in found.items()}

    async def _next(self, places: Sequence[TopicPartition]) -> Fetched:
        fetched = await self._consumer.getmany(*places, timeout_ms=READ_WAIT_MS, max_records=READ_AT_ONCE)
        return [(self._topics[place.topic], record) for place, records in fetched.items() for record in records]

    async def _before(self, ends: Mapping[TopicPartition, int]) -> list[TopicPartition]:
        return [place for place, end in ends.items() if await self._consumer.position(place) < end]

    async def _ends(self) -> Mapping[TopicPartition, int]:
        ends: Mapping[TopicPartition, int] = await self._consumer.end_offsets(self._places)
        return ends
