"""The auditor on a real broker: it dies and starts again, and no leak is lost and none is counted twice."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path

from gateway.cli import main
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
LEAKED = 'canaries_leaked_total{kind="email",lane="live",surface="egress"}'
UNACKNOWLEDGED = 'canaries_unacknowledged{kind="email",surface="egress"}'


def shown(auditor: GatewayProcess, series: str) -> float:
    """What the auditor's metrics say; -1 where they say nothing."""
    found = re.search(rf"^canarygate_{re.escape(series)} (\S+)$", auditor.metrics_page().decode(), re.MULTILINE)
    return float(found[1]) if found else -1.0


def leaked(auditor: GatewayProcess) -> float:
    return shown(auditor, LEAKED)


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
    audit: JsonObject = {
        "key": "os.environ/CANARYGATE_AUDIT_KEY",
        "api_key": "os.environ/CANARYGATE_AUDITOR_API_KEY",
        "model": "load?echo=last",
        "edge": "http://127.0.0.1:1",
        "probes_per_minute": 300,
        "kinds": ["email"],
    }
    retaining: JsonObject = {"default": {"actions": {"EMAIL": "RETAIN", "*": "REDACT"}}}
    topics = Topics(real_broker.bootstrap, topic_prefix, PARTITIONS)
    with (
        UpstreamProcess(tmp_path / "upstream.jsonl") as upstream,
        Cluster(
            tmp_path / "cluster",
            kafka(real_broker.bootstrap, topic_prefix, PARTITIONS),
            openai_models(upstream.url),
            sections={"audit": audit, "policies": retaining},
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
        assert len(found) == len({*found}) == leaked(auditor) == shown(auditor, UNACKNOWLEDGED)

        known = ["canaries", "acknowledge", "--all", "--reason", "a test", "--config", str(auditor.config)]
        assert await asyncio.to_thread(main, known) == 0
        silent = partial(asyncio.to_thread, lambda: shown(auditor, UNACKNOWLEDGED) == 0)
        await eventually(silent, WAIT_SECONDS, "no leak that nobody knows of")
        auditor.kill()
        await asyncio.to_thread(auditor.start)
        assert (leaked(auditor), shown(auditor, UNACKNOWLEDGED)) == (len(found), 0)
