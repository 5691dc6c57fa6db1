import asyncio

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition

from streams.topics.embedded import (
    FETCH_WAIT_MS,
    MAX_BYTES_IN_FLIGHT,
    MAX_RECORD_BYTES,
    PARTITION_BYTES,
    PARTITIONS,
    EmbeddedBroker,
)

HEADERS = (("turn_id", b"0123"), ("binary", b"\xff\x00"))
WAIT_SECONDS = 20.0


def _producer(broker: EmbeddedBroker) -> AIOKafkaProducer:
    return AIOKafkaProducer(bootstrap_servers=broker.bootstrap, max_request_size=2 * PARTITION_BYTES)


def _consumer(broker: EmbeddedBroker) -> AIOKafkaConsumer:
    return AIOKafkaConsumer(
        bootstrap_servers=broker.bootstrap,
        fetch_max_wait_ms=FETCH_WAIT_MS,
        max_partition_fetch_bytes=2 * PARTITION_BYTES,
    )


async def test_a_topic_appears_on_first_use_with_four_partitions(embedded_broker: EmbeddedBroker) -> None:
    async with _producer(embedded_broker) as producer:
        assert await producer.partitions_for("new") == set(range(PARTITIONS))


async def test_a_reader_assigned_by_hand_to_the_end_of_a_partition_gets_what_is_written_after(
    embedded_broker: EmbeddedBroker,
) -> None:
    place = TopicPartition("replies", 2)
    async with _producer(embedded_broker) as producer, _consumer(embedded_broker) as consumer:
        await producer.send_and_wait("replies", b"before", partition=2)
        consumer.assign([place])
        await consumer.seek_to_end(place)
        await consumer.position(place)
        await producer.send_and_wait("replies", b"after", b"key", partition=2, headers=list(HEADERS))
        record = await asyncio.wait_for(consumer.getone(), WAIT_SECONDS)
    assert (record.key, record.value, record.headers) == (b"key", b"after", HEADERS)


async def test_two_records_of_the_largest_size_are_both_kept(embedded_broker: EmbeddedBroker) -> None:
    assert await _kept(embedded_broker, [MAX_RECORD_BYTES - 1024] * 2) == 2


async def test_a_larger_record_pushes_out_what_was_there(embedded_broker: EmbeddedBroker) -> None:
    assert await _kept(embedded_broker, [MAX_RECORD_BYTES + 1024] * 2) == 0


async def test_what_may_be_in_flight_fits_a_partition_once_it_is_sealed(embedded_broker: EmbeddedBroker) -> None:
    sealed = MAX_BYTES_IN_FLIGHT // 3 // 3 * 4 + 1024
    assert await _kept(embedded_broker, [sealed] * 3) == 3


async def _kept(broker: EmbeddedBroker, sizes: list[int]) -> int:
    place = TopicPartition("large", 0)
    async with _producer(broker) as producer, _consumer(broker) as consumer:
        for size in sizes:
            await producer.send_and_wait("large", bytes(size), partition=0)
        first, end = await consumer.beginning_offsets([place]), await consumer.end_offsets([place])
    kept: int = end[place] - first[place]
    return kept


def test_two_brokers_are_independent() -> None:
    with EmbeddedBroker() as first, EmbeddedBroker() as second:
        assert first.bootstrap != second.bootstrap


async def test_it_is_gone_after_the_block() -> None:
    with EmbeddedBroker() as broker:
        address = broker.bootstrap
    host, port = address.split(":")
    with pytest.raises(OSError):
        await asyncio.open_connection(host, int(port))
