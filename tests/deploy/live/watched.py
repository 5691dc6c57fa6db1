"""An installation that is watched as in production: the roles on a real broker, an auditor that plants in its traffic,
Prometheus with the project's rules, Alertmanager with its routes, and a webhook where pages arrive.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from gateway.kafka.connection import Connection
from gateway.records import Minted, MintedCanary, ProbeAnswered, Topic, decode_minted
from gateway.types import JsonObject, JsonValue
from tests.deploy.live.auditor import BLIND, PASS_SECONDS, PROGRAM
from tests.deploy.live.programs import asked, serving
from tests.deploy.live.quickened import alerts_of, write_alertmanager, write_prometheus
from tests.deploy.live.webhook import Webhook
from tests.support import analyst_clock
from tests.support.analyst_clock import CLOCK, SNAPSHOTS
from tests.support.analysts import MAX_RECORD_BYTES, Analysts
from tests.support.configuration import ANALYTICS, PLAIN_PROBES, amend, kafka, openai_models
from tests.support.debian import required_program
from tests.support.kafka import RealBroker
from tests.support.poison import NAMELESS
from tests.support.ports import free_ports
from tests.support.processes import Cluster, GatewayProcess
from tests.support.search import find
from tests.support.topics import Topics
from tests.support.upstream import read_record
from tests.support.upstream_process import UpstreamProcess
from tests.support.waiting import wait_until

PARTITIONS = 4
SETTLE_SECONDS = 120.0
LEAKING, GUARDED = "email", "PHONE_NUMBER"
MODEL = "load?echo=last"
AUDIT: JsonObject = {
    "key": "os.environ/CANARYGATE_AUDIT_KEY",
    "clients": [{"api_key": "os.environ/CANARYGATE_AUDITOR_API_KEY"}],
    **PLAIN_PROBES,
    "model": MODEL,
    "edge": "http://127.0.0.1:1",
    "probes_per_minute": 180,
    "kinds": [LEAKING, GUARDED],
    "surfaces": ["egress", "replies", "analytics", "candidates", "summaries"],  # so one is unwatched
}
# So few people would all stay below the thresholds for thousands, and all that the auditor says counts, however much.
FEW: JsonObject = {**ANALYTICS["analytics"], "k_min": 5, "max_conversations": 1_000_000}
PUBLICATION: JsonObject = {"sensitive_k_min": 8, "max_share": 1.0}
GUARD: JsonObject = {"default": {"actions": {"*": "REDACT"}}}
NO_GUARD: JsonObject = {"default": {"actions": {"EMAIL": "RETAIN", "*": "REDACT"}}}


PRIVACY = alerts_of("privacy.yaml")


@dataclass(frozen=True, slots=True, repr=False)
class Recount:
    """How many requests the provider received, the canaries in them, and how long answered probes took."""

    received: int
    leaked: Mapping[str, MintedCanary]
    answered: Mapping[str, float]

    @property
    def least(self) -> int:
        """How many canaries were evaluated for sure: they were seen, or answered long before they counted as lost."""
        soon = {name for name, seconds in self.answered.items() if seconds < PASS_SECONDS / 2}
        return len({*self.leaked, *soon})

    @property
    def most(self) -> int:
        """How many were evaluated at most: an answer may have come too late."""
        return len({*self.leaked, *self.answered})


@dataclass(slots=True)
class Watched:
    """The installation; whoever takes something out of it puts it back."""

    cluster: Cluster
    topics: Topics
    record: Path
    edge: GatewayProcess
    minimizer: GatewayProcess
    auditor: GatewayProcess
    analysts: Analysts
    webhook: Webhook
    prometheus: str
    alertmanager: str

    @contextmanager
    def guard_taken_out(self) -> Iterator[None]:
        """Has a minimizer whose policy lets addresses of mails pass."""
        self._restart_minimizer(NO_GUARD)
        yield
        self._restart_minimizer(GUARD)

    @contextmanager
    def edge_stopped(self) -> Iterator[None]:
        """Has no edge, once it has answered what it took: nothing that is planted is passed on."""
        self.edge.terminate()
        assert self.edge.wait() == 0
        yield
        self.edge.start()

    @contextmanager
    def auditor_gone(self) -> Iterator[None]:
        """Has no auditor."""
        self.auditor.kill()
        yield
        self.auditor.start()

    @contextmanager
    def auditor_blind(self) -> Iterator[None]:
        """Has an auditor that plants, reads and judges as ever, and sees nothing."""
        seeing = self.auditor.environment
        self._restart_auditor({**seeing, **BLIND})
        yield
        self._restart_auditor(seeing)

    def acknowledge_leaks(self) -> None:
        """Says that a person knows of all leaks."""
        done = self.cluster.run("canaries", "acknowledge", "--all", "--reason", "the guard is back", "--as", "on call")
        assert done.returncode == 0, done.stdout + done.stderr

    def recount(self) -> Recount:
        """What became of the canaries as the provider's requests show, searched by other means than the product's."""
        written = asyncio.run(self.written())
        minted = {name: each for name, each in written if isinstance(each, MintedCanary)}
        received = [each.wire for each in read_record(self.record)]
        values = {found.value for found in find((each.value for each in minted.values()), b"\n".join(received))}
        leaked = {name: each for name, each in minted.items() if each.value in values}
        answered = {name: each.answered_ms for name, each in written if isinstance(each, ProbeAnswered)}
        took = {name: (at_ms - minted[name].minted_ms) / 1000 for name, at_ms in answered.items()}
        return Recount(len(received), leaked, took)

    async def written(self) -> list[tuple[str, Minted]]:
        """What the auditor wrote about its canaries, each with its canary's id."""
        records = await self.topics.records(Topic.MINTED)
        return [((each.key or b"").decode(), decode_minted(each.value)) for each in records]

    def left_at(self, leaked: Collection[MintedCanary]) -> float:
        """When the first of these canaries was let go to the provider, in seconds since the epoch."""
        values = [each.value.encode() for each in leaked]
        records = asyncio.run(self.topics.records(Topic.MINIMIZED))
        held = (each for each in records if any(value in (each.value or b"") for value in values))
        return min(each.timestamp_ms for each in held) / 1000

    def counted(self, of: str, **labels: str) -> float:
        """What the auditor's metrics say now of canaries in live traffic."""
        wanted = {"lane": "live", **labels}.items()
        series = _series(self.auditor, f"canarygate_{of}_total")
        return sum(value for found, value in series if wanted <= found.items())

    def values(self, expression: str) -> list[tuple[dict[str, str], float]]:
        """What Prometheus answers to an expression now: the labels and the value of each series."""
        return _vector(asked(f"{self.prometheus}/api/v1/query", query=expression))

    def value(self, expression: str) -> float:
        """What Prometheus answers where there is one series."""
        ((_, value),) = self.values(expression)
        return value

    def write_what_nobody_can_read(self) -> None:
        """Writes records that become dead letters."""
        asyncio.run(self.topics.poison(Topic.INCOMING, [0], NAMELESS))

    def wait_until_quiet(self) -> None:
        """Returns once nobody is paged about privacy any more; what clients saw meanwhile is in rates of minutes."""
        wait_until(lambda: not self.paging() & PRIVACY, SETTLE_SECONDS, "the end of all pages about privacy")

    def paging(self) -> set[str]:
        """The alerts that Alertmanager knows to be firing, and of which it pages."""
        alerts = asked(f"{self.alertmanager}/api/v2/alerts", active="true", filter='severity="page"')
        assert isinstance(alerts, list)
        return {str(alert["labels"]["alertname"]) for alert in alerts}  # type: ignore[index,call-overload]

    def _restart_auditor(self, environment: Mapping[str, str]) -> None:
        self.auditor.kill()
        self.auditor.environment = environment
        self.auditor.start()

    def _restart_minimizer(self, policies: JsonObject) -> None:
        self.minimizer.terminate()
        assert self.minimizer.wait() == 0
        before = self._refused()
        wait_until(lambda: self._refused() > before, SETTLE_SECONDS, "a probe that is refused: nobody is there for it")
        amend(self.minimizer.config, {"policies": policies})
        self.minimizer.start()

    def _refused(self) -> float:
        return sum(value for _, value in _series(self.edge, "canarygate_refusals_total"))


def _series(process: GatewayProcess, name: str) -> Iterator[tuple[dict[str, str], float]]:
    for family in text_string_to_metric_families(process.metrics_page().decode()):
        yield from ((sample.labels, sample.value) for sample in family.samples if sample.name == name)


def _vector(answer: JsonValue) -> list[tuple[dict[str, str], float]]:
    assert isinstance(answer, dict) and isinstance(answer["data"], dict)
    found = answer["data"]["result"]
    assert isinstance(found, list)
    return [(each["metric"], float(each["value"][1])) for each in found]  # type: ignore[index,call-overload,arg-type,misc]


def _listening(command: Sequence[str], folder: Path, port: int) -> AbstractContextManager[None]:
    """A server of Prometheus's family at this port of the loopback, until the context ends."""
    address = f"127.0.0.1:{port}"
    return serving([*command, f"--web.listen-address={address}"], folder, f"http://{address}/-/ready")


@contextmanager
def watched(folder: Path, broker: RealBroker, prefix: str) -> Iterator[Watched]:
    """A fresh installation that runs and is watched; nothing of it is left running."""
    prometheus = required_program("prometheus", package="prometheus")
    alertmanager = required_program("prometheus-alertmanager", package="prometheus-alertmanager")
    prometheus_port, alertmanager_port = free_ports(2)
    sections = {"analytics": FEW, "publication": PUBLICATION, "audit": AUDIT, "policies": GUARD}
    with (
        UpstreamProcess(folder / "upstream.jsonl") as upstream,
        Cluster(
            folder / "cluster",
            kafka(broker.bootstrap, prefix, PARTITIONS),
            openai_models(upstream.url),
            sections=sections,
            log_level="info",
        ) as cluster,
        Webhook.listening() as webhook,
    ):
        cluster.apply_topics()
        edge, minimizer, dispatcher = cluster.start("edge", "minimizer", "dispatcher")
        analysts = Analysts(cluster, Connection((broker.bootstrap,), MAX_RECORD_BYTES, prefix=prefix), folder / "clock")
        analysts.set(time.time())
        analyst = cluster.process("analyst")
        analyst.program = analyst_clock.PROGRAM
        analyst.environment = {**analyst.environment, CLOCK: str(analysts.clock), SNAPSHOTS: "1"}
        analyst.start()
        auditor = cluster.process("auditor")
        auditor.program = PROGRAM
        amend(auditor.config, {"audit": {"edge": edge.url}})
        targets = [f"127.0.0.1:{each.metrics_port}" for each in (edge, minimizer, dispatcher, analyst, auditor)]
        routes = write_alertmanager(folder, webhook.url)
        rules = write_prometheus(folder / "rules", targets, f"127.0.0.1:{alertmanager_port}")
        pages = [alertmanager, f"--config.file={routes}", f"--storage.path={folder / 'alerts'}"]
        series = [prometheus, f"--config.file={rules}", f"--storage.tsdb.path={folder / 'series'}"]
        with (
            _listening([*pages, "--cluster.listen-address="], folder / "alertmanager", alertmanager_port),
            _listening(series, folder / "prometheus", prometheus_port),
        ):
            auditor.start()  # as the last: Prometheus sees its counters from 0 on
            yield Watched(
                cluster,
                Topics(broker.bootstrap, prefix, PARTITIONS),
                folder / "upstream.jsonl",
                edge,
                minimizer,
                auditor,
                analysts,
                webhook,
                f"http://127.0.0.1:{prometheus_port}",
                f"http://127.0.0.1:{alertmanager_port}",
            )
