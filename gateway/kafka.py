"""Plain aiokafka clients as the configuration asks for them, for every role.

Producing returns only once the broker has confirmed. What a broker refuses or does not answer in time is Unavailable.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from zlib import crc32

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.client import AIOKafkaClient
from aiokafka.errors import KafkaError, MessageSizeTooLargeError

from gateway import metrics
from gateway.connecting import fault, tls
from gateway.errors import TooLarge, Unavailable
from gateway.logs import fields
from gateway.records import DeadLetter, Record, Topic, Undecodable, encode, turn_headers
from gateway.settings import Kafka
from gateway.unreadable import read_on

log = logging.getLogger(__name__)

RETRY_AFTER_SECONDS = 1.0
PROBE_SECONDS = 1.5
NO_TURN = "0" * 32

METADATA_PAUSE_SECONDS = 0.25


class Received(Protocol):
    """A record as it was read, by whichever client; ``timestamp`` is aiokafka's or Faust's own."""

    @property
    def partition(self) -> int:
        """The partition that it was read from."""
        ...

    @property
    def offset(self) -> int:
        """Its place in the partition."""
        ...

    @property
    def value(self) -> bytes | None:
        """What it holds; None for a tombstone."""
        ...

    @property
    def headers(self) -> Sequence[tuple[str, bytes]]:
        """Its headers, in order; names may repeat."""
        ...

    @property
    def timestamp(self) -> float:
        """When it was written."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class Connection:
    """How to reach a broker, the prefix of its topics and the largest record that they take.

    ``security`` holds aiokafka's client options for TLS and SASL; ``fetch_wait_ms`` is how long an empty fetch may wait
    at the broker, ``session_seconds`` after how long a silent member of a group is given up, ``max_bytes_in_flight``
    how much of its clients' requests a process holds.
    """

    bootstrap: tuple[str, ...]
    max_record_bytes: int
    prefix: str = ""
    security: Mapping[str, Any] = field(default_factory=dict)
    embedded: bool = False
    fetch_wait_ms: int = 500
    max_bytes_in_flight: int = 268_435_456
    session_seconds: float = 10.0

    def topic(self, topic: Topic) -> str:
        """The topic's name on this broker."""
        return self.prefix + topic.value

    @property
    def options(self) -> dict[str, Any]:
        """The options of every aiokafka client."""
        return {"bootstrap_servers": list(self.bootstrap), **self.security}


def connect_to(broker: Kafka, max_record_bytes: int) -> Connection:
    """The connection to a broker of the configuration; raises BadRequest where a file of its TLS cannot be used."""
    security: dict[str, Any] = {"security_protocol": broker.security_protocol}
    if broker.security_protocol.endswith("SSL"):
        security["ssl_context"] = tls(broker)
    if broker.sasl_password is not None:
        security |= {
            "sasl_mechanism": broker.sasl_mechanism,
            "sasl_plain_username": broker.sasl_username,
            "sasl_plain_password": broker.sasl_password.get_secret_value(),
        }
    bootstrap = tuple(address.strip() for address in broker.bootstrap.split(","))
    return Connection(bootstrap, max_record_bytes, prefix=broker.topic_prefix, security=security)


_update_metadata = AIOKafkaClient._metadata_update


async def _update_metadata_patiently(self: AIOKafkaClient, *args: Any) -> bool:
    # aiokafka 0.14 asks again at once while no broker answers, and burns a core.
    updated: bool = await _update_metadata(self, *args)
    if not updated:
        await asyncio.sleep(METADATA_PAUSE_SECONDS)
    return updated


AIOKafkaClient._metadata_update = _update_metadata_patiently

read_on()


class Producer:
    """Sends records of turns; one for a process."""

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
        """Connects; raises Unavailable where no broker lets it in, and says why."""
        try:
            await self._producer.start()
        except KafkaError:
            why = await fault(self._connection.options)
            raise Unavailable(why or "no broker answered: look at broker.bootstrap, or try again") from None

    async def stop(self) -> None:
        """Sends what is waiting and closes."""
        await self._producer.stop()

    async def partitions(self, topic: Topic) -> int:
        """How many partitions a topic has; raises Unavailable where it is missing."""
        try:
            return len(await self._producer.partitions_for(self._connection.topic(topic)))
        except KafkaError:
            name = self._connection.topic(topic)
            raise Unavailable(f"the topic {name} is missing: run canarygate topics apply") from None

    async def send(self, topic: Topic, turn_id: str, record: Record, partition: int | None = None) -> None:
        """Returns once the broker has confirmed the turn's record; raises Unavailable or TooLarge."""
        try:
            confirmed = await self._producer.send(
                self._connection.topic(topic),
                value=encode(record),
                key=turn_id.encode("ascii"),
                partition=partition,
                headers=turn_headers(turn_id),
            )
            await confirmed
        except MessageSizeTooLargeError:
            raise TooLarge("the record is larger than its topic takes") from None
        except KafkaError:
            raise Unavailable("the broker did not take the record", retry_after=RETRY_AFTER_SECONDS) from None

    async def deliver(self, topic: Topic, turn_id: str, record: Record, partition: int | None = None) -> None:
        """Returns once the broker has confirmed, however long it is away; raises TooLarge for what no topic takes."""
        while True:
            try:
                return await self.send(topic, turn_id, record, partition)
            except Unavailable:
                await asyncio.sleep(RETRY_AFTER_SECONDS)

    async def bury(self, letter: DeadLetter, turn_id: str) -> None:
        """Writes a dead letter and counts it; returns once the broker has confirmed."""
        metrics.dead_letters_total.labels(letter.topic, letter.reason).inc()
        place = fields(topic=letter.topic, partition=letter.partition, offset=letter.offset)
        log.warning("a record became a dead letter", extra={**place, **fields(turn_id=turn_id, reason=letter.reason)})
        await self.deliver(Topic.DEAD_LETTERS, turn_id, letter)

    async def reachable(self) -> bool:
        """Whether a broker answers now."""
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await self._producer.client.fetch_all_metadata()
        except (KafkaError, TimeoutError):
            return False
        return True


def _partition(key: bytes, partitions: Sequence[int], available: Sequence[int]) -> int:
    # The same turn, the same partition; aiokafka's own is forty times slower, and nobody else writes these topics.
    return partitions[crc32(key) % len(partitions)]


class Follower:
    """Reads partitions of a topic from their end, without a group, for as long as it runs.

    ``take`` gets every record; one that it finds Undecodable becomes a dead letter.
    """

    def __init__(
        self, connection: Connection, topic: Topic, take: Callable[[Received], None], producer: Producer
    ) -> None:
        self._connection = connection
        self._topic = topic
        self._take = take
        self._producer = producer
        self._consumer: AIOKafkaConsumer | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self, partitions: Iterable[int]) -> None:
        """Stands at the end of the partitions: what is written after this is read."""
        self._consumer = consumer = AIOKafkaConsumer(**consumer_options(self._connection))
        await consumer.start()
        assigned = [TopicPartition(self._connection.topic(self._topic), partition) for partition in partitions]
        consumer.assign(assigned)
        await consumer.seek_to_end(*assigned)
        await asyncio.gather(*map(consumer.position, assigned))
        self._reading = asyncio.create_task(self._read(consumer))

    async def stop(self) -> None:
        """Stops reading."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        if self._consumer is not None:
            await stop_consumer(self._consumer)

    async def end_offsets(self, topic: Topic, partitions: Iterable[int]) -> dict[int, int]:
        """The end of each of a topic's partitions; empty while the broker does not say."""
        if self._consumer is None:
            return {}
        asked = [TopicPartition(self._connection.topic(topic), partition) for partition in partitions]
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                ends = await self._consumer.end_offsets(asked)
        except (KafkaError, TimeoutError):
            return {}
        return {place.partition: end for place, end in ends.items()}

    @property
    def alive(self) -> bool:
        """Whether the partitions are being read."""
        return self._reading is not None and not self._reading.done()

    async def _read(self, consumer: AIOKafkaConsumer) -> None:
        while True:
            for records in (await consumer.getmany(timeout_ms=1_000)).values():
                for record in records:
                    await self._deliver(record)

    async def _deliver(self, record: Received) -> None:
        try:
            self._take(record)
        except Undecodable:
            await self._producer.bury(dead_letter_of(self._topic, record, "undecodable"), NO_TURN)


def dead_letter_of(topic: Topic, place: Received, reason: str) -> DeadLetter:
    """The dead letter of a record: where it is, how long, and why, one of ``metrics.DEAD_LETTER_REASONS``."""
    return DeadLetter(
        topic=topic.value,
        partition=place.partition,
        offset=place.offset,
        length=len(place.value or b""),
        reason=reason,
    )


async def stop_consumer(consumer: AIOKafkaConsumer) -> None:
    """Stops a consumer, whatever state it is in, and closes its connections."""
    # aiokafka 0.14 lets the cancellation of its own tasks out of ``stop``: to the caller that looked like his own.
    ended: object = (await asyncio.gather(consumer.stop(), return_exceptions=True))[0]
    if ended is not None:
        await consumer._client.close()


def consumer_options(connection: Connection) -> dict[str, Any]:
    """The options of a consumer without a group, which reads from the end and takes the largest record."""
    return {
        **connection.options,
        "enable_auto_commit": False,
        "auto_offset_reset": "latest",
        "fetch_max_wait_ms": connection.fetch_wait_ms,
        "max_partition_fetch_bytes": connection.max_record_bytes,
        "fetch_max_bytes": max(connection.max_record_bytes, 52_428_800),
    }
