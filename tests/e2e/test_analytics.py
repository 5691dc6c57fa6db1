"""Nothing that was planted in a request stands in what is emitted of it for analytics, whatever the policy retains."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

import pytest
import pytest_asyncio
from aiokafka import AIOKafkaProducer

from gateway.analytics import contributor, event_id, subject
from gateway.protocols.api import Api
from gateway.records import AnalyticsText, PrivacyRequest, Topic, decode_analytics, encode
from gateway.types import JsonObject, Leaf
from streams.minimizer import step
from tests.e2e.bodies import PLACES, Plants, chat, many_places, many_turns, one_turn, said
from tests.e2e.conversations import Conversation, conversations
from tests.e2e.exchange import all_at_once
from tests.support.dump import Dumped, dump
from tests.support.gateway import Gateway, running_gateway
from tests.support.metrics import metric
from tests.support.upstream import Upstream
from tests.support.waiting import eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

CONVERSATIONS = conversations()[:20]
WAIT_SECONDS = 30.0
POLICIES: dict[str, JsonObject] = {
    "retain": {"actions": {"*": "RETAIN"}},
    "abstract": {"actions": {"*": "ABSTRACT"}, "ceilings": {"KEYS": "REDACT"}},
    "unsure": {"score_thresholds": {"*": 1.0}, "actions": {"EMAIL": "RETAIN", "*": "REDACT"}},
    "ignoring": {"ignore": ["EMAIL", "PHONE_NUMBER", "IBAN", "CREDIT_CARD", "SSN", "IP_ADDRESS", "URL", "KEYS"]},
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(upstream: Upstream) -> AsyncIterator[Gateway]:
    """The product with policies that let much through; the tenant's identifiers are trusted."""
    edge = {"max_in_flight": 400, "max_in_flight_per_key": 400}
    async with running_gateway(upstream, edge=edge, policies=POLICIES) as gateway:
        yield gateway


@dataclass(frozen=True, slots=True)
class Emitted:
    """What was emitted of a turn, as it stands on the broker."""

    record: Dumped
    text: AnalyticsText

    @property
    def wire(self) -> bytes:
        """The record's value, without the digits of its window, which may be somebody's by chance."""
        return (self.record.value or b"").replace(str(self.text.window).encode(), b"")


async def asked(gateway: Gateway, body: JsonObject, policy: str = "default") -> str:
    """Sends a request; returns the event of its turn."""
    async with gateway.session(policy) as session, session.post("/v1/chat/completions", json=body) as response:
        assert response.status == 200
        return event_id(audit_key(gateway), response.headers["x-canarygate-turn-id"])


def audit_key(gateway: Gateway) -> bytes:
    assert gateway.settings.audit.key is not None
    return gateway.settings.audit.key.get_secret_value().encode()


def analytics_key(gateway: Gateway) -> bytes:
    assert gateway.settings.analytics is not None
    assert gateway.settings.analytics.key is not None
    return gateway.settings.analytics.key.get_secret_value().encode()


async def emitted(gateway: Gateway, events: Sequence[str]) -> list[Emitted]:
    """What was emitted of these events, in their order, once all of them stand on the broker."""

    async def complete() -> bool:
        return set(events) <= set(await texts(gateway))

    await eventually(complete, WAIT_SECONDS, "the texts")
    by_event = await texts(gateway)
    return [by_event[event] for event in events]


async def texts(gateway: Gateway) -> dict[str, Emitted]:
    """What stands on the broker by event, without the ends of windows."""
    records = await dump(gateway.bootstrap, Topic.ANALYTICS)
    found = ((record, decode_analytics(record.value)) for record in records)
    return {text.event_id: Emitted(record, text) for record, text in found if isinstance(text, AnalyticsText)}


def everywhere(plants: Plants, conversation: Conversation) -> JsonObject:
    """A prompt with values in every place of its body, and what the user says at last."""
    body = many_places(plants, [*PLACES], conversation.prompt)
    history = body["messages"]
    assert isinstance(history, list)
    return {**body, "messages": [*history, said("user", plants.into(conversation.prompt, 3))]}


MAKES: dict[str, Callable[[Plants, Conversation], JsonObject]] = {
    "one turn": lambda plants, conversation: one_turn(plants, conversation.prompt),
    "many turns": lambda plants, conversation: many_turns(plants, conversation.prompt, conversation.response),
    "every place": everywhere,
}


@pytest.mark.parametrize("policy", ["default", *POLICIES])
@pytest.mark.parametrize("make", MAKES)
async def test_nothing_planted_is_emitted(gateway: Gateway, policy: str, make: str) -> None:
    plants = [Plants(f"analytics {make} {number}", each.prompt) for number, each in enumerate(CONVERSATIONS)]
    bodies = [MAKES[make](each, conversation) for each, conversation in zip(plants, CONVERSATIONS, strict=True)]
    events = await all_at_once(asked(gateway, body, policy) for body in bodies)
    for planted, each in zip(plants, await emitted(gateway, events), strict=True):
        assert planted.leaks(each.wire) == []


async def test_without_redaction_the_search_sees_every_value(gateway: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
    def unredacted(body: JsonObject, api: Api, leaves: Sequence[Leaf], *rest: object, **more: object) -> str:
        paths = api.user_texts(body)
        return "\n".join(leaf.text for leaf in leaves if leaf.path in paths)

    monkeypatch.setattr(step, "redacted_user_texts", unredacted)
    plants = Plants("without redaction")
    event = await asked(gateway, chat([said("user", plants.text()) for _ in range(20)]))
    (each,) = await emitted(gateway, [event])
    assert {find.value for find in plants.leaks(each.wire)} == set(plants.drawn)


async def test_a_record_tells_neither_turn_nor_person_nor_minute(gateway: Gateway) -> None:
    event = await asked(gateway, chat([said("user", "Hello there")], user="kowalski-17"))
    (each,) = await emitted(gateway, [event])
    settings = gateway.settings.analytics
    assert settings is not None
    assert each.record.headers == ()
    assert each.record.key == each.text.contributor.encode()
    assert each.text.contributor == contributor(analytics_key(gateway), "default", each.text.window, "kowalski-17")
    assert each.text.window * 1000 % settings.window_ms == 0
    assert b"kowalski" not in each.record.content


async def test_who_opts_out_while_it_runs_is_emitted_no_more(gateway: Gateway) -> None:
    key = subject(analytics_key(gateway), "default", "leaving")
    body = chat([said("user", "Tell me about trains")], user="leaving")
    await emitted(gateway, [await asked(gateway, body)])
    before = metric("canarygate_analytics_texts_total", outcome="opted_out")
    request = PrivacyRequest(action="opt_out", contributors={}, requested_ms=0)
    async with AIOKafkaProducer(bootstrap_servers=gateway.bootstrap) as producer:
        await producer.send_and_wait(Topic.PRIVACY_REQUESTS.value, encode(request), key.encode())
    await eventually(lambda: metric("canarygate_opted_out_subjects") == 1, WAIT_SECONDS, "the opt-out")
    event = await asked(gateway, body)
    await emitted(gateway, [await asked(gateway, chat([said("user", "And of planes")], user="staying"))])
    assert metric("canarygate_analytics_texts_total", outcome="opted_out") == before + 1
    assert event not in await texts(gateway)


async def test_a_dry_run_is_not_emitted(gateway: Gateway) -> None:
    before = [metric("canarygate_analytics_texts_total", outcome=each) for each in ("emitted", "empty")]
    async with gateway.session() as session, session.post("/v1/inspect", json={"text": "Ask Ann"}) as response:
        assert response.status == 200
    await asyncio.sleep(0)
    assert [metric("canarygate_analytics_texts_total", outcome=each) for each in ("emitted", "empty")] == before
