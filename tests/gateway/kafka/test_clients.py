from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, ConsumerRecord, TopicPartition
from pydantic import SecretStr

from gateway.errors import TooLarge, Unavailable
from gateway.kafka.connection import Connection, connect_to
from gateway.kafka.producer import NO_TURN, Producer
from gateway.kafka.reading import Follower, Received, dead_letter_of
from gateway.records import (
    Cancellation,
    DeadLetter,
    DryRun,
    Topic,
    Undecodable,
    decode,
    encode,
    turn_headers,
    turn_id_of,
)
from gateway.settings import Kafka
from streams.topics.embedded import FETCH_WAIT_MS, EmbeddedBroker
from tests.gateway.wires import TURN, Message, RecordingProducer, turn_ids
from tests.support.kafka import RealBroker
from tests.support.metrics import metric
from tests.support.ports import free_ports
from tests.support.waiting import eventually

WAIT_SECONDS = 20.0


def connection(bootstrap: str, max_record_bytes: int = 1 << 20, prefix: str = "") -> Connection:
    return Connection((bootstrap,), max_record_bytes, prefix=prefix, embedded=True, fetch_wait_ms=FETCH_WAIT_MS)


@asynccontextmanager
async def started(producer: Producer) -> AsyncIterator[Producer]:
    await producer.start()
    try:
        yield producer
    finally:
        await producer.stop()


@pytest.fixture
async def producer(embedded_broker: EmbeddedBroker) -> AsyncIterator[Producer]:
    async with started(Producer(connection(embedded_broker.bootstrap))) as running:
        yield running


async def records_of(bootstrap: str, topic: str, count: int) -> list[ConsumerRecord]:
    """The first records of a topic, whatever their partition."""
    records: list[ConsumerRecord] = []
    async with AIOKafkaConsumer(bootstrap_servers=bootstrap, fetch_max_wait_ms=FETCH_WAIT_MS) as consumer:
        partitions = [TopicPartition(topic, number) for number in range(4)]
        consumer.assign(partitions)
        await consumer.seek_to_beginning(*partitions)
        async with asyncio.timeout(WAIT_SECONDS):
            while len(records) < count:
                records += [record for batch in (await consumer.getmany(timeout_ms=100)).values() for record in batch]
    return records


async def test_a_record_is_on_the_broker_with_its_key_headers_and_value_once_send_returns(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with started(Producer(connection(embedded_broker.bootstrap, prefix="eu."))) as producer:
        await producer.send(Topic.CONTROL, TURN, Cancellation(), partition=2)
    (record,) = await records_of(embedded_broker.bootstrap, "eu.conversations.control", 1)
    assert (record.key, record.partition) == (TURN.encode(), 2)
    assert turn_id_of(record.headers) == TURN
    assert decode(record.value, Cancellation) == Cancellation()


async def test_what_belongs_to_no_turn_is_written_without_its_header_and_withdrawn_by_a_tombstone(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with started(Producer(connection(embedded_broker.bootstrap, prefix="no."))) as producer:
        await producer.write(Topic.PUBLISHED, "600/7", Cancellation(), timestamp_ms=3_600_000)
        await producer.write(Topic.PUBLISHED, "600/7", None)
    written, withdrawn = await records_of(embedded_broker.bootstrap, "no.summaries.published", 2)
    assert (written.key, written.headers, written.timestamp) == (b"600/7", (), 3_600_000)
    assert (withdrawn.key, withdrawn.value, withdrawn.partition) == (b"600/7", None, written.partition)


async def test_a_turns_records_share_a_partition_and_turns_spread_over_all(
    embedded_broker: EmbeddedBroker, producer: Producer
) -> None:
    turns = [turn for turn, _ in zip(turn_ids(), range(60), strict=False)]
    await asyncio.gather(*(producer.send(Topic.INCOMING, turn, Cancellation()) for turn in (*turns, *turns)))
    records = await records_of(embedded_broker.bootstrap, Topic.INCOMING.value, 120)
    places = {(record.key, record.partition) for record in records}
    assert len(places) == 60
    assert min(Counter(partition for _, partition in places).values()) >= 5
    assert {partition for _, partition in places} == {0, 1, 2, 3}


async def test_a_record_that_no_topic_takes_is_too_large(embedded_broker: EmbeddedBroker) -> None:
    async with started(Producer(connection(embedded_broker.bootstrap, 2_000))) as small:
        await small.send(Topic.REPLIES, TURN, DryRun(sealed=bytes(500)))
        with pytest.raises(TooLarge):
            await small.deliver(Topic.REPLIES, TURN, DryRun(sealed=bytes(5_000)))


async def test_a_topic_has_its_partitions(producer: Producer) -> None:
    assert await producer.partitions(Topic.REPLIES) == 4


async def test_a_topic_that_is_missing_is_told_with_what_to_do(real_broker: RealBroker, topic_prefix: str) -> None:
    async with started(Producer(connection(real_broker.bootstrap, prefix=topic_prefix))) as producer:
        with pytest.raises(Unavailable, match=rf"{topic_prefix}conversations.replies is missing.*topics apply"):
            await producer.partitions(Topic.REPLIES)


async def test_all_topics_that_are_missing_are_named_at_once(real_broker: RealBroker, topic_prefix: str) -> None:
    async with started(Producer(connection(real_broker.bootstrap, prefix=topic_prefix))) as producer:
        names = f"{topic_prefix}conversations.replies, {topic_prefix}conversations.control"
        with pytest.raises(Unavailable, match=rf"missing.*topics apply.*{names}$"):
            await producer.require([Topic.REPLIES, Topic.CONTROL])
        await producer.require([])


async def test_where_no_broker_answers_a_start_says_so() -> None:
    producer = Producer(connection(f"127.0.0.1:{free_ports(1)[0]}"))
    with pytest.raises(Unavailable, match=r"broker\.bootstrap"):
        await producer.start()
    await producer.stop()


async def test_a_broker_that_is_gone_is_unavailable_and_unreachable() -> None:
    with EmbeddedBroker() as broker:
        producer = Producer(connection(broker.bootstrap))
        await producer.start()
        await producer.send(Topic.CONTROL, TURN, Cancellation())
        assert await producer.reachable()
    async with asyncio.timeout(WAIT_SECONDS):
        assert not await producer.reachable()
        with pytest.raises(Unavailable) as raised:
            await producer.send(Topic.CONTROL, TURN, Cancellation())
    assert raised.value.retry_after
    await producer.stop()


async def test_a_send_that_nobody_waits_for_any_more_disturbs_no_other(
    embedded_broker: EmbeddedBroker, producer: Producer
) -> None:
    left = asyncio.create_task(producer.send(Topic.CONTROL, TURN, Cancellation(), 0))
    stayed = asyncio.create_task(producer.send(Topic.CONTROL, TURN[::-1], Cancellation(), 0))
    for _ in range(3):
        await asyncio.sleep(0)
    left.cancel()
    await stayed
    assert left.cancelled()
    records = await records_of(embedded_broker.bootstrap, Topic.CONTROL.value, 1)
    assert TURN[::-1].encode() in {record.key for record in records}


async def test_a_dead_letter_is_written_and_counted(embedded_broker: EmbeddedBroker, producer: Producer) -> None:
    letter = dead_letter_of(Topic.INCOMING, Message(offset=7, value=b"Ann", partition=2), "unopenable")
    of_this_kind = {"topic": Topic.INCOMING.value, "reason": "unopenable"}
    before = metric("canarygate_dead_letters_total", **of_this_kind)
    await producer.send_dead_letter(letter, TURN)
    (record,) = await records_of(embedded_broker.bootstrap, Topic.DEAD_LETTERS.value, 1)
    expected = DeadLetter(topic="conversations.incoming", partition=2, offset=7, length=3, reason="unopenable")
    assert decode(record.value, DeadLetter) == letter == expected
    assert metric("canarygate_dead_letters_total", **of_this_kind) == before + 1


async def test_a_tombstone_has_no_length() -> None:
    assert dead_letter_of(Topic.INCOMING, Message(value=None), "undecodable").length == 0


@dataclass(slots=True)
class Mailbox:
    """What a follower took, and a wait for it."""

    taken: list[Received] = field(default_factory=list)
    fail_with: Exception | None = None
    _came: asyncio.Event = field(default_factory=asyncio.Event)

    def take(self, record: Received) -> None:
        """Takes a record unless it is poison."""
        if record.value == b"poison":
            raise Undecodable("no")
        if self.fail_with:
            raise self.fail_with
        self.taken.append(record)
        self._came.set()

    async def until(self, count: int) -> list[bytes | None]:
        """The values, once that many have come."""
        async with asyncio.timeout(WAIT_SECONDS):
            while len(self.taken) < count:
                self._came.clear()
                await self._came.wait()
        return [record.value for record in self.taken]


@asynccontextmanager
async def following(
    at: Connection, mailbox: Mailbox, producer: Producer, partitions: Sequence[int] = range(4)
) -> AsyncIterator[Follower]:
    follower = Follower(at, Topic.REPLIES, mailbox.take, producer)
    await follower.start(partitions)
    try:
        yield follower
    finally:
        await follower.stop()
    assert not follower.alive


def sealed(number: int) -> DryRun:
    return DryRun(sealed=str(number).encode())


async def test_a_follower_reads_what_is_written_after_it_stands_and_nothing_before(
    embedded_broker: EmbeddedBroker, producer: Producer
) -> None:
    mailbox = Mailbox()
    for partition in range(4):
        await producer.send(Topic.REPLIES, TURN, sealed(0), partition)
    async with following(connection(embedded_broker.bootstrap), mailbox, producer) as follower:
        assert follower.alive
        for number in range(1, 9):
            await producer.send(Topic.REPLIES, TURN, sealed(number), number % 4)
        values = await mailbox.until(8)
    assert sorted(filter(None, values)) == sorted(encode(sealed(number)) for number in range(1, 9))


async def test_a_follower_reads_its_partitions_only_and_in_order(
    embedded_broker: EmbeddedBroker, producer: Producer
) -> None:
    mailbox = Mailbox()
    async with following(connection(embedded_broker.bootstrap), mailbox, producer, [1]):
        for number in range(20):
            await producer.send(Topic.REPLIES, TURN, sealed(number), number % 2)
        values = await mailbox.until(10)
    assert values == [encode(sealed(number)) for number in range(1, 20, 2)]


async def test_what_a_follower_cannot_read_becomes_a_dead_letter_and_it_goes_on(
    embedded_broker: EmbeddedBroker,
) -> None:
    mailbox, dead_letters = Mailbox(), RecordingProducer()
    async with (
        AIOKafkaProducer(bootstrap_servers=embedded_broker.bootstrap) as raw,
        following(connection(embedded_broker.bootstrap), mailbox, dead_letters, [0]) as follower,
    ):
        await raw.send_and_wait(Topic.REPLIES.value, b"poison", partition=0)
        await raw.send_and_wait(Topic.REPLIES.value, b"fine", partition=0)
        assert await mailbox.until(1) == [b"fine"]
        assert follower.alive
    (sent,) = dead_letters.sent
    expected = DeadLetter(topic="conversations.replies", partition=0, offset=0, length=6, reason="undecodable")
    assert (sent.record, sent.turn_id) == (expected, NO_TURN)


async def test_of_several_followers_only_the_one_that_owns_a_partition_writes_its_dead_letters(
    embedded_broker: EmbeddedBroker,
) -> None:
    at, dead_letters = connection(embedded_broker.bootstrap), RecordingProducer()
    mailboxes = [Mailbox() for _ in range(2)]
    followers = [
        Follower(at, Topic.CONTROL, mailbox.take, dead_letters, owns={number}.__contains__)
        for number, mailbox in enumerate(mailboxes)
    ]
    for follower in followers:
        await follower.start([0, 1])
    async with AIOKafkaProducer(bootstrap_servers=embedded_broker.bootstrap) as raw:
        for value in (b"poison", b"fine"):
            for partition in (0, 1):
                await raw.send_and_wait(Topic.CONTROL.value, value, partition=partition)
    for mailbox, follower in zip(mailboxes, followers, strict=True):
        assert await mailbox.until(2) == [b"fine", b"fine"]
        await follower.stop()
    letters = [sent.record for sent in dead_letters.sent]
    assert sorted(letter.partition for letter in letters if isinstance(letter, DeadLetter)) == [0, 1]


async def test_a_follower_says_in_seconds_when_a_record_was_written(embedded_broker: EmbeddedBroker) -> None:
    mailbox = Mailbox()
    async with (
        AIOKafkaProducer(bootstrap_servers=embedded_broker.bootstrap) as raw,
        following(connection(embedded_broker.bootstrap), mailbox, RecordingProducer(), [0]),
    ):
        await raw.send_and_wait(Topic.REPLIES.value, b"fine", partition=0, timestamp_ms=1_700_000_000_250)
        await mailbox.until(1)
    assert [record.timestamp for record in mailbox.taken] == [1_700_000_000.25]


async def test_a_follower_whose_taker_is_broken_is_not_alive(
    embedded_broker: EmbeddedBroker, producer: Producer
) -> None:
    mailbox = Mailbox(fail_with=ValueError())
    async with following(connection(embedded_broker.bootstrap), mailbox, producer) as follower:
        await producer.send(Topic.REPLIES, TURN, sealed(0), 0)
        reading = follower._reading
        assert reading is not None
        await asyncio.wait([reading], timeout=WAIT_SECONDS)
        assert not follower.alive


async def test_a_follower_knows_where_another_topic_ends(embedded_broker: EmbeddedBroker, producer: Producer) -> None:
    for _ in range(3):
        await producer.send(Topic.INCOMING, TURN, Cancellation(), 1)
    async with following(connection(embedded_broker.bootstrap), Mailbox(), producer) as follower:
        assert await follower.end_offsets(Topic.INCOMING, [0, 1]) == {0: 0, 1: 3}


async def test_a_follower_stops_although_its_broker_is_gone() -> None:
    with EmbeddedBroker() as broker:
        at = connection(broker.bootstrap)
        follower = Follower(at, Topic.REPLIES, Mailbox().take, RecordingProducer())
        await follower.start(range(4))
        broker.__exit__(None, None, None)
        consumer = follower._consumer
        assert consumer is not None
        await eventually(lambda: not consumer._client._conns, WAIT_SECONDS, "the end of the connections")
        await follower.stop()
    assert not follower.alive


async def test_a_follower_that_has_not_started_knows_no_ends_and_can_be_stopped(producer: Producer) -> None:
    follower = Follower(connection("unused:1"), Topic.REPLIES, Mailbox().take, producer)
    assert await follower.end_offsets(Topic.INCOMING, [0]) == {}
    assert not follower.alive
    await follower.stop()


def test_a_connection_takes_its_options_from_the_configuration() -> None:
    broker = Kafka(
        bootstrap="kafka-1:9092, kafka-2:9092",
        topic_prefix="eu.",
        security_protocol="SASL_SSL",
        sasl_mechanism="SCRAM-SHA-512",
        sasl_username="canarygate",
        sasl_password=SecretStr("planted-password"),
        session_timeout_seconds=9,
        group_instance_id="gate-1",
    )
    made = connect_to(broker, 1_000)
    assert made.options["bootstrap_servers"] == ["kafka-1:9092", "kafka-2:9092"]
    assert made.options["sasl_plain_password"] == "planted-password"
    assert made.options["ssl_context"].check_hostname
    assert (made.topic(Topic.REPLIES), made.max_record_bytes, made.embedded) == (
        "eu.conversations.replies",
        1_000,
        False,
    )
    assert (made.session_seconds, made.group_instance_id) == (9, "gate-1")
    assert "planted" not in repr(made)


def test_a_plain_broker_needs_no_security() -> None:
    options = connect_to(Kafka(bootstrap="kafka-1:9092"), 1_000).options
    assert options == {"bootstrap_servers": ["kafka-1:9092"], "security_protocol": "PLAINTEXT"}


def test_what_is_of_no_turn_has_an_id_of_the_same_form() -> None:
    assert turn_id_of(turn_headers(NO_TURN)) == NO_TURN
