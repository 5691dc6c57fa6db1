from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from aiokafka import AIOKafkaProducer

from gateway.kafka.connection import Connection
from gateway.kafka.producer import NO_TURN, Producer
from gateway.records import Claim, DeadLetter, Outcome, OutcomeKind, Topic, encode
from gateway.roles import ANSWERING, Role
from streams.dispatcher.endings import Endings
from streams.dispatcher.outcomes import CLOCK_SKEW_SECONDS, Outcomes
from streams.engine.peers import peers_of
from streams.engine.worker import Delivery, Doing
from streams.topics.admin import apply
from streams.topics.table import Layout, TopicSpec
from tests.gateway.wires import RecordingProducer, turn_ids
from tests.support.kafka import RealBroker
from tests.support.waiting import eventually

ENDED, OTHER, UNKNOWN, LATER = [turn for turn, _ in zip(turn_ids(), range(4), strict=False)]
KEEP_SECONDS = 600.0
RECORD_BYTES = 1 << 20
WAIT_SECONDS = 30.0


def delivery(turn: str, partition: int = 0, timestamp: float | None = None) -> Delivery:
    return Delivery(turn, partition, time.time() if timestamp is None else timestamp, b"")


def embedded() -> Outcomes:
    connection = Connection(("unused:1",), 1, embedded=True)
    peers = peers_of(Role.DISPATCHER, connection)
    return Outcomes(connection, RecordingProducer().send_dead_letter, Endings(KEEP_SECONDS), peers)


async def test_it_remembers_what_it_was_told() -> None:
    outcomes = embedded()
    outcomes.add(ENDED)
    assert [await outcomes.ended(delivery(turn)) for turn in (ENDED, UNKNOWN)] == [True, False]


@dataclass(slots=True)
class Membership:
    """What the dispatcher knows of its group: both are set but where a test clears one."""

    is_awake: asyncio.Event = field(default_factory=asyncio.Event)
    is_settled: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.is_awake.set()
        self.is_settled.set()

    async def awake(self) -> None:
        """Waits for the event."""
        await self.is_awake.wait()

    async def settled(self) -> None:
        """Waits for the event."""
        await self.is_settled.wait()


@dataclass(slots=True)
class Topics:
    """The outcomes of a real broker, two partitions of them."""

    connection: Connection
    producer: Producer
    dead_letters: list[tuple[DeadLetter, str]] = field(default_factory=list)
    membership: Membership = field(default_factory=Membership)

    def outcomes(self) -> Outcomes:
        """Those of a dispatcher that has just begun."""
        return Outcomes(self.connection, self.send_dead_letter, Endings(KEEP_SECONDS), self.membership)

    async def send_dead_letter(self, letter: DeadLetter, turn_id: str) -> None:
        """Keeps the dead letter."""
        self.dead_letters.append((letter, turn_id))

    async def write(self, turn: str, partition: int = 0) -> None:
        """Writes an outcome as another dispatcher would."""
        await self.producer.send(Topic.OUTCOMES, turn, Outcome(outcome=OutcomeKind.ANSWERED), partition)

    async def claim(self, turn: str, seconds: float, partition: int = 0) -> None:
        """Claims a turn as another dispatcher would."""
        await self.producer.send(Topic.OUTCOMES, turn, Claim(attempt_id="another", seconds=seconds), partition)

    async def write_raw(self, value: bytes, headers: list[tuple[str, bytes]], timestamp_ms: int | None = None) -> None:
        """Writes anything at any time."""
        async with AIOKafkaProducer(**self.connection.options) as raw:
            await raw.send_and_wait(
                self.connection.topic(Topic.OUTCOMES), value, b"key", 0, timestamp_ms=timestamp_ms, headers=headers
            )


@pytest.fixture
async def topics(real_broker: RealBroker, topic_prefix: str) -> AsyncIterator[Topics]:
    connection = Connection((real_broker.bootstrap,), RECORD_BYTES, prefix=topic_prefix, fetch_wait_ms=10)
    layout = Layout(RECORD_BYTES, topic_prefix, 2, 1, topics=[TopicSpec(Topic.OUTCOMES, ANSWERING, ANSWERING)])
    await apply(connection.options, layout)
    producer = Producer(connection)
    await producer.start()
    yield Topics(connection, producer)
    await producer.stop()


async def test_what_another_dispatcher_ended_is_read_for_a_new_partition(topics: Topics) -> None:
    await topics.write(ENDED)
    await topics.write(OTHER)
    outcomes = topics.outcomes()
    assert [await outcomes.ended(delivery(turn)) for turn in (ENDED, OTHER, UNKNOWN)] == [True, True, False]


async def test_every_delivery_waits_until_the_outcomes_are_read_once(topics: Topics) -> None:
    await topics.write(ENDED)
    outcomes = topics.outcomes()
    assert await asyncio.gather(*(outcomes.ended(delivery(ENDED)) for _ in range(5))) == [True] * 5
    await topics.write(LATER)
    assert not await outcomes.ended(delivery(LATER))


async def test_a_cancelled_delivery_does_not_stop_the_reading_for_the_others(topics: Topics) -> None:
    await topics.write(ENDED)
    outcomes = topics.outcomes()
    first, second = (asyncio.create_task(outcomes.ended(delivery(ENDED))) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second


async def test_only_the_deliverys_own_partition_is_read(topics: Topics) -> None:
    await topics.write(ENDED, partition=1)
    outcomes = topics.outcomes()
    assert not await outcomes.ended(delivery(ENDED, partition=0))
    assert await outcomes.ended(delivery(ENDED, partition=1))


async def test_an_empty_partition_has_no_outcomes(topics: Topics) -> None:
    assert not await topics.outcomes().ended(delivery(ENDED))


async def test_a_partition_that_comes_back_is_read_anew(topics: Topics) -> None:
    outcomes = topics.outcomes()
    assert not await outcomes.ended(delivery(LATER))
    await topics.write(LATER)
    outcomes.forget([0])
    assert await outcomes.ended(delivery(LATER, timestamp=time.time() - 1))


async def test_what_ended_before_the_first_open_record_is_not_read(topics: Topics) -> None:
    now = time.time()
    headers = [("turn_id", ENDED.encode())]
    long_ago = int((now - CLOCK_SKEW_SECONDS - 60) * 1000)
    await topics.write_raw(encode(Outcome(outcome=OutcomeKind.ANSWERED)), headers, long_ago)
    await topics.write(OTHER)
    outcomes = topics.outcomes()
    assert [await outcomes.ended(delivery(turn, timestamp=now)) for turn in (ENDED, OTHER)] == [False, True]


async def test_a_record_of_a_clock_that_starts_in_1970_hides_nothing(topics: Topics) -> None:
    await topics.write(ENDED)
    assert await topics.outcomes().ended(delivery(ENDED, timestamp=0.001))


async def test_a_dispatchers_clock_may_be_a_little_ahead_of_the_minimizers(topics: Topics) -> None:
    await topics.write(ENDED)
    assert await topics.outcomes().ended(delivery(ENDED, timestamp=time.time() + CLOCK_SKEW_SECONDS / 2))


async def test_a_poison_outcome_becomes_a_dead_letter_and_hides_nothing(topics: Topics) -> None:
    await topics.write_raw(b"Ann", [("turn_id", ENDED.encode())])
    await topics.write_raw(encode(Outcome(outcome=OutcomeKind.ANSWERED)), [])
    await topics.write(OTHER)
    assert await topics.outcomes().ended(delivery(OTHER))
    expected = [
        DeadLetter(topic=Topic.OUTCOMES.value, partition=0, offset=offset, length=length, reason="undecodable")
        for offset, length in ((0, 3), (1, 45))
    ]
    assert topics.dead_letters == [(letter, NO_TURN) for letter in expected]


async def test_a_turn_that_another_one_claims_is_waited_for_until_it_has_ended(topics: Topics) -> None:
    await topics.claim(ENDED, 60)
    outcomes, waiting = topics.outcomes(), delivery(ENDED)
    ended = asyncio.create_task(outcomes.ended(waiting))
    await eventually(lambda: waiting.doing is Doing.CLAIMED_ELSEWHERE, WAIT_SECONDS, "the claim")
    assert not await outcomes.ended(delivery(UNKNOWN))
    await topics.write(ENDED)
    assert await ended
    assert waiting.doing is Doing.WAITING


async def test_a_claim_of_a_dispatcher_that_never_comes_back_runs_out(topics: Topics) -> None:
    await topics.claim(ENDED, 0.3)
    assert not await topics.outcomes().ended(delivery(ENDED))


async def test_a_claim_that_is_given_back_holds_no_longer(topics: Topics) -> None:
    await topics.claim(ENDED, 3600)
    outcomes, waiting = topics.outcomes(), delivery(ENDED)
    ended = asyncio.create_task(outcomes.ended(waiting))
    await eventually(lambda: waiting.doing is Doing.CLAIMED_ELSEWHERE, WAIT_SECONDS, "the claim")
    await topics.claim(ENDED, 0)
    assert not await ended


async def test_a_claim_that_is_much_older_than_it_holds_is_of_a_dispatcher_that_is_gone(topics: Topics) -> None:
    headers = [("turn_id", ENDED.encode())]
    claim = encode(Claim(attempt_id="gone", seconds=60))
    await topics.write_raw(claim, headers, int((time.time() - 60 - CLOCK_SKEW_SECONDS - 5) * 1000))
    assert not await topics.outcomes().ended(delivery(ENDED, timestamp=time.time() - 120))


async def test_a_claim_of_a_clock_that_is_far_ahead_holds_no_longer_than_it_says(topics: Topics) -> None:
    headers = [("turn_id", ENDED.encode())]
    await topics.write_raw(encode(Claim(attempt_id="a", seconds=0.3)), headers, int((time.time() + 3600) * 1000))
    assert not await topics.outcomes().ended(delivery(ENDED))


async def test_a_partition_without_claims_is_read_once_and_one_with_them_until_they_end(topics: Topics) -> None:
    await topics.claim(ENDED, 60, partition=1)
    outcomes, waiting = topics.outcomes(), delivery(ENDED, partition=1)
    assert not await outcomes.ended(delivery(OTHER))
    ended = asyncio.create_task(outcomes.ended(waiting))
    await eventually(lambda: waiting.doing is Doing.CLAIMED_ELSEWHERE, WAIT_SECONDS, "the claim")
    tasks = [outcomes._readings[partition].task for partition in (0, 1)]
    assert [task.done() for task in tasks if task] == [True, False]
    await topics.write(ENDED, partition=1)
    await ended
    await eventually(lambda: all(task.done() for task in tasks if task), WAIT_SECONDS, "the end of the reading")


async def test_a_member_that_was_taken_out_of_the_group_has_the_time_to_claim_its_turns(topics: Topics) -> None:
    topics.membership.is_settled.clear()
    outcomes, taken_over = topics.outcomes(), delivery(ENDED)
    ended = asyncio.create_task(outcomes.ended(taken_over))
    await topics.claim(ENDED, 60)
    topics.membership.is_settled.set()
    await eventually(lambda: taken_over.doing is Doing.CLAIMED_ELSEWHERE, WAIT_SECONDS, "the claim")
    await topics.write(ENDED)
    assert await ended


async def test_what_was_its_own_before_a_rebalance_waits_for_nobodys_claims(topics: Topics) -> None:
    topics.membership.is_settled.clear()
    outcomes = topics.outcomes()
    outcomes.forget([0])
    assert not await outcomes.ended(delivery(UNKNOWN))


async def test_after_a_standstill_it_begins_no_turn_before_it_would_know_that_it_was_taken_out(topics: Topics) -> None:
    outcomes = topics.outcomes()
    assert not await outcomes.ended(delivery(UNKNOWN))
    topics.membership.is_awake.clear()
    another_ones = asyncio.create_task(outcomes.ended(delivery(OTHER)))
    await asyncio.sleep(0)
    assert not another_ones.done()
    topics.membership.is_awake.set()
    assert not await another_ones
