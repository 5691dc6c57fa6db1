"""Holds on a real broker: nothing of a tenant that leaked reaches the provider, nothing is published, until lifted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import aiohttp
import orjson
import pytest

from gateway.kafka.producer import Producer
from gateway.keys import hash_key
from gateway.records import PUBLICATIONS, MintedCanary, Topic, WrittenVerdict, decode, decode_minted
from gateway.types import JsonObject
from tests.streams.test_holds import HOLD
from tests.support.analysts import GRACE_SECONDS, WINDOW, WINDOW_SECONDS, analysts, texts
from tests.support.configuration import PLAIN_PROBES, Secrets, amend, kafka, openai_models
from tests.support.kafka import RealBroker
from tests.support.processes import Cluster, GatewayProcess
from tests.support.requests import MARKER_LETTERS
from tests.support.topics import Topics
from tests.support.upstream_process import UpstreamProcess
from tests.support.waiting import eventually

WAIT_SECONDS = 60.0
PARTITIONS = 4
MODEL = "load?echo=last"
SUBJECT = "tenant/support"
SALES_KEY = "cg-the-key-of-another-tenant"
NEVER = 0.01  # probes a minute
OVER = WINDOW + WINDOW_SECONDS + GRACE_SECONDS + 1.0

_random = Random(1)


@dataclass(slots=True)
class Leaking:
    """An installation that lets e-mail addresses through, and an auditor that blocks the tenant for it."""

    cluster: Cluster
    upstream: UpstreamProcess
    topics: Topics
    edge: GatewayProcess
    dispatcher: GatewayProcess
    auditor: GatewayProcess

    async def ask(self, key: str) -> tuple[int, str, int]:
        """Asks once; returns the status, the error's code, and how often the provider was called for it."""
        marker = "zq" + "".join(_random.choices(MARKER_LETTERS, k=8))
        body = {"model": MODEL, "messages": [{"role": "user", "content": f"Case {marker}: what now?"}]}
        headers = {"authorization": f"Bearer {key}"}
        async with (
            aiohttp.ClientSession(self.edge.url, headers=headers) as session,
            session.post("/v1/chat/completions", json=body) as response,
        ):
            code = (await response.json()).get("error", {}).get("code", "")
            return response.status, code, self.upstream.calls()[marker]

    async def support(self) -> tuple[int, str, int]:
        """Asks as the tenant whose policy leaks."""
        return await self.ask(self.cluster.secrets.api_key)

    async def until_support(self, status: int) -> None:
        """Returns once that tenant's turns end so."""

        async def is_so() -> bool:
            return (await self.support())[0] == status

        await eventually(is_so, WAIT_SECONDS, f"{status} for the tenant")

    async def run(self, *words: str) -> str:
        """Runs a command and returns what it prints."""
        done = await asyncio.to_thread(self.cluster.run, *words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    async def restart_auditor(self, probes_per_minute: float) -> None:
        """Kills the auditor and starts it again; returns when it has searched all that stands there."""
        self.auditor.kill()
        amend(self.auditor.config, {"audit": {"probes_per_minute": probes_per_minute}})
        await asyncio.to_thread(self.auditor.start)
        searched = b'canarygate_kafka_connected{role="auditor"} 1.0'
        await eventually(
            lambda: asyncio.to_thread(lambda: searched in self.auditor.metrics_page()), WAIT_SECONDS, "the search"
        )

    async def every_leak_is_judged(self) -> bool:
        """Whether there is a verdict on each canary that stands in a request for the provider."""
        values = {name: each.value for name, each in (await self.minted()).items()}
        sent = b"".join(each.value or b"" for each in await self.topics.records(Topic.MINIMIZED))
        records = await self.topics.records(Topic.VERDICTS)
        judged = {each.key for each in records if decode(each.value, WrittenVerdict).outcome == "leaked"}
        return {name for name, value in values.items() if value.encode() in sent} <= judged

    async def minted(self) -> dict[bytes, MintedCanary]:
        """The canaries that were planted."""
        records = [(each.key or b"", decode_minted(each.value)) for each in await self.topics.records(Topic.MINTED)]
        return {name: each for name, each in records if isinstance(each, MintedCanary)}


@pytest.fixture
async def leaking(real_broker: RealBroker, topic_prefix: str, tmp_path: Path) -> AsyncIterator[Leaking]:
    secrets = Secrets()
    audit: JsonObject = {
        "key": "os.environ/CANARYGATE_AUDIT_KEY",
        "clients": [{"api_key": "os.environ/CANARYGATE_AUDITOR_API_KEY"}],
        **PLAIN_PROBES,
        "model": MODEL,
        "edge": "http://127.0.0.1:1",
        "probes_per_minute": 300,
        "kinds": ["email"],
        "reactions": {"egress": ["block_tenant"]},
    }
    keys = [("bot", secrets.api_key, "support"), ("sales-bot", SALES_KEY, "sales")]
    with (
        UpstreamProcess(tmp_path / "upstream.jsonl") as upstream,
        Cluster(
            tmp_path / "cluster",
            kafka(real_broker.bootstrap, topic_prefix, PARTITIONS),
            openai_models(upstream.url),
            sections={
                "audit": audit,
                "policies": {"default": {"actions": {"EMAIL": "RETAIN", "*": "REDACT"}}},
                "api_keys": [{"name": name, "hash": hash_key(key), "tenant": tenant} for name, key, tenant in keys],
            },
            secrets=secrets,
        ) as cluster,
    ):
        await asyncio.to_thread(cluster.apply_topics)
        edge, _, dispatcher = await asyncio.to_thread(cluster.start, "edge", "minimizer", "dispatcher")
        auditor = cluster.process("auditor")
        amend(auditor.config, {"audit": {"edge": edge.url}})
        topics = Topics(real_broker.bootstrap, topic_prefix, PARTITIONS)
        yield Leaking(cluster, upstream, topics, edge, dispatcher, auditor)


async def test_a_leak_holds_its_tenant_over_restarts_until_a_person_lifts_it_and_no_other_tenant(
    leaking: Leaking,
) -> None:
    answered, held = (200, "", 1), (503, "tenant_held", 0)
    assert await leaking.support() == await leaking.ask(SALES_KEY) == answered
    await asyncio.to_thread(leaking.auditor.start)
    await leaking.until_support(503)
    assert (await leaking.support(), await leaking.ask(SALES_KEY)) == (held, answered)

    leaking.dispatcher.kill()
    await asyncio.to_thread(leaking.dispatcher.start)
    assert b'canarygate_holds{subject="tenant"} 1.0' in leaking.dispatcher.metrics_page()
    await leaking.restart_auditor(NEVER)
    assert (await leaking.support(), await leaking.ask(SALES_KEY)) == (held, answered)
    (hold,) = orjson.loads(await leaking.run("holds", "list", "--json"))["holds"]
    assert (hold["subject"], hold["surface"], hold["canary_kind"]) == (SUBJECT, "egress", "email")

    # What a person lifts is what was found until then: a leak that is found later holds again.
    await eventually(leaking.every_leak_is_judged, WAIT_SECONDS, "a verdict on every leak")
    await leaking.run("holds", "lift", SUBJECT, "--as", "anna", "--reason", "e-mails may leave")
    await leaking.until_support(200)
    await leaking.restart_auditor(NEVER)
    assert await leaking.run("holds", "list") == "nothing is on hold\n"
    assert await leaking.support() == answered
    (lifted,) = orjson.loads(await leaking.run("holds", "list", "--all", "--json"))["lifted"]
    assert (lifted["person"], lifted["reason"]) == ("anna", "e-mails may leave")
    assert {(each.tenant, each.model) for each in (await leaking.minted()).values()} == {("support", "*")}


async def test_publications_on_hold_wait_over_the_death_of_an_analyst_until_a_person_lifts_it(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    with analysts(tmp_path, real_broker.bootstrap, topic_prefix) as running:
        producer = Producer(running.connection)
        await producer.start()
        await producer.write(Topic.HOLDS, PUBLICATIONS, HOLD)
        await producer.stop()
        running.set(WINDOW + 10.0)
        await asyncio.to_thread(running.add().wait_until_ready)
        await running.opened(2)
        await running.write(*texts(600))
        running.set(OVER)
        await running.opened(3)
        running.kill_all()
        await asyncio.to_thread(running.add().wait_until_ready)
        running.set(OVER + WINDOW_SECONDS)
        await running.opened(4)  # by then it has looked at what is ready
        waiting = {*await running.values(Topic.CANDIDATES)}
        assert waiting
        assert await running.values(Topic.PUBLISHED) == {}
        lifted = ("holds", "lift", PUBLICATIONS, "--as", "anna", "--reason", "the canary was planted by hand")
        assert (await asyncio.to_thread(running.cluster.run, *lifted)).returncode == 0

        async def all_published() -> bool:
            return {*await running.values(Topic.PUBLISHED)} == waiting

        await eventually(all_published, WAIT_SECONDS, "the publications")
