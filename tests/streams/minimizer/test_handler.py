from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass, field, replace
from threading import Event

import msgspec
import orjson
import pytest

from gateway.detection.cache import CachedDetector, PieceCache
from gateway.detection.detector import Detector
from gateway.detection.pattern_detector import PatternDetector
from gateway.detectors import PolicyDetectors
from gateway.errors import TooLarge, Unavailable
from gateway.minimization import Detectors
from gateway.plans.predictors.learned import Artefact, Needs
from gateway.policy import Policy
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
from gateway.settings import MinimizerSettings
from gateway.types import Action, EntityType, JsonObject, Span
from streams.detecting.service import DetectionService
from streams.engine.cancellations import Cancellations
from streams.engine.lanes import FairQueue, Lanes
from streams.engine.worker import DeadLettered, Delivery
from streams.minimizer.counting import TurnCounter
from streams.minimizer.handler import SHORT_BYTES, Minimizer
from streams.minimizer.part import limits
from tests.gateway.wires import TURN, RecordingProducer
from tests.support.long_work import detection_by
from tests.support.metrics import metric

SEALER = Sealer(KeyRing((("k1", b"1" * 32),)), {}, os.urandom)
STRANGER = Sealer(KeyRing((("k1", b"2" * 32),)), {}, os.urandom)
BODY: JsonObject = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Write to ann@example.org"}]}


PATTERNS = PatternDetector()
REST = Detectors(PATTERNS, PATTERNS)


def looked_at_by(texts: Detector | None = PATTERNS, *, slow: bool = False, seconds: float = 60.0) -> DetectionService:
    """A detection in which a detector looks at the texts; patterns look at the rest, and at all where it is None."""
    looks = PolicyDetectors(None if texts is None else Detectors(texts, PATTERNS), REST, slow)
    return detection_by(looks, seconds)


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
            detection=looked_at_by(),
            cancellations=self.cancellations,
            short=Lanes(FairQueue(limits(MinimizerSettings(), 1, 1_000_000))),
            long=Lanes(FairQueue(limits(MinimizerSettings(), 1, 1_000_000))),
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
        key_name="support-bot",
        route="chat_completions",
        model="gpt-4.1",
        dry_run=False,
        reply_partition=3,
        ask_after_ms=int((time.time() + 3600) * 1000),
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
    text = "Write to ann@example.org. " + "x " * SHORT_BYTES
    await stage.minimizer.handle(incoming({**BODY, "messages": [{"role": "user", "content": text}]}))
    (turn,) = minimized_by(stage)
    assert b"[EMAIL1]" in bytes(turn.body)
    assert b"ann" not in bytes(turn.body)


async def test_a_turn_whose_time_is_over_is_answered_and_becomes_a_dead_letter() -> None:
    stage = Stage()
    with pytest.raises(DeadLettered, match="expired"):
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
    with pytest.raises(DeadLettered, match="unopenable"):
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


async def test_a_record_that_is_not_a_turn_is_undecodable() -> None:
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


class Broken(Detector):
    """A detector that fails with a text in its message."""

    def detect(self, text: str) -> tuple[Span, ...]:
        """Raises."""
        raise ValueError(text)


async def test_a_detector_that_fails_lets_nothing_leave_and_says_nothing_of_the_text() -> None:
    stage = Stage()
    broken = replace(stage.minimizer, detection=looked_at_by(Broken()))
    with pytest.raises(DeadLettered, match="internal_error") as raised:
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
    redacted = {"entity_type": "EMAIL", "action": "REDACT"}
    before = metric("canarygate_spans_total", **redacted)
    await Stage().minimizer.handle(incoming())
    assert metric("canarygate_spans_total", **redacted) == before + 1


async def test_a_turn_that_comes_again_is_counted_once() -> None:
    stage, delivery = Stage(), incoming()
    before = counted()
    await stage.minimizer.handle(delivery)
    await stage.minimizer.handle(delivery)
    assert len(minimized_by(stage)) == 2
    assert [after - was for was, after in zip(before, counted(), strict=True)] == [1, 15, 0]


async def test_characters_that_stay_are_disclosed() -> None:
    stage = Stage()
    policy = Policy(actions={"EMAIL": Action.RETAIN})
    before = counted()
    await replace(stage.minimizer, policies={"default": policy}).handle(incoming())
    assert [after - was for was, after in zip(before, counted(), strict=True)] == [1, 15, 15]


def counted() -> list[float]:
    """Plans of policies, characters detected and disclosed so far."""
    return [
        metric("canarygate_plans_total", predictor="policy"),
        metric("canarygate_detected_characters_total"),
        metric("canarygate_disclosed_characters_total"),
    ]


EMAILS_ABSTRACTED = Artefact({"*": Needs({"EMAIL": 30.0}, {"bias": -30.0})}, {"m": 1}, stand_in=False)
LEARNED = {"default": Policy(predictor="learned")}


async def test_a_learned_plan_is_followed_for_the_model_that_the_request_names() -> None:
    stage = Stage()
    shown = Artefact({"*": Needs({"EMAIL": -30.0}, {}), "gpt-4.1": EMAILS_ABSTRACTED.models["*"]}, {}, stand_in=False)
    learning = replace(stage.minimizer, policies=LEARNED, predictor=shown)
    before = metric("canarygate_plans_total", predictor="learned")
    await learning.handle(incoming())
    await replace(learning, counting=TurnCounter()).handle(incoming({**BODY, "model": "other"}))
    bodies = [orjson.loads(bytes(turn.body)) for turn in minimized_by(stage)]
    assert [body["messages"][0]["content"] for body in bodies] == ["Write to an e-mail address", "Write to [EMAIL1]"]
    assert metric("canarygate_plans_total", predictor="learned") == before + 2


async def test_a_dry_run_shows_the_learned_plan_with_its_abstractions() -> None:
    stage = Stage()
    await replace(stage.minimizer, policies=LEARNED, predictor=EMAILS_ABSTRACTED).handle(incoming(dry_run=True))
    (sent,) = stage.producer.sent
    assert isinstance(sent.record, DryRun)
    answer = orjson.loads(SEALER.open(sent.record.sealed, tenant="default", turn_id=TURN, purpose=Purpose.DRY_RUN))
    assert [(span["action"], span["replacement"]) for span in answer["spans"]] == [("ABSTRACT", "an e-mail address")]


async def test_without_its_predictor_a_policy_lets_nothing_pass() -> None:
    stage = Stage()
    await replace(stage.minimizer, policies=LEARNED).handle(incoming())
    assert stage.failure.status == 503


async def test_a_handler_returns_once_the_broker_has_confirmed() -> None:
    stage = Stage()
    stage.producer.hold()
    handling = asyncio.create_task(stage.minimizer.handle(incoming()))
    await stage.producer.until(1)
    assert not handling.done()
    stage.producer.release()
    await handling


class Names(Detector):
    """A detector that knows a name besides what patterns know, and may be told to wait before it says so."""

    def __init__(self) -> None:
        self.go = Event()
        self.go.set()

    def detect(self, text: str) -> tuple[Span, ...]:
        """What patterns find, and Kowalski."""
        self.go.wait()
        at = text.find("Kowalski")
        name = (Span(at, at + 8, EntityType.NAME, 0.9, "names"),) if at >= 0 else ()
        return (*PATTERNS.detect(text), *name)


PROMPT: JsonObject = {
    "model": "gpt-4.1",
    "messages": [{"role": "user", "content": "Write to ann@example.org, says Kowalski"}],
}
BLOCKING = Policy()
LENIENT = Policy(on_unavailable="patterns_only")
PATTERNS_ONLY = "Write to [EMAIL1], says Kowalski"


def content_of(stage: Stage) -> str:
    """What the provider would read."""
    (turn,) = minimized_by(stage)
    return str(orjson.loads(bytes(turn.body))["messages"][0]["content"])


def staged(policy: Policy, detection: DetectionService) -> Stage:
    stage = Stage()
    stage.minimizer = replace(stage.minimizer, policies={"default": policy}, detection=detection)
    return stage


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("size", [0, SHORT_BYTES])
async def test_names_leave_as_placeholders_wherever_they_are_looked_for(slow: bool, size: int) -> None:
    stage = staged(BLOCKING, looked_at_by(Names(), slow=slow))
    await stage.minimizer.handle(incoming({**PROMPT, "stop": "x " * size}))
    assert content_of(stage) == "Write to [EMAIL1], says [NAME1]"


async def test_a_late_second_look_blocks_the_turn_and_nothing_leaves() -> None:
    names = Names()
    names.go.clear()
    stage = staged(BLOCKING, looked_at_by(names, slow=True, seconds=0.01))
    await stage.minimizer.handle(incoming(PROMPT))
    names.go.set()
    assert stage.failure.status == 503
    assert stage.failure.retry_after
    assert b"Kowalski" not in encode(stage.failure)


async def test_a_late_second_look_leaves_the_rest_where_the_policy_says_so_and_is_counted() -> None:
    before = metric("canarygate_patterns_only_total")
    names = Names()
    names.go.clear()
    stage = staged(LENIENT, looked_at_by(names, slow=True, seconds=0.01))
    await stage.minimizer.handle(incoming(PROMPT))
    names.go.set()
    assert content_of(stage) == PATTERNS_ONLY
    assert metric("canarygate_patterns_only_total") == before + 1


async def test_a_second_look_has_no_longer_than_its_turn() -> None:
    names = Names()
    names.go.clear()
    stage = staged(BLOCKING, looked_at_by(names, slow=True, seconds=3600))
    await stage.minimizer.handle(incoming(PROMPT, deadline_ms=int(time.time() * 1000) + 500))
    names.go.set()
    assert stage.failure.status == 503


@pytest.mark.parametrize(("policy", "left"), [(BLOCKING, 0), (LENIENT, 1)])
async def test_a_full_queue_is_treated_like_a_late_detector(
    policy: Policy, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    names = Names()
    names.go.clear()
    detection = looked_at_by(names, slow=True)
    waiting = [Stage() for _ in range(5)]
    tasks = []
    for stage in waiting:
        stage.minimizer = replace(stage.minimizer, detection=detection)
        tasks.append(asyncio.create_task(stage.minimizer.handle(incoming(PROMPT))))
    await asyncio.sleep(0)
    stage = staged(policy, detection)
    await stage.minimizer.handle(incoming(PROMPT))
    names.go.set()
    await asyncio.gather(*tasks)
    assert len(minimized_by(stage)) == left
    assert stage.failure.status == 503 if policy is BLOCKING else content_of(stage) == PATTERNS_ONLY
    assert [content_of(stage) for stage in waiting] == ["Write to [EMAIL1], says [NAME1]"] * 5


async def test_a_missing_model_blocks_every_turn() -> None:
    stage = staged(BLOCKING, looked_at_by(None))
    await stage.minimizer.handle(incoming(PROMPT))
    assert stage.failure.status == 503


async def test_a_missing_model_leaves_the_rest_where_the_policy_says_so_and_is_counted() -> None:
    before = metric("canarygate_patterns_only_total")
    stage = staged(LENIENT, looked_at_by(None))
    await stage.minimizer.handle(incoming(PROMPT))
    assert content_of(stage) == PATTERNS_ONLY
    assert metric("canarygate_patterns_only_total") == before + 1


async def test_a_models_name_is_no_text_to_a_names_model() -> None:
    stage = staged(BLOCKING, looked_at_by(Names()))
    await stage.minimizer.handle(incoming({**PROMPT, "model": "Kowalski-7b"}, model="*"))
    (turn,) = minimized_by(stage)
    assert orjson.loads(bytes(turn.body))["model"] == "Kowalski-7b"


async def test_a_redelivered_turn_is_minimized_the_same_with_and_without_the_cache() -> None:
    cache = PieceCache(b"k" * 32, 1 << 20)
    bodies = []
    for detection in (looked_at_by(Names()), *[looked_at_by(CachedDetector("names", Names(), cache))] * 2):
        stage = staged(BLOCKING, detection)
        await stage.minimizer.handle(incoming(PROMPT))
        bodies += [bytes(turn.body) for turn in minimized_by(stage)]
    assert len(bodies) == 3
    assert len(set(bodies)) == 1
