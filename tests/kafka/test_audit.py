"""The auditor on a real broker: it dies and starts again, and no leak is lost and none is counted twice."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gateway.cli import main
from gateway.records import MintedCanary, Topic, WrittenVerdict, decode, decode_minted
from gateway.types import JsonObject
from tests.support.configuration import PLAIN_PROBES, amend, kafka, openai_models
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


NOT_SENT = re.compile(r'^canarygate_probes_total\{.*outcome="not_sent"\} (\S+)$', re.MULTILINE)
AUDIT: JsonObject = {
    "key": "os.environ/CANARYGATE_AUDIT_KEY",
    "clients": [{"api_key": "os.environ/CANARYGATE_AUDITOR_API_KEY"}],
    "model": "load?echo=last",
    "edge": "http://127.0.0.1:1",
    "probes_per_minute": 300,
    **PLAIN_PROBES,
    "kinds": ["email"],
}


def not_sent(auditor: GatewayProcess) -> float:
    found = NOT_SENT.search(auditor.metrics_page().decode())
    return float(found[1]) if found else 0.0


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


@dataclass
class Audited:
    """A gateway whose policy retains what auditors plant; ``auditor`` makes another of them, which does not run yet."""

    cluster: Cluster
    edge: GatewayProcess
    topics: Topics

    def auditor(self) -> GatewayProcess:
        """An auditor that plants through the edge."""
        made = self.cluster.process("auditor")
        amend(made.config, {"audit": {"edge": self.edge.url}})
        return made

    async def has_leaked(self, auditor: GatewayProcess, count: float) -> None:
        """Returns when an auditor shows so many leaks."""
        enough = partial(asyncio.to_thread, lambda: leaked(auditor) >= count)
        await eventually(enough, WAIT_SECONDS, f"{count:g} leaks")

    async def found(self) -> list[str]:
        """The ids of the canaries that leaked, one for each verdict: of every one that was planted until now."""

        async def all_found() -> bool:
            return await planted(self.topics) <= {*await verdicts(self.topics)}

        await eventually(all_found, WAIT_SECONDS, "a verdict on every canary")
        return await verdicts(self.topics)


@asynccontextmanager
async def audited(broker: RealBroker, prefix: str, folder: Path) -> AsyncIterator[Audited]:
    retaining: JsonObject = {"default": {"actions": {"EMAIL": "RETAIN", "*": "REDACT"}}}
    sections: JsonObject = {"audit": AUDIT, "policies": retaining}
    where = kafka(broker.bootstrap, prefix, PARTITIONS)
    with (
        UpstreamProcess(folder / "upstream.jsonl") as upstream,
        Cluster(folder / "cluster", where, openai_models(upstream.url), sections=sections) as cluster,
    ):
        await asyncio.to_thread(cluster.apply_topics)
        edge, _, _ = await asyncio.to_thread(cluster.start, "edge", "minimizer", "dispatcher")
        yield Audited(cluster, edge, Topics(broker.bootstrap, prefix, PARTITIONS))


async def test_an_auditor_that_is_killed_loses_no_leak_and_counts_none_twice(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    async with audited(real_broker, topic_prefix, tmp_path) as gateway:
        auditor = gateway.auditor()
        await asyncio.to_thread(auditor.start)
        await gateway.has_leaked(auditor, 5)
        counted = leaked(auditor)
        auditor.kill()
        await asyncio.to_thread(auditor.start)
        assert leaked(auditor) >= counted
        await gateway.has_leaked(auditor, counted + 5)
        gateway.edge.kill()
        found = await gateway.found()
        await gateway.has_leaked(auditor, len(found))
        assert len(found) == len({*found}) == leaked(auditor) == shown(auditor, UNACKNOWLEDGED)

        known = ["canaries", "acknowledge", "--all", "--reason", "a test", "--config", str(auditor.config)]
        assert await asyncio.to_thread(main, known) == 0
        silent = partial(asyncio.to_thread, lambda: shown(auditor, UNACKNOWLEDGED) == 0)
        await eventually(silent, WAIT_SECONDS, "no leak that nobody knows of")
        auditor.kill()
        await asyncio.to_thread(auditor.start)
        assert (leaked(auditor), shown(auditor, UNACKNOWLEDGED)) == (len(found), 0)


async def waits(auditor: GatewayProcess, times: int = 1) -> None:
    """Returns when an auditor has said so often that another one works."""
    said = partial(asyncio.to_thread, lambda: auditor.log.read_bytes().count(b"another auditor works") >= times)
    await eventually(said, WAIT_SECONDS, f"the {times}. time that {auditor.name} waits")


async def test_of_two_auditors_one_works_and_the_other_takes_over_without_counting_twice(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    async with audited(real_broker, topic_prefix, tmp_path) as gateway:
        first, second = gateway.auditor(), gateway.auditor()
        await asyncio.to_thread(first.start)
        second.launch()
        await waits(second)
        assert first.is_ready()
        assert not second.is_ready()
        assert shown(second, LEAKED) == -1
        await gateway.has_leaked(first, 5)
        counted = leaked(first)

        first.kill()
        await asyncio.to_thread(second.wait_until_ready)
        assert leaked(second) >= counted
        first.launch()
        await waits(first)
        await gateway.has_leaked(second, counted + 5)
        assert second.is_ready()
        counted = leaked(second)

        second.pause()
        await asyncio.to_thread(first.wait_until_ready)
        second.resume()
        assert await asyncio.to_thread(second.wait) == 1
        assert b"another auditor has taken over" in second.log.read_bytes()
        await gateway.has_leaked(first, counted + 5)
        gateway.edge.kill()
        found = {*await gateway.found()}
        await gateway.has_leaked(first, len(found))
        assert leaked(first) == len(found)


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
