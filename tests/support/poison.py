"""Records that no version of the product wrote, of every kind that a mistake or a stranger could write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Literal

from aiokafka import AIOKafkaProducer
from confluent_kafka import KafkaError, Message, Producer

from gateway.records import turn_headers
from tests.support.batches import GARBLED, garbled

HUGE_BYTES = 20 << 20


@dataclass(frozen=True, slots=True, repr=False)
class Poison:
    """One such record; ``headers`` that are None name a turn that nobody knows."""

    headers: Sequence[tuple[str, bytes | None]] | None
    value: bytes | None
    timestamp_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record is on the broker."""

    topic: str
    partition: int
    offset: int


NAMELESS = {
    "no headers": Poison([], b'{"v":1}'),
    "no headers, no value": Poison([], None),
    "another header": Poison([("turn", b"f" * 32)], b'{"v":1}'),
    "a header that is no turn": Poison([("turn_id", b"../\x00\xff")], b'{"v":1}'),
    "a header without a value": Poison([("turn_id", None)], b'{"v":1}'),
}
HUGE = {"huge": Poison([], bytes(HUGE_BYTES))}
UNREADABLE = {
    "garbage": Poison(None, bytes(range(256))),
    "garbage from long ago": Poison(None, b"\xff", timestamp_ms=1),
    "no value": Poison(None, None),
    "an empty value": Poison(None, b""),
    "half a record": Poison(None, b'{"v":1,'),
    "deep nesting": Poison(None, b"[" * 100_000),
    "another version": Poison(None, b'{"v":2}'),
    "a list": Poison(None, b"[]"),
}


COMPRESSIONS: tuple[Literal["gzip", "lz4", "snappy", "zstd"], ...] = ("gzip", "lz4", "snappy", "zstd")


def write_compressed(bootstrap: str, topic: str, partition: int) -> dict[Place, str]:
    """Writes garbage once in every way of compressing it; returns what is where."""
    written: dict[Place, str] = {}
    for compression in COMPRESSIONS:
        producer = Producer({"bootstrap.servers": bootstrap, "compression.type": compression})

        def note(error: KafkaError | None, message: Message, name: str = compression) -> None:
            assert error is None, error
            written[Place(topic, message.partition() or 0, message.offset() or 0)] = name

        producer.produce(topic, bytes(1_000), key=b"key", partition=partition, on_delivery=note)
        producer.flush()
    return written


async def write_garbled(bootstrap: str, topic: str, partition: int) -> dict[Place, str]:
    """Writes one batch: a record with a header's name that is no UTF-8, between two without headers."""
    kinds = {"before a garbled name": [], "a garbled name": [*turn_headers(token_hex(16)), (GARBLED, b"")], "after": []}
    async with AIOKafkaProducer(bootstrap_servers=bootstrap) as producer:
        made = producer.create_batch()
        for headers in kinds.values():
            made.append(timestamp=None, key=b"key", value=b"value", headers=headers)
        made._buffer = garbled(bytes(made._build()))
        first = await (await producer.send_batch(made, topic, partition=partition))
    return {Place(topic, partition, first.offset + number): name for number, name in enumerate(kinds)}


async def write_poison(
    bootstrap: str, topic: str, partitions: Sequence[int], kinds: Mapping[str, Poison]
) -> dict[Place, str]:
    """Writes every kind into each of the partitions; returns what is where."""
    written: dict[Place, str] = {}
    async with AIOKafkaProducer(bootstrap_servers=bootstrap, max_request_size=2 * HUGE_BYTES) as producer:
        for partition in partitions:
            for name, kind in kinds.items():
                headers = turn_headers(token_hex(16)) if kind.headers is None else list(kind.headers)
                record = await producer.send_and_wait(
                    topic, kind.value, b"key", partition, kind.timestamp_ms, headers=headers
                )
                written[Place(topic, partition, record.offset)] = name
    return written
