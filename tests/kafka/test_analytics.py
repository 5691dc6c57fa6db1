"""What users say comes out for analytics, once through the death of a minimizer, and never of who opted out."""

from __future__ import annotations

import asyncio
from collections import defaultdict

import aiohttp
from aiokafka import AIOKafkaProducer

from gateway.analytics import event_id, subject
from gateway.records import AnalyticsText, PrivacyRequest, Topic, decode_analytics, encode
from tests.support.dump import Dumped
from tests.support.evidence import assert_nothing_planted_stands
from tests.support.installation import PREFIX, Installation
from tests.support.requests import Ending
from tests.support.upstream_process import MARKER
from tests.support.waiting import eventually

WAIT_SECONDS = 30.0


async def texts(installed: Installation) -> dict[str, list[Dumped]]:
    """What was emitted, by event, without the ends of windows."""
    by_event = defaultdict(list)
    for record in await installed.topics.records(Topic.ANALYTICS):
        text = decode_analytics(record.value)
        if isinstance(text, AnalyticsText):
            by_event[text.event_id].append(record)
    return by_event


async def test_a_minimizer_that_dies_leaves_no_turn_uncounted_and_none_counted_twice(installed: Installation) -> None:
    victim = installed.processes["minimizer"]
    async with installed.load() as load:
        await load.flows()
        victim.kill()
        await asyncio.to_thread(victim.start)
        await load.flows()
    assert {asked.ending for asked in load.asked} == {Ending.ANSWERED}
    key = installed.cluster.secrets.audit_key.encode()
    turns = {event_id(key, asked.turn_id): asked.marker for asked in load.asked}

    async def all_there() -> bool:
        return turns.keys() <= (await texts(installed)).keys()

    await eventually(all_there, WAIT_SECONDS, "the texts of all turns")
    emitted = await texts(installed)
    for event, marker in turns.items():
        assert len({(record.key, record.partition, record.value) for record in emitted[event]}) == 1
        assert marker.encode() in (emitted[event][0].value or b"")
    found = [marker for records in emitted.values() for marker in MARKER.findall(records[0].value or b"")]
    assert not {marker for marker in turns.values() if found.count(marker.encode()) > 1}, "a turn with two events"
    print(f"{len(turns)} turns, {sum(map(len, emitted.values())) - len(emitted)} records that came twice")


async def test_who_has_opted_out_stays_out_when_a_minimizer_starts(installed: Installation) -> None:
    secrets = installed.cluster.secrets
    request = PrivacyRequest(action="opt_out", contributors={}, requested_ms=0)
    key = subject(secrets.analytics_key.encode(), "default", "leaver").encode()
    topic = f"{PREFIX}{Topic.PRIVACY_REQUESTS}"
    async with AIOKafkaProducer(bootstrap_servers=installed.broker.bootstrap) as producer:
        await producer.send_and_wait(topic, encode(request), key)
        minimizer = installed.processes["minimizer"]
        minimizer.terminate()
        assert await asyncio.to_thread(minimizer.wait) == 0
        await asyncio.to_thread(minimizer.start)
        out, stays = [await ask_as(installed, user) for user in ("leaver", "stayer")]
        await eventually(lambda: emitted(installed, stays), WAIT_SECONDS, "the text of who stays")
        assert not await emitted(installed, out)
        await producer.send_and_wait(topic, None, key)
        await eventually(lambda: returns(installed, "leaver"), WAIT_SECONDS, "a text of who came back")


async def ask_as(installed: Installation, user: str) -> str:
    """Asks in somebody's name; returns the event."""
    headers = {"authorization": f"Bearer {installed.cluster.secrets.api_key}"}
    body = {"model": "load?echo=last", "messages": [{"role": "user", "content": "Hello there"}], "user": user}
    async with (
        aiohttp.ClientSession(installed.edge_url, headers=headers) as session,
        session.post("/v1/chat/completions", json=body) as response,
    ):
        assert response.status == 200
        return event_id(installed.cluster.secrets.audit_key.encode(), response.headers["x-canarygate-turn-id"])


async def emitted(installed: Installation, event: str) -> bool:
    return event in await texts(installed)


async def returns(installed: Installation, user: str) -> bool:
    return await emitted(installed, await ask_as(installed, user))


async def test_nothing_planted_stands_anywhere_afterwards(installed: Installation) -> None:
    await assert_nothing_planted_stands(installed)
