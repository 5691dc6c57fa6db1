from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import Unavailable
from gateway.kafka.producer import NO_TURN
from gateway.records import DeadLetter, OtherVersion, Topic, Undecodable, turn_headers
from streams.engine import worker as worker_module
from streams.engine.worker import DeadLettered, Delivery, Doing, Event, Worker
from tests.gateway.wires import Message, RecordingProducer, turn_ids


@dataclass(slots=True)
class FakeEvent:
    """An event of a stream."""

    message: Message


@dataclass(slots=True)
class Stage:
    """A worker, the records that come to it, and what a test decides about the work on each."""

    handle: Callable[[Delivery], Awaitable[None]] | None = None
    max_bytes: int = 10_000
    producer: RecordingProducer = field(default_factory=RecordingProducer)
    handled: list[Delivery] = field(default_factory=list)
    doing: Doing = Doing.AT_PROVIDER
    offered: list[str] = field(default_factory=list)
    claimed: Collection[str] = ()
    ends: dict[int, asyncio.Future[None]] = field(default_factory=dict)
    worker: Worker = field(init=False)
    _events: asyncio.Queue[Event] = field(default_factory=asyncio.Queue)
    _turns: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.worker = Worker(
            Topic.INCOMING, self.handle or self._wait, self.producer.send_dead_letter, self.max_bytes, self._claim
        )

    async def _claim(self, deliveries: Collection[Delivery]) -> Collection[str]:
        self.offered += [delivery.turn_id for delivery in deliveries]
        return self.claimed

    async def _wait(self, delivery: Delivery) -> None:
        self.handled.append(delivery)
        delivery.doing = self.doing
        await self.end_of(int(delivery.value))

    def end_of(self, number: int) -> asyncio.Future[None]:
        """What the work on the record with that value waits for."""
        return self.ends.setdefault(number, asyncio.get_running_loop().create_future())

    def come(self, offset: int, turn: str, *, partition: int = 0, value: bytes | None = None) -> None:
        """A record comes."""
        message = Message(offset, str(offset).encode() if value is None else value, turn_headers(turn), partition)
        self._events.put_nowait(FakeEvent(message))

    def come_without_turn(self, offset: int) -> None:
        """A record comes that names no turn."""
        self._events.put_nowait(FakeEvent(Message(offset, b"Ann", [])))

    async def end(self, number: int, error: BaseException | None = None) -> None:
        """The work on a record ends; returns when the worker has done what it does then."""
        if error is None:
            self.end_of(number).set_result(None)
        else:
            self.end_of(number).set_exception(error)
        await settled()

    async def events(self) -> AsyncIterator[Event]:
        """The records, as a stream."""
        while True:
            yield await self._events.get()

    def committable(self, partition: int = 0) -> int | None:
        """Up to where the partition may be committed."""
        return self.worker.window.committable(partition)


async def settled() -> None:
    """Lets everything run that can: nothing here waits for more than other tasks."""
    for _ in range(20):
        await asyncio.sleep(0)


@asynccontextmanager
async def running(stage: Stage) -> AsyncIterator[Stage]:
    """The worker works."""
    work = asyncio.create_task(stage.worker.run(stage.events()))
    try:
        yield stage
    finally:
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        await stage.worker.background.drain(0)


TURNS = list(zip(range(30), turn_ids(), strict=False))


@given(st.permutations(range(8)))
def test_records_are_committed_in_order_whatever_order_their_work_ends_in(order: list[int]) -> None:
    async def scenario() -> None:
        async with running(Stage()) as stage:
            for offset, turn in TURNS[:8]:
                stage.come(offset, turn)
            await settled()
            done: set[int] = set()
            for offset in order:
                await stage.end(offset)
                done.add(offset)
                assert stage.committable() == next((each for each in range(8) if each not in done), 8)

    asyncio.run(scenario())


async def test_partitions_are_committed_independently() -> None:
    async with running(Stage()) as stage:
        for offset, turn in TURNS[:4]:
            stage.come(offset, turn, partition=offset % 2)
        await settled()
        await stage.end(3)
        await stage.end(1)
        assert (stage.committable(0), stage.committable(1)) == (0, 4)


async def test_a_handler_gets_the_turn_its_partition_its_time_and_its_value() -> None:
    async with running(Stage()) as stage:
        stage.come(7, TURNS[0][1], partition=2)
        await settled()
        assert stage.handled == [Delivery(TURNS[0][1], 2, 0.0, b"7")]


async def test_a_delivery_does_not_print_what_it_holds() -> None:
    assert "Ann" not in repr(Delivery("t1", 0, 0.0, b"Ann"))


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (Undecodable("no"), "undecodable"),
        (OtherVersion("no"), "other_version"),
        (DeadLettered("expired"), "expired"),
        (ValueError("Ann"), "internal_error"),
        (Unavailable("away"), "internal_error"),
    ],
)
async def test_a_record_that_cannot_be_worked_on_is_one_dead_letter_and_blocks_nothing(
    error: Exception, reason: str
) -> None:
    async with running(Stage()) as stage:
        stage.come(5, TURNS[0][1], partition=3)
        stage.come(6, TURNS[1][1], partition=3)
        await settled()
        await stage.end(5, error)
        await stage.end(6)
        expected = DeadLetter(topic=Topic.INCOMING.value, partition=3, offset=5, length=1, reason=reason)
        assert [(sent.record, sent.turn_id) for sent in stage.producer.sent] == [(expected, TURNS[0][1])]
        assert stage.committable(3) == 7


async def test_a_dead_letter_is_confirmed_before_its_record_is_committed() -> None:
    async with running(Stage()) as stage:
        stage.producer.hold()
        stage.come(5, TURNS[0][1])
        await settled()
        await stage.end(5, Undecodable("no"))
        await stage.producer.until(1)
        assert stage.committable() == 5
        stage.producer.release()
        await settled()
        assert stage.committable() == 6


async def test_a_record_of_no_turn_is_a_dead_letter_and_never_handled() -> None:
    async with running(Stage()) as stage:
        stage.come_without_turn(5)
        await settled()
        assert stage.handled == []
        assert [(sent.turn_id, sent.record) for sent in stage.producer.sent] == [
            (NO_TURN, DeadLetter(topic=Topic.INCOMING.value, partition=0, offset=5, length=3, reason="undecodable"))
        ]
        assert stage.committable() == 6


async def test_a_second_delivery_of_a_turn_waits_for_the_first_and_is_not_handled() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        stage.come(2, TURNS[0][1], value=b"1")
        stage.come(3, TURNS[0][1], partition=1, value=b"1")
        await settled()
        assert (len(stage.handled), stage.committable(0), stage.committable(1)) == (1, 1, 3)
        await stage.end(1)
        assert (len(stage.handled), stage.committable(0), stage.committable(1)) == (1, 3, 4)


async def test_a_delivery_after_the_turns_work_has_ended_is_handled_anew() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        await stage.end(1)
        stage.come(2, TURNS[0][1])
        await settled()
        assert len(stage.handled) == 2


async def test_a_second_delivery_is_not_committed_before_the_firsts_dead_letter_is_confirmed() -> None:
    async with running(Stage()) as stage:
        stage.producer.hold()
        stage.come(1, TURNS[0][1])
        stage.come(2, TURNS[0][1], partition=1)
        await settled()
        await stage.end(1, DeadLettered("expired"))
        assert (stage.committable(0), stage.committable(1)) == (1, 2)
        stage.producer.release()
        await settled()
        assert (stage.committable(0), stage.committable(1)) == (2, 3)
        assert len(stage.producer.letters) == 1


async def test_a_record_of_a_revoked_partition_is_never_committed() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        stage.come(2, TURNS[1][1], partition=1)
        await settled()
        stage.worker.revoke([0])
        await stage.end(1)
        await stage.end(2)
        assert (stage.committable(0), stage.committable(1)) == (None, 3)


async def test_a_redelivery_after_a_revoke_waits_for_the_work_that_goes_on() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        stage.worker.revoke([0])
        stage.come(1, TURNS[0][1])
        await settled()
        assert stage.committable() == 1
        await stage.end(1)
        assert (len(stage.handled), stage.committable()) == (1, 2)


async def test_one_open_record_stops_no_other() -> None:
    async with running(Stage()) as stage:
        for offset, turn in TURNS:
            stage.come(offset, turn)
        await settled()
        for offset, _ in TURNS[1:]:
            await stage.end(offset)
        assert (len(stage.handled), stage.committable()) == (len(TURNS), 0)
        await stage.end(0)
        assert stage.committable() == len(TURNS)


async def test_no_more_bytes_are_taken_in_than_it_may_hold() -> None:
    async with running(Stage(max_bytes=10)) as stage:
        stage.come(1, TURNS[0][1], value=b"0000000001")
        stage.come(2, TURNS[1][1], value=b"2")
        await settled()
        assert (len(stage.handled), stage.worker.full) == (1, True)
        await stage.end(1)
        assert (len(stage.handled), stage.worker.full) == (2, False)


async def test_what_waited_for_room_while_its_partition_was_revoked_is_not_taken_in() -> None:
    async with running(Stage(max_bytes=10)) as stage:
        stage.come(1, TURNS[0][1], value=b"0000000001")
        stage.come(2, TURNS[1][1])
        await settled()
        stage.worker.revoke([0])
        await stage.end(1)
        assert [delivery.value for delivery in stage.handled] == [b"0000000001"]
        assert stage.committable() is None


async def test_a_turn_that_waits_is_left_to_the_new_owner_of_its_partition() -> None:
    async with running(Stage(doing=Doing.WAITING)) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        await stage.worker.hand_over([0])
        assert (stage.offered, stage.worker.count, stage.committable()) == ([], 0, 1)


async def test_a_turn_that_has_begun_is_claimed_and_goes_on_when_its_partition_leaves() -> None:
    async with running(Stage(claimed=[TURNS[0][1]])) as stage:
        stage.come(1, TURNS[0][1])
        stage.come(2, TURNS[1][1], partition=1)
        await settled()
        await stage.worker.hand_over([0])
        assert (stage.offered, stage.worker.count, stage.end_of(1).cancelled()) == ([TURNS[0][1]], 2, False)
        await stage.end(1)
        assert stage.worker.count == 1


async def test_a_turn_that_has_begun_and_is_not_claimed_is_waited_for_a_moment() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        handing = asyncio.create_task(stage.worker.hand_over([0]))
        await settled()
        assert not handing.done()
        await stage.end(1)
        await handing
        assert stage.committable() == 2


async def test_the_moment_for_turns_that_are_not_claimed_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "SETTLE_SECONDS", 0.0)
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        await stage.worker.hand_over([0])
        assert (stage.worker.count, stage.committable()) == (1, 1)


async def test_a_redelivery_of_a_turn_whose_work_was_left_is_handled_anew() -> None:
    async with running(Stage(doing=Doing.WAITING)) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        handing = asyncio.create_task(stage.worker.hand_over([0]))
        stage.come(1, TURNS[0][1])
        await handing
        await settled()
        assert len(stage.handled) == 2


async def test_a_drain_takes_in_nothing_more_and_waits_for_what_is_open() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        draining = asyncio.create_task(stage.worker.drain(60))
        await settled()
        stage.come(2, TURNS[1][1])
        await settled()
        assert (len(stage.handled), draining.done()) == (1, False)
        await stage.end(1)
        assert await draining == 0
        assert (len(stage.handled), stage.committable()) == (1, 2)


async def test_a_drain_that_takes_too_long_stops_the_work_and_commits_nothing() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        stage.come(2, TURNS[0][1])
        await settled()
        assert await stage.worker.drain(0) == 2
        await settled()
        assert (stage.committable(), stage.producer.sent) == (1, [])


async def test_it_tells_what_open_turns_are_doing_and_since_when() -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        before = time.monotonic()
        await settled()
        (delivery,) = stage.worker.open_turns()
        assert (delivery.doing, stage.worker.bytes) == (Doing.AT_PROVIDER, 1)
        assert before <= delivery.since <= time.monotonic()


async def test_an_error_of_a_handler_leaves_no_text_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async with running(Stage()) as stage:
        stage.come(1, TURNS[0][1])
        await settled()
        await stage.end(1, ValueError("Ann"))
    assert "Ann" not in " ".join(record.getMessage() for record in caplog.records)


@given(st.integers(0, 2**32))
def test_however_work_ends_every_record_is_done_once(seed: int) -> None:
    async def scenario() -> None:
        chance = random.Random(seed)
        async with running(Stage()) as stage:
            for offset, turn in TURNS:
                stage.come(offset, turn, partition=chance.randrange(2))
            await settled()
            for _ in TURNS:
                handled = [int(each.value) for each in stage.handled]
                number = chance.choice([each for each in handled if not stage.end_of(each).done()])
                await stage.end(number, chance.choice([None, None, ValueError(), DeadLettered("expired")]))
            assert stage.worker.window.next_offsets == {
                partition: stage.committable(partition) for partition in stage.worker.window.next_offsets
            }
            assert (len(stage.handled), stage.worker.count) == (len(TURNS), 0)

    asyncio.run(scenario())
