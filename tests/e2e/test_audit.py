"""The audit in a running gateway: canaries go through it, what leaks is found on every surface, and rates move."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
import pytest
from aiokafka import AIOKafkaProducer

from gateway.records import (
    AnalyticsText,
    CandidateVerdict,
    Chunk,
    DeadLetter,
    MintedCanary,
    PublishedSummary,
    Record,
    ReleasedSummary,
    SummaryCandidate,
    Topic,
    Undecodable,
    decode,
    encode,
    turn_headers,
)
from gateway.types import JsonObject, Surface
from tests.support.dump import dump
from tests.support.gateway import KEY, Gateway, running_gateway
from tests.support.metrics import metric
from tests.support.ports import free_ports
from tests.support.upstream import Upstream
from tests.support.waiting import eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

WAIT_SECONDS = 90.0  # nothing is judged in the first half minute
POLICIES: dict[str, JsonObject] = {"retaining": {"actions": {"EMAIL": "RETAIN", "*": "REDACT"}}}


@asynccontextmanager
async def audited(upstream: Upstream, *policies: str) -> AsyncIterator[Gateway]:
    """The product with an auditor that is a client of each policy, or the default, and plants an email every second."""
    (port,) = free_ports(1)
    edge = f"127.0.0.1:{port}"
    audit: JsonObject = {
        "clients": [{"api_key": f"{KEY}-{policy}"} for policy in policies or ["default"]],
        "model": "audited",
        "edge": f"http://{edge}",
        "probes_per_minute": 60,
        "monthly_probes": 1_000_000,
        "kinds": ["email"],
        "disguises": {"plain": 1},
    }
    async with running_gateway(
        upstream, edge={"listen": edge}, policies=POLICIES, sections={"audit": audit}
    ) as gateway:
        yield gateway


def counted(what: str, surface: Surface, lane: str = "live") -> float:
    return metric(f"canarygate_canaries_{what}_total", surface=surface, kind="email", lane=lane)


def answered(client: str) -> float:
    return metric("canarygate_probes_total", client=client, outcome="answered")


def clusters(lane: str) -> list[float]:
    """Pairs of a conversation and a canary, those that leaked, clusters with canaries, and those that leak."""
    names = ("instances", "instances_leaked", "clusters", "clusters_leaking")
    return [metric(f"canarygate_canary_{name}_total", lane=lane) for name in names]


async def reaches(what: str, surface: Surface, count: float) -> None:
    await eventually(lambda: counted(what, surface) >= count, WAIT_SECONDS, f"{count:g} {what} on {surface}")


async def minted(gateway: Gateway) -> dict[str, MintedCanary]:
    found = {}
    for record in await dump(gateway.bootstrap, Topic.MINTED):
        try:
            found[(record.key or b"").decode()] = decode(record.value, MintedCanary)
        except Undecodable:
            continue
    return found


async def test_what_the_policy_redacts_is_evaluated_and_never_leaks(upstream: Upstream) -> None:
    before = counted("evaluated", Surface.EGRESS)
    leaked = {surface: counted("leaked", surface) for surface in Surface}
    async with audited(upstream):
        for surface in (Surface.EGRESS, Surface.REPLIES):
            await reaches("evaluated", surface, before + 4)
        assert metric("canarygate_canaries_planted_total", kind="email") > 3
        assert metric("canarygate_leak_bound", surface=Surface.EGRESS) < 1
        assert metric("canarygate_canary_verdict_seconds_count", surface=Surface.EGRESS) >= 4
        assert metric("canarygate_next_verdict_timestamp_seconds") > 0
        assert {surface: counted("leaked", surface) for surface in Surface} == leaked
        for surface in Surface:
            assert counted("leaked", surface, "control") == counted("evaluated", surface, "control") > 0
        assert len({*clusters("control")}) == 1, "each summary without k-support leaks its one canary"
        assert clusters("control") > [0] * 4


async def test_a_policy_that_retains_emails_makes_the_rate_move(upstream: Upstream) -> None:
    egress, replies = counted("leaked", Surface.EGRESS), counted("leaked", Surface.REPLIES)
    async with audited(upstream, "retaining"):
        await reaches("leaked", Surface.EGRESS, egress + 4)
    assert counted("evaluated", Surface.EGRESS) >= counted("leaked", Surface.EGRESS)
    assert counted("leaked", Surface.REPLIES) == replies, "an answer to whoever said it is no leak"


async def test_each_policy_is_audited_by_a_client_of_its_own(upstream: Upstream) -> None:
    egress, by_default = counted("leaked", Surface.EGRESS), answered("default")
    async with audited(upstream, "default", "retaining") as gateway:
        await reaches("leaked", Surface.EGRESS, egress + 4)
        await eventually(lambda: answered("default") > by_default, WAIT_SECONDS, "an answer to the policy default")
        findings = await dump(gateway.bootstrap, Topic.FINDINGS)
        clients = {name: each.client for name, each in (await minted(gateway)).items()}
        assert {*clients.values()} == {"default", "retaining"}
        assert {clients[(each.key or b"").decode()] for each in findings} == {"retaining"}


def summary(text: str) -> ReleasedSummary:
    return ReleasedSummary(
        window=0, window_seconds=60, cluster=7, title=text, terms=(), languages=(), conversations=9, contributors=9
    )


def chunk(text: str) -> Chunk:
    event = msgspec.Raw(msgspec.json.encode({"choices": [{"message": {"content": text}}]}))
    return Chunk(attempt_id="another", sequence=0, last=True, events=[event])


LEAKS: dict[Surface, tuple[Topic, Callable[[str], Record]]] = {
    Surface.REPLIES: (Topic.REPLIES, chunk),
    Surface.ANALYTICS: (
        Topic.ANALYTICS,
        lambda text: AnalyticsText(event_id="e", window=0, contributor="c", language="en", text=text),
    ),
    Surface.CANDIDATES: (
        Topic.CANDIDATES,
        lambda text: SummaryCandidate(summary=summary(text), deadline_ms=0),
    ),
    Surface.SUMMARIES: (Topic.PUBLISHED, lambda text: PublishedSummary(summary=summary(text), published_ms=0)),
    Surface.DEAD_LETTERS: (
        Topic.DEAD_LETTERS,
        lambda text: DeadLetter(topic="", partition=0, offset=0, length=0, reason=text),
    ),
}


async def test_a_leak_is_found_on_every_surface_and_a_candidate_with_one_is_refused(upstream: Upstream) -> None:
    before = {surface: counted("leaked", surface) for surface in LEAKS}
    published = clusters("live")
    async with audited(upstream) as gateway, AIOKafkaProducer(bootstrap_servers=gateway.bootstrap) as producer:
        await eventually(lambda: gateway.process.ready, WAIT_SECONDS, "the start")

        async def planted() -> bool:
            return len(await minted(gateway)) > 0

        await eventually(planted, WAIT_SECONDS, "a canary")
        value = next(iter((await minted(gateway)).values())).value

        async def write(topic: Topic, key: str, record: Record) -> None:
            await producer.send_and_wait(topic.value, encode(record), key.encode(), headers=turn_headers("0" * 32))

        await write(Topic.CANDIDATES, "0/1", SummaryCandidate(summary=summary("Trains and tickets"), deadline_ms=0))
        for topic, record in LEAKS.values():
            await write(topic, "0/2", record(f"Write to {value} now"))
        for surface in LEAKS:
            await reaches("leaked", surface, before[surface] + 1)
        assert {surface: counted("leaked", surface) - 1 for surface in LEAKS} == before
        await eventually(lambda: clusters("live") > published, WAIT_SECONDS, "a verdict on the published cluster")
        assert clusters("live") == [count + 1 for count in published]
        answers = await verdicts(gateway)
        assert answers == {"0/1": True, "0/2": False}
        everything = [each for each in await dump(gateway.bootstrap, "canaries.") if each.topic != Topic.MINTED]
        assert everything
        assert not [each for each in everything if value.encode() in each.content]


async def verdicts(gateway: Gateway) -> dict[str, bool]:
    found = {}
    for record in await dump(gateway.bootstrap, Topic.VERDICTS):
        try:
            found[(record.key or b"").decode()] = decode(record.value, CandidateVerdict).clean
        except Undecodable:
            continue
    return found
