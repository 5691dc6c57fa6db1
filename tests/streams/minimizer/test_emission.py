"""What is emitted of a turn for analytics, for whom it counts, and what speaks against it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import pytest

from gateway.analytics import contributor, event_id, subject
from gateway.errors import TooLarge, Unavailable
from gateway.kafka.compacted import Keyed
from gateway.policy import Policy
from gateway.records import AnalyticsText, MinimizedTurn, PrivacyRequest, Topic, encode
from gateway.types import Action, JsonObject
from streams.engine.worker import Delivery
from streams.minimizer import emission
from streams.minimizer.emission import Emission, EmissionOutcome
from streams.minimizer.handler import SHORT_BYTES
from streams.minimizer.opt_outs import OptOuts
from tests.gateway.wires import TURN, RecordingProducer, Sent
from tests.streams.minimizer.test_handler import LENIENT, Stage, incoming, looked_at_by
from tests.support.metrics import metric

DAY = 86_400
NOON = 20_000 * DAY + 12 * 3600
KEY, AUDIT = b"an analytics key", b"an audit key"
RETAINING = Policy(actions={"*": Action.RETAIN})
TEXT = "Write to ann@example.org about the refund, please."
REDACTED = "Write to [EMAIL] about the refund, please."


class Failing(RecordingProducer):
    """A producer that takes turns, and fails with what it is told for analytics."""

    def __init__(self, failure: Exception) -> None:
        super().__init__()
        self.failure = failure

    async def write(self, *record: object, **options: object) -> None:
        """Fails."""
        raise self.failure


@dataclass(slots=True)
class Emitting(Stage):
    """A minimizer that emits what users say, for tenants of which ``default`` is trusted."""

    opt_outs: OptOuts = field(default_factory=OptOuts)
    known: bool = True
    window_ms: int = DAY * 1000

    def __post_init__(self) -> None:
        Stage.__post_init__(self)
        made = Emission(
            producer=self.producer,
            analytics_key=KEY,
            audit_key=AUDIT,
            window_ms=self.window_ms,
            trusted_tenants=frozenset({"default"}),
            opt_outs=self.opt_outs,
            known=lambda: self.known,
        )
        self.minimizer = replace(self.minimizer, emission=made)

    @property
    def emitted(self) -> list[Sent]:
        """What was sent for analytics."""
        return self.producer.of(Topic.ANALYTICS)

    @property
    def text(self) -> AnalyticsText:
        """The one text that was emitted."""
        (sent,) = self.emitted
        assert isinstance(sent.record, AnalyticsText)
        return sent.record

    @property
    def forwarded(self) -> bool:
        """Whether the turn went on."""
        return [sent.topic for sent in self.producer.sent if sent.topic is not Topic.ANALYTICS] == [Topic.MINIMIZED]


Ids = Mapping[str, str | None]


def turn(
    content: str = TEXT, ids: Ids = MappingProxyType({}), *, at: float = NOON, tenant: str = "default"
) -> Delivery:
    """A turn that arrived at noon of a day."""
    body: JsonObject = {"model": "gpt-4.1", "messages": [{"role": "user", "content": content}], **ids}
    delivery = incoming(body, tenant=tenant)
    return replace(delivery, timestamp=at)


def outcomes() -> dict[str, float]:
    """How often each outcome was counted so far."""
    return {each.value: metric("canarygate_analytics_texts_total", outcome=each.value) for each in EmissionOutcome}


def counted(before: dict[str, float]) -> dict[str, float]:
    """The outcomes that were counted since."""
    return {name: count - before[name] for name, count in outcomes().items() if count != before[name]}


async def test_what_a_user_said_is_emitted_with_every_span_redacted() -> None:
    stage, before = Emitting(), outcomes()
    await stage.minimizer.handle(turn())
    assert stage.forwarded
    assert stage.text == AnalyticsText(
        event_id=event_id(AUDIT, TURN),
        window=20_000 * DAY,
        contributor=contributor(KEY, "default", 20_000 * DAY, "support-bot"),
        language="en",
        text=REDACTED,
    )
    assert counted(before) == {"emitted": 1}


async def test_a_record_names_no_turn_and_no_minute() -> None:
    stage = Emitting()
    await stage.minimizer.handle(turn(at=NOON + 1234.567))
    (sent,) = stage.emitted
    assert (sent.turn_id, sent.timestamp_ms) == (stage.text.contributor, NOON * 1000)
    assert TURN.encode() not in encode(sent.record)


async def test_in_windows_of_minutes_a_records_time_is_its_windows() -> None:
    stage = Emitting(window_ms=180_000)
    await stage.minimizer.handle(turn(at=NOON + 200.5))
    (sent,) = stage.emitted
    assert sent.timestamp_ms == stage.text.window * 1000 == (NOON + 180) * 1000


async def test_what_the_policy_lets_through_is_redacted_all_the_same() -> None:
    stage = Emitting()
    stage.minimizer = replace(stage.minimizer, policies={"default": RETAINING})
    await stage.minimizer.handle(turn())
    (minimized,) = (sent.record for sent in stage.producer.sent if isinstance(sent.record, MinimizedTurn))
    assert b"ann@example.org" in bytes(minimized.body)
    assert stage.text.text == REDACTED


async def test_a_long_turn_is_emitted_from_the_process_that_minimized_it() -> None:
    stage = Emitting()
    await stage.minimizer.handle(turn(TEXT + " x" * SHORT_BYTES))
    assert stage.text.text.startswith(REDACTED)


async def test_a_redelivered_turn_gives_an_identical_record() -> None:
    stage, delivery = Emitting(), turn(ids={"user": "u-17"})
    await stage.minimizer.handle(delivery)
    await replace(stage.minimizer, detection=looked_at_by(slow=True)).handle(replace(delivery, since=0.0))
    first, second = stage.emitted
    assert first == second


@pytest.mark.parametrize(
    ("ids", "source", "identifier"),
    [
        ({"safety_identifier": "s-1", "user": "u-17"}, "safety_identifier", "s-1"),
        ({"safety_identifier": None, "user": "u-17"}, "user", "u-17"),
        ({"user": "u-17"}, "user", "u-17"),
        ({"user": ""}, "key", "support-bot"),
        ({}, "key", "support-bot"),
    ],
)
async def test_a_turn_counts_for_whom_it_names_or_for_its_key(ids: Ids, source: str, identifier: str) -> None:
    before = metric("canarygate_contributors_total", source=source)
    stage = Emitting()
    await stage.minimizer.handle(turn(ids=ids))
    assert stage.text.contributor == contributor(KEY, "default", 20_000 * DAY, identifier)
    assert metric("canarygate_contributors_total", source=source) == before + 1


async def test_whom_an_untrusted_tenant_names_counts_for_nobody_but_the_key() -> None:
    stage = Emitting()
    for user in ("u-1", "u-2"):
        await stage.minimizer.handle(turn(ids={"user": user, "safety_identifier": user}, tenant="sales"))
    assert {sent.turn_id for sent in stage.emitted} == {contributor(KEY, "sales", 20_000 * DAY, "support-bot")}


async def test_no_identifier_stands_in_a_record() -> None:
    stage = Emitting()
    await stage.minimizer.handle(turn(ids={"user": "kowalski", "safety_identifier": "kowalska"}))
    assert b"kowalsk" not in encode(stage.text)


def opt_out(tenant: str, identifier: str) -> Keyed:
    request = PrivacyRequest(action="opt_out", contributors={}, requested_ms=0)
    return Keyed(subject(KEY, tenant, identifier).encode(), encode(request))


@pytest.mark.parametrize("tenant", ["default", "sales"])
@pytest.mark.parametrize("identifier", ["s-1", "u-17", "support-bot"])
async def test_of_who_has_opted_out_nothing_is_emitted(tenant: str, identifier: str) -> None:
    """Whoever the turn counts for: what a request names is believed where it means less."""
    stage, before = Emitting(), outcomes()
    stage.opt_outs.take(opt_out(tenant, identifier))
    await stage.minimizer.handle(turn(ids={"safety_identifier": "s-1", "user": "u-17"}, tenant=tenant))
    assert not stage.emitted
    assert stage.forwarded
    assert counted(before) == {"opted_out": 1}


async def test_an_opt_out_is_one_persons_of_one_tenant() -> None:
    stage = Emitting()
    for record in (opt_out("sales", "u-17"), opt_out("default", "u-18")):
        stage.opt_outs.take(record)
    await stage.minimizer.handle(turn(ids={"user": "u-17"}))
    assert stage.text.text == REDACTED


async def test_without_the_opt_outs_nothing_is_emitted_and_the_turn_goes_on() -> None:
    stage, before = Emitting(known=False), outcomes()
    await stage.minimizer.handle(turn())
    assert not stage.emitted
    assert stage.forwarded
    assert counted(before) == {"requests_unread": 1}


async def test_what_was_looked_at_by_patterns_only_is_not_emitted() -> None:
    stage, before = Emitting(), outcomes()
    stage.minimizer = replace(stage.minimizer, policies={"default": LENIENT}, detection=looked_at_by(None))
    await stage.minimizer.handle(turn())
    assert not stage.emitted
    assert stage.forwarded
    assert counted(before) == {"patterns_only": 1}


async def test_nothing_is_emitted_of_who_said_nothing() -> None:
    stage, before = Emitting(), outcomes()
    await stage.minimizer.handle(turn(" \n"))
    assert not stage.emitted
    assert counted(before) == {"empty": 1}


async def test_a_dry_run_is_not_emitted() -> None:
    stage, before = Emitting(), outcomes()
    await stage.minimizer.handle(incoming(dry_run=True))
    assert [sent.topic for sent in stage.producer.sent] == [Topic.REPLIES]
    assert counted(before) == {}


async def test_a_turn_that_failed_is_not_emitted() -> None:
    stage, before = Emitting(), outcomes()
    stage.minimizer = replace(stage.minimizer, detection=looked_at_by(None))
    await stage.minimizer.handle(turn())
    assert [sent.topic for sent in stage.producer.sent] == [Topic.REPLIES]
    assert counted(before) == {}


async def test_where_analytics_is_not_wanted_nothing_is_emitted() -> None:
    stage, before = Stage(), outcomes()
    await stage.minimizer.handle(turn())
    assert [sent.topic for sent in stage.producer.sent] == [Topic.MINIMIZED]
    assert counted(before) == {}


@pytest.mark.parametrize("failure", [Unavailable("no broker"), TooLarge("too large"), RuntimeError(TEXT)])
async def test_a_failed_emission_is_counted_and_fails_no_turn(
    failure: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    stage, before = Emitting(producer=Failing(failure)), outcomes()
    await stage.minimizer.handle(turn())
    assert stage.forwarded
    assert counted(before) == {"failed": 1}
    assert not [record for record in caplog.records if TEXT in record.getMessage()]


async def test_a_broker_that_does_not_confirm_holds_an_emission_up_for_seconds_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(emission, "SEND_SECONDS", 0.01)
    stage, before = Emitting(producer=HoldingAnalytics()), outcomes()
    await stage.minimizer.handle(turn())
    assert stage.forwarded
    assert counted(before) == {"failed": 1}


class HoldingAnalytics(RecordingProducer):
    """A producer whose broker confirms turns at once, and never what is for analytics."""

    async def write(self, *record: object, **options: object) -> None:
        """Waits for ever."""
        await asyncio.Event().wait()


async def test_a_turn_has_been_forwarded_before_anything_is_emitted() -> None:
    stage = Emitting()
    await stage.minimizer.handle(turn())
    assert [sent.topic for sent in stage.producer.sent] == [Topic.MINIMIZED, Topic.ANALYTICS]


async def test_a_record_stays_open_until_its_text_is_emitted() -> None:
    """So a turn of a minimizer that dies in between is delivered again, and its text is not lost."""
    stage = Emitting(producer=HoldingAnalytics())
    handling = asyncio.create_task(stage.minimizer.handle(turn()))
    await stage.producer.until(1)
    await asyncio.sleep(0)
    assert stage.forwarded
    assert not handling.done()
    handling.cancel()


def test_an_emission_does_not_print_its_keys() -> None:
    assert "an analytics key" not in repr(Emitting().minimizer.emission)
