from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass, field, replace

import msgspec
import orjson
import pytest

from gateway import metrics
from gateway.detection.detector import PatternDetector
from gateway.errors import TooLarge, Unavailable
from gateway.minimization.policy import Policy
from gateway.protocols.registry import APIS_BY_NAME
from gateway.records import (
    DryRun,
    Failure,
    IncomingTurn,
    MinimizedTurn,
    Topic,
    Undecodable,
    decode_replacement_map,
    encode,
)
from gateway.sealing import KeyRing, Purpose, Sealer
from gateway.types import JsonObject, Span
from streams.control import Cancellations
from streams.minimizer import INLINE_BYTES, Minimizer
from streams.worker import Buried, Delivery
from tests.gateway.wires import TURN, RecordingProducer

SEALER = Sealer(KeyRing((("k1", b"1" * 32),)), {}, os.urandom)
STRANGER = Sealer(KeyRing((("k1", b"2" * 32),)), {}, os.urandom)
BODY: JsonObject = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Write to ann@example.org"}]}


@dataclass(slots=True)
class Stage:
    """A minimizer whose broker is a list."""

    producer: RecordingProducer = field(default_factory=RecordingProducer)
    cancellations: Cancellations = field(default_factory=lambda: Cancellations(600))
    minimizer: Minimizer = field(init=False)

    def __post_init__(self) -> None:
        self.minimizer = Minimizer(
            producer=self.producer,
            sealer=SEALER,
            hashing_key=b"a hashing key",
            policies={"default": Policy()},
            apis=APIS_BY_NAME,
            detector=PatternDetector(),
            cancellations=self.cancellations,
        )

    @property
    def failure(self) -> Failure:
        """The one reply, an error."""
        (sent,) = self.producer.sent
        assert (sent.topic, sent.partition, sent.turn_id) == (Topic.REPLIES, 3, TURN)
        assert isinstance(sent.record, Failure)
        return sent.record


def incoming(
    body: JsonObject = BODY, *, sealer: Sealer = SEALER, tenant: str = "default", **changed: object
) -> Delivery:
    turn = IncomingTurn(
        tenant=tenant,
        policy="default",
        route="chat_completions",
        model="gpt-4.1",
        dry_run=False,
        reply_partition=3,
        deadline_ms=int((time.time() + 3600) * 1000),
        sealed=sealer.seal(orjson.dumps(body), tenant=tenant, turn_id=TURN, purpose=Purpose.REQUEST),
    )
    return Delivery(TURN, 0, time.time(), encode(msgspec.structs.replace(turn, **changed)))


def minimized_by(stage: Stage) -> list[MinimizedTurn]:
    return [sent.record for sent in stage.producer.sent if isinstance(sent.record, MinimizedTurn)]


async def test_a_turn_is_passed_on_minimized_with_its_map_sealed_for_the_edge() -> None:
    stage = Stage()
    delivery = incoming({**BODY, "stream": True})
    await stage.minimizer.handle(delivery)
    (sent,) = stage.producer.sent
    assert (sent.topic, sent.turn_id, sent.partition) == (Topic.MINIMIZED, TURN, None)
    (turn,) = minimized_by(stage)
    assert (turn.route, turn.model, turn.stream, turn.reply_partition) == ("chat_completions", "gpt-4.1", True, 3)
    assert orjson.loads(bytes(turn.body)) == {
        "model": "gpt-4.1",
        "messages": [{"role": "user", "content": "Write to [EMAIL1]"}],
        "stream": True,
    }
    opened = SEALER.open(turn.sealed_map, tenant="default", turn_id=TURN, purpose=Purpose.REPLACEMENT_MAP)
    assert decode_replacement_map(opened)["[EMAIL1]"].text == "ann@example.org"


async def test_no_value_is_in_the_record_that_the_dispatcher_reads() -> None:
    stage = Stage()
    await stage.minimizer.handle(incoming())
    assert b"ann" not in encode(stage.producer.sent[0].record)


async def test_a_second_delivery_gives_the_same_minimized_request_and_placeholders() -> None:
    stage = Stage()
    delivery = incoming({**BODY, "user": "ann"})
    await stage.minimizer.handle(delivery)
    await stage.minimizer.handle(delivery)
    first, second = minimized_by(stage)
    assert bytes(first.body) == bytes(second.body)
    maps = [
        SEALER.open(turn.sealed_map, tenant="default", turn_id=TURN, purpose=Purpose.REPLACEMENT_MAP)
        for turn in (first, second)
    ]
    assert maps[0] == maps[1]


async def test_identifiers_are_hashed_for_their_tenant() -> None:
    stage = Stage()
    for tenant in ("default", "support"):
        await stage.minimizer.handle(incoming({**BODY, "user": "ann"}, tenant=tenant))
    users = [orjson.loads(bytes(turn.body))["user"] for turn in minimized_by(stage)]
    assert len(set(users)) == 2
    assert all(len(user) == 32 for user in users)


async def test_a_body_too_large_for_the_loop_is_minimized_all_the_same() -> None:
    stage = Stage()
    text = "Write to ann@example.org. " + "x " * INLINE_BYTES
    await stage.minimizer.handle(incoming({**BODY, "messages": [{"role": "user", "content": text}]}))
    (turn,) = minimized_by(stage)
    assert b"[EMAIL1]" in bytes(turn.body)
    assert b"ann" not in bytes(turn.body)


async def test_a_turn_whose_time_is_over_is_answered_and_becomes_a_dead_letter() -> None:
    stage = Stage()
    with pytest.raises(Buried, match="expired"):
        await stage.minimizer.handle(incoming(deadline_ms=int((time.time() - 1) * 1000)))
    assert stage.failure.status == 504


@pytest.mark.parametrize(
    "delivery",
    [
        incoming(sealer=STRANGER),
        incoming(sealed=b""),
        incoming(sealed=b"\x01\x02k1"),
        replace(incoming(), turn_id=TURN[::-1]),
        incoming(tenant="default", sealed=SEALER.seal(b"{}", tenant="other", turn_id=TURN, purpose=Purpose.REQUEST)),
        incoming(sealed=SEALER.seal(b"{}", tenant="default", turn_id=TURN, purpose=Purpose.DRY_RUN)),
    ],
    ids=["another key", "empty", "cut", "another turn", "another tenant", "another purpose"],
)
async def test_a_request_that_cannot_be_opened_is_answered_and_becomes_a_dead_letter(delivery: Delivery) -> None:
    stage = Stage()
    with pytest.raises(Buried, match="unopenable"):
        await stage.minimizer.handle(delivery)
    (sent,) = stage.producer.sent
    assert isinstance(sent.record, Failure)
    assert sent.record.status == 503


@pytest.mark.parametrize("delivery", [incoming(policy="strict"), incoming(route="responses")])
async def test_a_policy_or_route_that_this_minimizer_does_not_know_is_answered_and_nothing_leaves(
    delivery: Delivery,
) -> None:
    stage = Stage()
    await stage.minimizer.handle(delivery)
    assert stage.failure.status == 503


async def test_what_is_no_turn_is_undecodable() -> None:
    with pytest.raises(Undecodable):
        await Stage().minimizer.handle(Delivery(TURN, 0, 0.0, b"Ann"))


async def test_a_dry_run_is_answered_sealed_and_goes_no_further() -> None:
    stage = Stage()
    await stage.minimizer.handle(incoming(dry_run=True))
    (sent,) = stage.producer.sent
    assert (sent.topic, sent.partition) == (Topic.REPLIES, 3)
    assert isinstance(sent.record, DryRun)
    opened = SEALER.open(sent.record.sealed, tenant="default", turn_id=TURN, purpose=Purpose.DRY_RUN)
    answer = orjson.loads(opened)
    assert [span["replacement"] for span in answer["spans"]] == ["[EMAIL1]"]
    assert answer["minimized"]["messages"][0]["content"] == "Write to [EMAIL1]"


async def test_a_dry_run_of_one_text_has_a_route_of_its_own() -> None:
    stage = Stage()
    await stage.minimizer.handle(incoming({"text": "Write to ann@example.org"}, route="text", dry_run=True))
    (sent,) = stage.producer.sent
    assert isinstance(sent.record, DryRun)
    opened = SEALER.open(sent.record.sealed, tenant="default", turn_id=TURN, purpose=Purpose.DRY_RUN)
    assert orjson.loads(opened)["minimized"] == {"text": "Write to [EMAIL1]"}


async def test_a_cancelled_turn_is_neither_opened_nor_passed_on_nor_answered() -> None:
    stage = Stage()
    stage.cancellations.add(TURN, now=0.0)
    await stage.minimizer.handle(incoming(sealer=STRANGER))
    assert stage.producer.sent == []


async def test_a_models_name_behind_a_wildcard_carries_no_text_to_a_provider() -> None:
    stage = Stage()
    await stage.minimizer.handle(incoming({**BODY, "model": "ann@example.org"}, model="*"))
    assert (stage.failure.status, stage.failure.param) == (404, "model")


async def test_a_model_that_is_configured_by_name_is_not_searched_for_spans() -> None:
    stage = Stage()
    await stage.minimizer.handle(incoming({**BODY, "model": "ann@example.org"}, model="ann@example.org"))
    assert len(minimized_by(stage)) == 1


class Broken:
    """A detector that fails with a text in its message."""

    def detect(self, text: str) -> tuple[Span, ...]:
        """Raises."""
        raise ValueError(text)


async def test_a_detector_that_fails_lets_nothing_leave_and_says_nothing_of_the_text() -> None:
    stage = Stage()
    broken = replace(stage.minimizer, detector=Broken())
    with pytest.raises(Buried, match="internal_error") as raised:
        await broken.handle(incoming())
    assert stage.failure.status == 500
    assert b"ann" not in encode(stage.failure)
    assert raised.value.__suppress_context__


async def test_a_broker_that_is_away_is_waited_for() -> None:
    stage = Stage(RecordingProducer([Unavailable("away")]))
    await stage.minimizer.handle(incoming())
    assert len(minimized_by(stage)) == 1


async def test_a_turn_that_no_topic_takes_is_answered() -> None:
    stage = Stage(RecordingProducer([TooLarge("the record is larger than its topic takes")]))
    await stage.minimizer.handle(incoming())
    assert stage.failure.status == 413


async def test_spans_are_counted_by_type_and_action() -> None:
    counter = metrics.spans_total.labels("EMAIL", "REDACT")
    before = counter._value.get()
    await Stage().minimizer.handle(incoming())
    assert counter._value.get() == before + 1


async def test_a_handler_returns_once_the_broker_has_confirmed() -> None:
    stage = Stage()
    stage.producer.hold()
    handling = asyncio.create_task(stage.minimizer.handle(incoming()))
    await stage.producer.until(1)
    assert not handling.done()
    stage.producer.release()
    await handling
