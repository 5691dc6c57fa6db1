"""The witness in a running gateway: probes go there and nowhere else, and what it receives is searched."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest

from gateway.records import CanaryFinding, MintedCanary, ProbeAnswered, Topic, decode, decode_minted
from gateway.types import JsonObject, JsonValue, Surface
from streams.auditor.service import Auditor
from tests.support.dump import dump
from tests.support.gateway import KEY, Gateway, running_gateway
from tests.support.metrics import metric
from tests.support.ports import free_ports
from tests.support.upstream import Upstream
from tests.support.waiting import eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

WAIT_SECONDS = 120.0  # nothing is judged in the first half minute
RETAINING: dict[str, JsonObject] = {"retaining": {"actions": {"EMAIL": "RETAIN", "*": "REDACT"}}}


@dataclass(frozen=True, slots=True)
class Received:
    """All that the witness handed to the search, by place."""

    texts: dict[str, str] = field(default_factory=dict)


@asynccontextmanager
async def witnessed(
    upstream: Upstream, log: Path, policy: str = "default", **audit: JsonValue
) -> AsyncIterator[Gateway]:
    """The product with an auditor that listens as the provider of its tenant, and an upstream for all others."""
    edge, witness, metrics_port = free_ports(3)
    section: JsonObject = {
        "clients": [{"api_key": f"{KEY}-{policy}"}],
        "model": "gpt-4.1",
        "edge": f"http://127.0.0.1:{edge}",
        "probes_per_minute": 120,
        "kinds": ["email"],
        "disguises": {"plain": 1},
        "witness": {"listen": f"127.0.0.1:{witness}"},
        "logs": [str(log)],
        "metrics": [f"http://127.0.0.1:{metrics_port}/metrics"],
        **audit,
    }
    where: JsonObject = {"model": "openai/x", "api_base": f"http://127.0.0.1:{witness}/v1", "api_key": "sk-witness"}
    paid: JsonObject = {"model": "openai/gpt-4.1", "api_base": upstream.url, "api_key": "sk-of-the-operator"}
    models: JsonObject = {
        "model_list": [
            {"model_name": "gpt-4.1", "litellm_params": where, "witness": {"tenants": ["default"]}},
            {"model_name": "gpt-4.1", "litellm_params": paid},
        ]
    }
    listen: JsonObject = {"listen": f"127.0.0.1:{metrics_port}"}
    async with running_gateway(
        upstream,
        edge={"listen": f"127.0.0.1:{edge}"},
        policies=RETAINING,
        sections={"audit": section, "metrics": listen, **models},
    ) as gateway:
        yield gateway


async def recording(gateway: Gateway) -> Received:
    """Notes from now on what the witness hands to the search, which goes on as it did."""
    (auditor,) = (part for part in gateway.process.parts if isinstance(part, Auditor))
    witness, received = auditor.planter.witness, Received()
    assert witness is not None
    await eventually(lambda: auditor.ready, WAIT_SECONDS, "an auditor that works")

    async def search(surface: Surface, place: str, text: str) -> None:
        received.texts[place] = text
        await auditor.search(surface, place, text)

    witness._search = search
    return received


def counted(what: str, surface: Surface) -> float:
    return metric(f"canarygate_canaries_{what}_total", surface=surface, kind="email", lane="live")


async def reaches(what: str, surface: Surface, count: float) -> None:
    await eventually(lambda: counted(what, surface) >= count, WAIT_SECONDS, f"{count:g} {what} on {surface}")


async def minted(gateway: Gateway) -> tuple[dict[str, MintedCanary], dict[str, ProbeAnswered]]:
    canaries, answered = {}, {}
    for record in await dump(gateway.bootstrap, Topic.MINTED):
        each = decode_minted(record.value)
        key = (record.key or b"").decode()
        if isinstance(each, MintedCanary):
            canaries[key] = each
        else:
            answered[key] = each
    return canaries, answered


async def findings(gateway: Gateway) -> list[CanaryFinding]:
    return [decode(record.value, CanaryFinding) for record in await dump(gateway.bootstrap, Topic.FINDINGS)]


async def test_every_surface_is_searched_and_no_provider_sees_a_probe(upstream: Upstream, tmp_path: Path) -> None:
    searched = (Surface.EGRESS, Surface.REPLIES, Surface.METRICS, Surface.ERRORS)
    before = {surface: (counted("evaluated", surface), counted("leaked", surface)) for surface in Surface}
    async with witnessed(upstream, tmp_path / "missing.log", invalid_share=0.5) as gateway:
        received = await recording(gateway)
        for surface in searched:
            await reaches("evaluated", surface, before[surface][0] + 3)
        assert {surface: counted("leaked", surface) for surface in Surface} == {
            surface: leaked for surface, (_, leaked) in before.items()
        }
        assert counted("evaluated", Surface.LOGS) == before[Surface.LOGS][0], "a missing file is never clean"
        assert metric("canarygate_surface_unwatched", surface=Surface.LOGS) == 1
        assert metric("canarygate_surface_unwatched", surface=Surface.METRICS) == 0
        canaries, answered = await minted(gateway)
        assert upstream.requests == []
        assert [each for each in answered.values() if not each.received] == []
        assert len(answered) >= 3
        everything = "\n".join(received.texts.values())
        assert "POST /v1/chat/completions" in everything
        assert "Bearer sk-witness" in everything
        assert [each for each in canaries.values() if each.value in everything] == []


async def test_what_a_policy_retains_is_found_in_the_witness_bytes(upstream: Upstream, tmp_path: Path) -> None:
    leaked = counted("leaked", Surface.EGRESS)
    async with witnessed(upstream, tmp_path / "missing.log", "retaining", invalid_share=0.0) as gateway:
        received = await recording(gateway)
        await reaches("leaked", Surface.EGRESS, leaked + 3)

        async def in_the_bytes() -> bool:
            canaries, _ = await minted(gateway)
            everything = "\n".join(received.texts.values())
            return sum(each.value in everything for each in canaries.values()) >= 2

        await eventually(in_the_bytes, WAIT_SECONDS, "two canaries in what the witness received")

        async def in_the_minimized_request_too() -> bool:
            return any(each.record.startswith(Topic.MINIMIZED.value) for each in await findings(gateway))

        await eventually(in_the_minimized_request_too, WAIT_SECONDS, "a find in the topic")
        places = {each.record for each in await findings(gateway) if each.record.startswith("witness/")}
        assert places & {*received.texts}


async def test_a_line_that_names_its_turn_makes_a_canary_pass_the_logs_and_one_with_the_value_is_a_leak(
    upstream: Upstream, tmp_path: Path
) -> None:
    log = tmp_path / "edge.log"
    log.write_text("")
    evaluated, leaked = counted("evaluated", Surface.LOGS), counted("leaked", Surface.LOGS)
    async with witnessed(upstream, log, invalid_share=0.0) as gateway:

        async def named() -> bool:
            _, answered = await minted(gateway)
            turns = [each.turn_id for each in answered.values()]
            log.write_text("".join(f'{{"event":"request ended","turn_id":"{turn}"}}\n' for turn in turns))
            return len(turns) >= 3

        await eventually(named, WAIT_SECONDS, "three turns in the log")
        await reaches("evaluated", Surface.LOGS, evaluated + 3)
        assert counted("leaked", Surface.LOGS) == leaked
        canaries, _ = await minted(gateway)
        with log.open("a") as file:
            file.write(f'{{"event":"a fault","reason":"{next(iter(canaries.values())).value}"}}\n')
        await reaches("leaked", Surface.LOGS, leaked + 1)
        (finding,) = [each for each in await findings(gateway) if each.surface is Surface.LOGS]
        assert finding.record.startswith(f"logs{log}:")


async def test_a_probe_and_a_users_turn_leave_the_same_records(upstream: Upstream, tmp_path: Path) -> None:
    async with witnessed(upstream, tmp_path / "missing.log", invalid_share=0.0) as gateway:
        received = await recording(gateway)

        async def answered() -> bool:
            return len((await minted(gateway))[1]) >= 3

        await eventually(answered, WAIT_SECONDS, "three probes")
        body: JsonObject = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "I am ann@example.org."}]}
        async with gateway.session() as session, session.post("/v1/chat/completions", json=body) as answer:
            users = answer.headers["x-canarygate-turn-id"]
            assert answer.status == 200
        of_probes = {each.turn_id for each in (await minted(gateway))[1].values()}
        for topic in (Topic.INCOMING, Topic.MINIMIZED, Topic.OUTCOMES):
            shapes = {record.turn: record.shape for record in await shaped(gateway, topic)}
            assert {shapes[turn] for turn in of_probes & {*shapes}} == {shapes[users]}, topic
        said = [each.shape for each in await shaped(gateway, Topic.ANALYTICS) if "event_id" in each.shape]
        assert len({*said}) == 1
        assert len({header_names(text) for text in received.texts.values()}) == 1


@dataclass(frozen=True, slots=True)
class Shaped:
    """The turn of a record, and the names of all that it holds."""

    turn: str
    shape: tuple[str, ...]


async def shaped(gateway: Gateway, topic: Topic) -> list[Shaped]:
    return [
        Shaped(
            (dict(each.headers).get("turn_id") or b"").decode(),
            (*sorted(msgspec.json.decode(each.value or b"{}")), *sorted(name for name, _ in each.headers)),
        )
        for each in await dump(gateway.bootstrap, topic)
    ]


def header_names(text: str) -> tuple[str, ...]:
    head, _, _ = text.partition("\n\n")
    return tuple(line.partition(":")[0] for line in head.split("\n")[1:])
