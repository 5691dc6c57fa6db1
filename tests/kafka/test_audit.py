"""The auditor on a real broker: it dies and starts again, and no leak is lost and none is counted twice."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from gateway.records import MintedCanary, Topic, WrittenVerdict, decode, decode_minted
from gateway.types import JsonObject
from tests.support.configuration import amend, kafka, openai_models
from tests.support.kafka import RealBroker
from tests.support.processes import Cluster, GatewayProcess
from tests.support.topics import Topics
from tests.support.upstream_process import UpstreamProcess
from tests.support.waiting import eventually

WAIT_SECONDS = 60.0
PARTITIONS = 4
LEAKED = re.compile(
    r'^canarygate_canaries_leaked_total\{kind="email",lane="live",surface="egress"\} (\S+)$', re.MULTILINE
)


NOT_SENT = re.compile(r'^canarygate_probes_total\{outcome="not_sent"\} (\S+)$', re.MULTILINE)
AUDIT: JsonObject = {
    "key": "os.environ/CANARYGATE_AUDIT_KEY",
    "api_key": "os.environ/CANARYGATE_AUDITOR_API_KEY",
    "model": "load?echo=last",
    "edge": "http://127.0.0.1:1",
    "probes_per_minute": 300,
    "monthly_probes": 1_000_000,
    "kinds": ["email"],
    "disguises": {"plain": 1},
    "invalid_share": 0,
}


def not_sent(auditor: GatewayProcess) -> float:
    found = NOT_SENT.search(auditor.metrics_page().decode())
    return float(found[1]) if found else 0.0


def leaked(auditor: GatewayProcess) -> float:
    found = LEAKED.search(auditor.metrics_page().decode())
    return float(found[1]) if found else 0.0


async def planted(topics: Topics) -> set[str]:
    """The ids of the canaries whose probes were answered."""
    records = await topics.records(Topic.MINTED)
    return {(each.key or b"").decode() for each in records if not isinstance(decode_minted(each.value), MintedCanary)}


async def verdicts(topics: Topics) -> list[str]:
    """The ids of the canaries that leaked on the way to the provider, one for each record."""
    records = [(each.key or b"", decode(each.value, WrittenVerdict)) for each in await topics.records(Topic.VERDICTS)]
    return [key.decode() for key, each in records if (each.surface, each.outcome) == ("egress", "leaked")]


async def test_an_auditor_that_is_killed_loses_no_leak_and_counts_none_twice(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    retaining: JsonObject = {"default": {"actions": {"EMAIL": "RETAIN", "*": "REDACT"}}}
    topics = Topics(real_broker.bootstrap, topic_prefix, PARTITIONS)
    with (
        UpstreamProcess(tmp_path / "upstream.jsonl") as upstream,
        Cluster(
            tmp_path / "cluster",
            kafka(real_broker.bootstrap, topic_prefix, PARTITIONS),
            openai_models(upstream.url),
            sections={"audit": AUDIT, "policies": retaining},
        ) as cluster,
    ):
        await asyncio.to_thread(cluster.apply_topics)
        edge, _, _ = await asyncio.to_thread(cluster.start, "edge", "minimizer", "dispatcher")
        auditor = cluster.process("auditor")
        amend(auditor.config, {"audit": {"edge": edge.url}})
        await asyncio.to_thread(auditor.start)
        await eventually(lambda: asyncio.to_thread(lambda: leaked(auditor) >= 5), WAIT_SECONDS, "leaks")
        counted = leaked(auditor)
        auditor.kill()
        await asyncio.to_thread(auditor.start)
        assert leaked(auditor) >= counted
        await eventually(lambda: asyncio.to_thread(lambda: leaked(auditor) >= counted + 5), WAIT_SECONDS, "more leaks")
        edge.kill()

        async def all_found() -> bool:
            return await planted(topics) <= {*await verdicts(topics)}

        await eventually(all_found, WAIT_SECONDS, "a verdict on every canary")
        found = await verdicts(topics)
        assert len(found) == len({*found}) == leaked(auditor)


async def test_the_probes_of_a_month_are_counted_over_restarts(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    topics = Topics(real_broker.bootstrap, topic_prefix, PARTITIONS)
    broker = kafka(real_broker.bootstrap, topic_prefix, PARTITIONS)
    audit = {**AUDIT, "monthly_probes": 3}
    with Cluster(
        tmp_path / "cluster", broker, openai_models("http://127.0.0.1:1"), sections={"audit": audit}
    ) as cluster:
        await asyncio.to_thread(cluster.apply_topics)
        auditor = cluster.process("auditor")
        for _ in range(2):
            await asyncio.to_thread(auditor.start)
            await eventually(
                lambda: asyncio.to_thread(lambda: not_sent(auditor) > 0), WAIT_SECONDS, "a probe that is not sent"
            )
            auditor.kill()
            assert len({each.key for each in await topics.records(Topic.MINTED)}) == 3
