from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass, field, replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import BadRequest, GatewayError, ProviderFailed, Unavailable
from gateway.kafka.compacted import Keyed
from gateway.kafka.connection import Connection
from gateway.providers.calls import MayCall, any_call
from gateway.providers.client import Providers
from gateway.records import (
    Awaited,
    Chunk,
    Claim,
    Failure,
    Hold,
    Inquiry,
    Lifting,
    MinimizedTurn,
    Outcome,
    OutcomeKind,
    Record,
    Topic,
    Unconfirmed,
    Undecodable,
    encode,
)
from gateway.roles import Role
from gateway.settings import DispatcherSettings
from gateway.types import JsonObject, Surface
from streams.dispatcher import inquiries as inquiries_module
from streams.dispatcher.attempt import CHUNK_BYTES
from streams.dispatcher.claims import Claims
from streams.dispatcher.egress import EgressHolds
from streams.dispatcher.endings import Endings
from streams.dispatcher.handler import Dispatcher
from streams.dispatcher.inquiries import Inquiries
from streams.dispatcher.outcomes import Outcomes
from streams.dispatcher.part import limits
from streams.engine.cancellations import Cancellations
from streams.engine.lanes import FairQueue, Lanes
from streams.engine.peers import peers_of
from streams.engine.worker import DeadLettered, Delivery, Doing
from tests.gateway.wires import TURN, Message, RecordingProducer, turn_ids

Step = list[bytes] | BaseException | Callable[[], None] | asyncio.Event
TURNS = [turn for turn, _ in zip(turn_ids(), range(8), strict=False)]
HOLD = Hold(
    surface=Surface.EGRESS, canary="c1", canary_kind="email", leaked_ms=0, held_ms=0, leaks=1, configuration="settings"
)
LIFTING = Lifting(person="anna", reason="the policy was wrong", lifted_ms=1, hold=HOLD)
BODY = b'{"model":"gpt-4.1","messages":[{"role":"user","content":"Write to [EMAIL1]"}]}'


class ScriptedProviders(Providers):
    """A provider that does what its script says: batches of events, failures, and what happens between them.

    An empty script never answers.
    """

    def __init__(self, *script: Step) -> None:
        self.script = script
        self.calls: list[JsonObject] = []
        self.called = asyncio.Event()
        self.stopped = False
        self.taken = 0
        self._progress = asyncio.Event()

    async def until_taken(self, batches: int) -> None:
        """Returns once that many batches were taken."""
        while self.taken < batches:
            self._progress.clear()
            await self._progress.wait()

    async def complete(
        self, body: JsonObject, deadline: float, tenant: str = "", may_call: MayCall = any_call
    ) -> bytes:
        """The first batch's first event, as the whole answer."""
        async for batch in self.stream(body, deadline, tenant, may_call):
            return batch[0]
        raise AssertionError("the script has no answer")

    async def stream(
        self, body: JsonObject, deadline: float, tenant: str = "", may_call: MayCall = any_call
    ) -> AsyncGenerator[list[bytes], None]:
        """The batches, unless they are forbidden."""
        may_call(str(body.get("model")))
        self.calls.append(body)
        self.called.set()
        try:
            async for batch in self._steps():
                yield batch
                self.taken += 1
                self._progress.set()
        except (GeneratorExit, asyncio.CancelledError):
            self.stopped = True
            raise

    async def _steps(self) -> AsyncIterator[list[bytes]]:
        if not self.script:
            await asyncio.Event().wait()
        for step in self.script:
            if isinstance(step, BaseException):
                raise step
            if isinstance(step, asyncio.Event):
                await step.wait()
            elif isinstance(step, list):
                yield step
            else:
                step()


@dataclass(slots=True)
class Stage:
    """A dispatcher whose broker is a list and whose provider is a script."""

    providers: ScriptedProviders
    producer: RecordingProducer = field(default_factory=RecordingProducer)
    cancellations: Cancellations = field(default_factory=lambda: Cancellations(600))
    settings: DispatcherSettings = field(default_factory=DispatcherSettings)
    holds_are_read: bool = True
    dispatcher: Dispatcher = field(init=False)

    def __post_init__(self) -> None:
        connection = Connection(("unused:1",), 1, embedded=True)
        peers = peers_of(Role.DISPATCHER, connection)
        self.dispatcher = Dispatcher(
            producer=self.producer,
            providers=self.providers,
            cancellations=self.cancellations,
            outcomes=Outcomes(connection, self.producer.send_dead_letter, Endings(600), peers),
            lanes=Lanes(FairQueue(limits(self.settings, 1_000_000))),
            claims=Claims(self.producer),
            inquiries=Inquiries(self.producer),
            holds=EgressHolds(lambda: self.holds_are_read),
        )

    @property
    def records(self) -> list[Record]:
        """What was sent, in order."""
        return [sent.record for sent in self.producer.sent]

    @property
    def chunks(self) -> list[Chunk]:
        """The answer's chunks."""
        return [record for record in self.records if isinstance(record, Chunk)]

    @property
    def events(self) -> list[bytes]:
        """The answer's events, in the order in which a client gets them."""
        return [bytes(event) for chunk in self.chunks for event in chunk.events]

    @property
    def kinds(self) -> list[str]:
        """What was sent: replies by type, outcomes by how."""
        return [
            record.outcome.value if isinstance(record, Outcome) else type(record).__name__ for record in self.records
        ]


def minimized(
    turn_id: str = TURN,
    *,
    stream: bool = True,
    body: bytes = BODY,
    seconds: float = 3600,
    tenant: str = "support",
    late: bool = False,
) -> Delivery:
    turn = MinimizedTurn(
        tenant=tenant,
        route="chat_completions",
        model="gpt-4.1",
        stream=stream,
        reply_partition=3,
        ask_after_ms=int((time.time() + (-1 if late else 3600)) * 1000),
        deadline_ms=int((time.time() + seconds) * 1000),
        body=msgspec.Raw(body),
        sealed_map=b"sealed",
    )
    return Delivery(turn_id, 2, time.time(), encode(turn))


def event(number: int) -> bytes:
    return b'{"n":%d}' % number


async def test_a_whole_answer_is_one_last_chunk_with_the_map_and_then_the_outcome() -> None:
    stage = Stage(ScriptedProviders([b'{"id":"a"}']))
    await stage.dispatcher.handle(minimized(stream=False))
    reply, outcome = stage.producer.sent
    assert (reply.topic, reply.partition, reply.turn_id) == (Topic.REPLIES, 3, TURN)
    (chunk,) = stage.chunks
    assert (chunk.sequence, chunk.last, chunk.sealed_map, stage.events) == (0, True, b"sealed", [b'{"id":"a"}'])
    assert (outcome.topic, outcome.partition, outcome.turn_id) == (Topic.OUTCOMES, 2, TURN)
    assert outcome.record == Outcome(outcome=OutcomeKind.ANSWERED)


async def test_the_provider_gets_the_minimized_body_and_nothing_else() -> None:
    stage = Stage(ScriptedProviders([event(0)]))
    await stage.dispatcher.handle(minimized())
    assert stage.providers.calls == [msgspec.json.decode(BODY)]


async def test_a_stream_is_sent_in_order_with_one_map_and_one_end() -> None:
    steps: list[Step] = [step for number in range(20) for step in ([event(number)], asyncio.Event())]
    stage = Stage(ScriptedProviders(*steps[:-1]))
    handling = asyncio.create_task(stage.dispatcher.handle(minimized()))
    for number, step in enumerate(steps[1:-1:2], 1):
        await stage.producer.until(number)
        assert isinstance(step, asyncio.Event)
        step.set()
    await handling
    assert len(stage.chunks) >= 20
    assert stage.events == [event(number) for number in range(20)]
    assert [chunk.sequence for chunk in stage.chunks] == list(range(len(stage.chunks)))
    assert [chunk.last for chunk in stage.chunks] == [False] * (len(stage.chunks) - 1) + [True]
    assert [chunk.sealed_map for chunk in stage.chunks] == [b"sealed"] + [None] * (len(stage.chunks) - 1)
    assert len({chunk.attempt_id for chunk in stage.chunks}) == 1
    assert stage.kinds[-1] == "answered"


async def test_the_first_events_do_not_wait_for_more() -> None:
    more = asyncio.Event()
    stage = Stage(ScriptedProviders([event(0)], more, [event(1)]))
    handling = asyncio.create_task(stage.dispatcher.handle(minimized()))
    await stage.producer.until(1)
    assert stage.events == [event(0)]
    more.set()
    await handling
    assert stage.events == [event(0), event(1)]


async def test_what_arrives_while_a_chunk_is_being_sent_travels_together() -> None:
    more = asyncio.Event()
    stage = Stage(ScriptedProviders([event(0)], more, *([event(number)] for number in range(1, 50))))
    stage.producer.hold()
    handling = asyncio.create_task(stage.dispatcher.handle(minimized()))
    await stage.producer.until(1)
    more.set()
    await stage.providers.until_taken(50)
    stage.producer.release()
    await handling
    assert [len(chunk.events) for chunk in stage.chunks] == [1, 49]
    assert stage.events == [event(number) for number in range(50)]


async def test_no_chunk_grows_much_beyond_its_bound() -> None:
    large = b'"%s"' % (b"x" * (CHUNK_BYTES // 2))
    stage = Stage(ScriptedProviders(*([large] for _ in range(8))))
    stage.producer.hold()
    handling = asyncio.create_task(stage.dispatcher.handle(minimized()))
    await stage.providers.until_taken(8)
    stage.producer.release()
    await handling
    assert len(stage.events) == 8
    assert max(len(chunk.events) for chunk in stage.chunks) == 2


@given(st.lists(st.integers(1, 4)), st.lists(st.booleans()))
def test_however_events_come_and_the_broker_confirms_nothing_is_lost_or_reordered(
    sizes: list[int], pauses: list[bool]
) -> None:
    async def scenario() -> None:
        numbers = iter(range(1_000))
        batches = [[event(next(numbers)) for _ in range(size)] for size in sizes]
        producer = RecordingProducer()
        flips = iter(pauses)

        def flip() -> None:
            if next(flips, False):
                producer.hold()
            else:
                producer.release()

        steps: list[Step] = [step for batch in batches for step in (flip, batch)]
        stage = Stage(ScriptedProviders(*steps, producer.release), producer)
        await stage.dispatcher.handle(minimized())
        assert stage.events == [each for batch in batches for each in batch]
        assert [chunk.sequence for chunk in stage.chunks] == list(range(len(stage.chunks)))
        assert [chunk.last for chunk in stage.chunks].count(True) == 1
        assert stage.chunks[-1].last

    asyncio.run(scenario())


@pytest.mark.parametrize("stream", [True, False])
async def test_a_provider_that_refuses_is_told_to_the_client_and_the_turn_has_failed(stream: bool) -> None:
    stage = Stage(ScriptedProviders(BadRequest("The provider refused it.", param="messages[0]")))
    await stage.dispatcher.handle(minimized(stream=stream))
    assert stage.kinds == ["Failure", "failed"]
    failure = stage.records[0]
    assert isinstance(failure, Failure)
    assert (failure.status, failure.param) == (400, "messages[0]")
    assert failure.attempt_id is not None


async def test_a_stream_that_breaks_ends_with_its_attempts_failure_and_never_with_a_last_chunk() -> None:
    more = asyncio.Event()
    stage = Stage(ScriptedProviders([event(0)], more, [event(1)], ProviderFailed("The provider broke off.")))
    handling = asyncio.create_task(stage.dispatcher.handle(minimized()))
    await stage.producer.until(1)
    more.set()
    await handling
    assert stage.kinds == ["Chunk", "Failure", "failed"]
    assert not stage.chunks[0].last
    failure = stage.records[1]
    assert isinstance(failure, Failure)
    assert failure.attempt_id == stage.chunks[0].attempt_id


async def test_an_error_of_ours_is_told_to_the_client_without_its_text() -> None:
    stage = Stage(ScriptedProviders(ValueError("Ann")))
    await stage.dispatcher.handle(minimized())
    assert stage.kinds == ["Failure", "failed"]
    assert b"Ann" not in encode(stage.records[0])


async def test_a_body_without_a_model_is_our_failure_and_blocks_nothing() -> None:
    stage = Stage(ScriptedProviders(KeyError("model")))
    await stage.dispatcher.handle(minimized(body=b"{}"))
    assert stage.kinds == ["Failure", "failed"]


@pytest.mark.parametrize("stream", [True, False])
async def test_a_turn_whose_time_is_over_is_answered_and_becomes_a_dead_letter(stream: bool) -> None:
    stage = Stage(ScriptedProviders())
    with pytest.raises(DeadLettered, match="expired"):
        await stage.dispatcher.handle(minimized(stream=stream, seconds=-1))
    assert stage.kinds == ["Failure", "expired"]
    failure = stage.records[0]
    assert isinstance(failure, Failure)
    assert failure.status == 504


async def test_a_turn_whose_time_ends_in_mid_stream_stops_the_provider() -> None:
    stage = Stage(ScriptedProviders([event(0)], asyncio.Event()))
    with pytest.raises(DeadLettered, match="expired"):
        await stage.dispatcher.handle(minimized(seconds=0.2))
    assert stage.kinds == ["Chunk", "Failure", "expired"]
    assert stage.providers.stopped


async def test_a_record_that_is_not_a_turn_is_undecodable() -> None:
    with pytest.raises(Undecodable):
        await Stage(ScriptedProviders()).dispatcher.handle(Delivery(TURN, 0, 0.0, b"Ann"))


async def test_a_turn_cancelled_before_it_arrives_calls_no_provider() -> None:
    stage = Stage(ScriptedProviders([event(0)]))
    stage.cancellations.add(TURN, now=0.0)
    await stage.dispatcher.handle(minimized())
    assert (stage.providers.calls, stage.kinds) == ([], ["cancelled"])


@pytest.mark.parametrize("stream", [True, False])
async def test_a_cancellation_stops_the_provider_and_says_nothing_to_a_client_that_has_left(stream: bool) -> None:
    stage = Stage(ScriptedProviders())
    handling = asyncio.create_task(stage.dispatcher.handle(minimized(stream=stream)))
    await stage.providers.called.wait()
    stage.cancellations.add(TURN, now=0.0)
    await handling
    assert (stage.providers.stopped, stage.kinds) == (True, ["cancelled"])


async def test_a_cancellation_in_mid_stream_stops_the_provider() -> None:
    stage = Stage(ScriptedProviders([event(0)], asyncio.Event()))
    handling = asyncio.create_task(stage.dispatcher.handle(minimized()))
    await stage.producer.until(1)
    stage.cancellations.add(TURN, now=0.0)
    await handling
    assert (stage.providers.stopped, stage.kinds) == (True, ["Chunk", "cancelled"])


async def test_another_turns_cancellation_stops_nothing() -> None:
    more = asyncio.Event()
    stage = Stage(ScriptedProviders([event(0)], more))
    handling = asyncio.create_task(stage.dispatcher.handle(minimized()))
    await stage.producer.until(1)
    stage.cancellations.add(TURN[::-1], now=0.0)
    more.set()
    await handling
    assert stage.kinds[-1] == "answered"


@pytest.mark.parametrize(
    "script",
    [[[event(0)]], [BadRequest("no")], [ValueError()]],
    ids=["answered", "failed", "broken"],
)
async def test_a_turn_that_has_ended_is_not_sent_to_a_provider_again(script: list[Step]) -> None:
    stage = Stage(ScriptedProviders(*script))
    await stage.dispatcher.handle(minimized())
    before = list(stage.records)
    await stage.dispatcher.handle(minimized())
    assert (len(stage.providers.calls), stage.records) == (1, before)


async def test_a_turn_that_has_ended_is_watched_no_more() -> None:
    stage = Stage(ScriptedProviders([event(0)]))
    await stage.dispatcher.handle(minimized())
    assert stage.cancellations._watched == {}


async def test_the_outcome_is_confirmed_before_the_handler_returns() -> None:
    stage = Stage(ScriptedProviders(producer_holds := asyncio.Event(), [event(0)]))
    handling = asyncio.create_task(stage.dispatcher.handle(minimized(stream=False)))
    await stage.providers.called.wait()
    stage.producer.hold()
    producer_holds.set()
    await stage.producer.until(1)
    assert (stage.records, handling.done()) == ([], False)
    stage.producer.release()
    await handling
    assert stage.kinds == ["Chunk", "answered"]


async def test_a_dispatcher_that_stops_before_the_first_chunk_silently_leaves_the_turn_to_another() -> None:
    stage = Stage(ScriptedProviders())
    handling = asyncio.create_task(stage.dispatcher.handle(minimized()))
    await stage.providers.called.wait()
    handling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await handling
    assert (stage.providers.stopped, stage.records) == (True, [])


async def test_a_dispatcher_that_stops_in_mid_stream_tells_the_client_and_ends_the_turn() -> None:
    stage = Stage(ScriptedProviders([event(0)], asyncio.Event()))
    handling = asyncio.create_task(stage.dispatcher.handle(minimized()))
    await stage.producer.until(1)
    await asyncio.sleep(0)  # the broker's confirmation
    handling.cancel()
    await handling
    assert (stage.providers.stopped, stage.kinds) == (True, ["Chunk", "Failure", "failed"])
    failure = stage.records[1]
    assert isinstance(failure, Failure)
    assert failure.attempt_id == stage.chunks[0].attempt_id


async def test_a_broker_that_is_away_is_waited_for_without_a_second_call() -> None:
    stage = Stage(ScriptedProviders([event(0)]), RecordingProducer([Unavailable("away")]))
    await stage.dispatcher.handle(minimized(stream=False))
    assert (len(stage.providers.calls), stage.kinds) == (1, ["Chunk", "answered"])


async def test_an_empty_answer_is_complete_and_brings_the_map() -> None:
    stage = Stage(ScriptedProviders([]))
    await stage.dispatcher.handle(minimized())
    assert stage.kinds[-1] == "answered"
    assert (stage.events, stage.chunks[0].sealed_map, stage.chunks[-1].last) == ([], b"sealed", True)


@pytest.mark.parametrize("error", [BadRequest("no"), GatewayError("no"), Unavailable("no"), ValueError("no")])
async def test_no_failure_of_a_provider_ends_the_handler_and_the_next_turn_is_answered(error: Exception) -> None:
    stage = Stage(ScriptedProviders(error))
    await stage.dispatcher.handle(minimized())
    assert stage.kinds == ["Failure", "failed"]
    stage.providers.script = ([event(0)],)
    await stage.dispatcher.handle(replace(minimized(), turn_id=TURN[::-1]))
    assert stage.kinds[2:] == ["Chunk", "answered"]
    assert {sent.turn_id for sent in stage.producer.sent[2:]} == {TURN[::-1]}


async def test_a_turn_that_is_being_answered_is_claimed_and_its_outcome_follows() -> None:
    stage = Stage(ScriptedProviders([event(0)], more := asyncio.Event()))
    delivery = minimized()
    handling = asyncio.create_task(stage.dispatcher.handle(delivery))
    await stage.producer.until(1)
    assert delivery.doing is Doing.AT_PROVIDER
    assert set(await stage.dispatcher.claim([delivery])) == {TURN}
    more.set()
    await handling
    assert stage.kinds[1] == "Claim"
    assert stage.kinds[-1] == "answered"
    claim = stage.records[1]
    assert isinstance(claim, Claim)
    assert claim.attempt_id == stage.chunks[0].attempt_id


async def test_a_claimed_turn_that_is_stopped_before_its_first_chunk_is_given_back() -> None:
    stage = Stage(ScriptedProviders())
    delivery = minimized()
    handling = asyncio.create_task(stage.dispatcher.handle(delivery))
    await stage.providers.called.wait()
    await stage.dispatcher.claim([delivery])
    handling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await handling
    assert [record.seconds for record in stage.records if isinstance(record, Claim)] == [15.0, 0.0]


async def test_a_turn_that_has_ended_can_no_longer_be_claimed() -> None:
    stage = Stage(ScriptedProviders([event(0)]))
    delivery = minimized()
    await stage.dispatcher.handle(delivery)
    assert list(await stage.dispatcher.claim([delivery])) == []


async def test_a_tenants_hung_calls_hold_no_other_tenants_turn() -> None:
    stage = Stage(ScriptedProviders(), settings=DispatcherSettings(max_calls=8, max_calls_per_tenant=4))
    hung = [asyncio.create_task(stage.dispatcher.handle(minimized(turn, tenant="hung"))) for turn in TURNS[:6]]
    await stage.providers.called.wait()
    stage.providers.script = ([event(0)],)
    await stage.dispatcher.handle(minimized(TURNS[6], tenant="quick"))
    assert {sent.turn_id for sent in stage.producer.sent} == {TURNS[6]}
    assert len(stage.providers.calls) == 5
    for task in hung:
        task.cancel()
    await asyncio.gather(*hung, return_exceptions=True)


async def test_a_turn_that_may_not_wait_gets_429_with_the_limit() -> None:
    stage = Stage(ScriptedProviders(), settings=DispatcherSettings(max_calls_per_tenant=1, max_waiting_per_tenant=1))
    tasks = [asyncio.create_task(stage.dispatcher.handle(minimized(turn))) for turn in TURNS[:2]]
    await stage.providers.called.wait()
    await stage.dispatcher.handle(minimized(TURNS[2]))
    failure, outcome = stage.records
    assert isinstance(failure, Failure)
    assert (failure.status, failure.code) == (429, "tenant_queue_full")
    assert "dispatcher.max_waiting_per_tenant" in failure.message
    assert outcome == Outcome(outcome=OutcomeKind.FAILED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_client_that_leaves_while_its_turn_waits_leaves_the_queue() -> None:
    stage = Stage(ScriptedProviders(), settings=DispatcherSettings(max_calls=1))
    running = asyncio.create_task(stage.dispatcher.handle(minimized(TURNS[0])))
    await stage.providers.called.wait()
    waiting = asyncio.create_task(stage.dispatcher.handle(minimized(TURNS[1])))
    await asyncio.sleep(0)
    stage.cancellations.add(TURNS[1], now=0.0)
    await waiting
    assert (len(stage.providers.calls), stage.kinds) == (1, ["cancelled"])
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(("subject", "code"), [("tenant/support", "tenant_held"), ("model/gpt-4.1", "model_held")])
async def test_a_turn_that_is_on_hold_reaches_no_provider_until_the_hold_is_lifted(
    subject: str, code: str, stream: bool
) -> None:
    stage = Stage(ScriptedProviders([event(0)]))
    stage.dispatcher.holds.take(Keyed(subject.encode(), encode(HOLD)))
    await stage.dispatcher.handle(minimized(stream=stream))
    assert (stage.providers.calls, stage.kinds) == ([], ["Failure", "failed"])
    failure = stage.records[0]
    assert isinstance(failure, Failure)
    assert (failure.status, failure.code, failure.retry_after) == (503, code, None)
    stage.dispatcher.holds.take(Keyed(subject.encode(), encode(LIFTING)))
    await stage.dispatcher.handle(minimized(TURNS[0], stream=stream))
    assert stage.kinds[-1] == "answered"


async def test_a_hold_that_comes_while_a_turn_waits_holds_it_and_an_answer_that_has_begun_goes_on() -> None:
    stage = Stage(ScriptedProviders([event(0)], more := asyncio.Event()), settings=DispatcherSettings(max_calls=1))
    answering = asyncio.create_task(stage.dispatcher.handle(minimized(TURNS[0])))
    await stage.providers.called.wait()
    waiting = asyncio.create_task(stage.dispatcher.handle(minimized(TURNS[1])))
    await asyncio.sleep(0)
    stage.dispatcher.holds.take(Keyed(b"tenant/support", encode(HOLD)))
    more.set()
    await asyncio.gather(answering, waiting)
    assert len(stage.providers.calls) == 1
    outcomes = {each.turn_id: each.record for each in stage.producer.sent if each.topic is Topic.OUTCOMES}
    assert outcomes == {
        TURNS[0]: Outcome(outcome=OutcomeKind.ANSWERED),
        TURNS[1]: Outcome(outcome=OutcomeKind.FAILED),
    }


async def test_another_tenants_turn_goes_through() -> None:
    stage = Stage(ScriptedProviders([event(0)]))
    stage.dispatcher.holds.take(Keyed(b"tenant/support", encode(HOLD)))
    await stage.dispatcher.handle(minimized(tenant="sales"))
    assert stage.kinds[-1] == "answered"


async def test_nothing_is_sent_while_the_holds_are_not_known() -> None:
    stage = Stage(ScriptedProviders([event(0)]), holds_are_read=False)
    await stage.dispatcher.handle(minimized())
    failure = stage.records[0]
    assert isinstance(failure, Failure)
    assert (stage.providers.calls, failure.status, failure.code) == ([], 503, "holds_unread")


async def test_a_late_turn_is_sent_once_its_edge_says_that_the_client_still_waits() -> None:
    stage = Stage(ScriptedProviders([event(0)]))
    handling = asyncio.create_task(stage.dispatcher.handle(minimized(late=True)))
    await stage.producer.until(1)
    assert (stage.records, stage.providers.calls) == ([Inquiry()], [])
    stage.dispatcher.inquiries.take(Message(value=encode(Awaited())))
    await handling
    assert (stage.kinds[0], stage.kinds[-1]) == ("Inquiry", "answered")
    assert len(stage.providers.calls) == 1


async def test_a_late_turn_that_no_edge_waits_for_is_never_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inquiries_module, "ANSWER_SECONDS", 0.01)
    stage = Stage(ScriptedProviders([event(0)]))
    await stage.dispatcher.handle(minimized(late=True))
    assert (stage.providers.calls, stage.kinds) == ([], ["Inquiry", "Failure", "failed"])


async def test_a_turn_at_a_provider_is_shown_to_an_edge_that_has_no_confirmation_of_it() -> None:
    answer = asyncio.Event()
    stage = Stage(ScriptedProviders(answer, [event(0)]))
    handling = asyncio.create_task(stage.dispatcher.handle(minimized()))
    await stage.providers.called.wait()
    stage.dispatcher.inquiries.take(Message(value=encode(Unconfirmed())))
    await stage.producer.until(1)
    assert stage.records == [Inquiry()]
    answer.set()
    await handling
    stage.dispatcher.inquiries.take(Message(value=encode(Unconfirmed())))
    assert (stage.kinds[0], stage.kinds[-1]) == ("Inquiry", "answered")


async def test_a_late_turn_whose_client_left_meanwhile_is_never_sent() -> None:
    stage = Stage(ScriptedProviders([event(0)]))
    handling = asyncio.create_task(stage.dispatcher.handle(minimized(late=True)))
    await stage.producer.until(1)
    stage.cancellations.add(TURN, now=0.0)
    await handling
    assert (stage.providers.calls, stage.kinds) == ([], ["Inquiry", "cancelled"])
