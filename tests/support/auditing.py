"""An auditor on a broker of its own that plants nothing: what was planted, and where it went, a test writes itself."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gateway.kafka.connection import Connection
from gateway.types import JsonObject
from tests.support import auditor_clock
from tests.support.configuration import ANALYTICS, PLAIN_PROBES, kafka, openai_models
from tests.support.kafka import RealBroker
from tests.support.processes import ROOT, Cluster, GatewayProcess
from tests.support.topics import Topics

PREFIX: Final = "auditing."
PARTITIONS: Final = 4
MAX_RECORD_BYTES: Final = 1 << 20
AUDIT: Final[JsonObject] = {
    "key": "os.environ/CANARYGATE_AUDIT_KEY",
    "clients": [{"api_key": "os.environ/CANARYGATE_AUDITOR_API_KEY"}],
    **PLAIN_PROBES,
    "model": "nobody-asks",
    "edge": "http://127.0.0.1:1",
    "probes_per_minute": 0.0001,  # none for days
}
# All conversations of the auditor count in summaries.
EVERYBODY: Final[JsonObject] = {**ANALYTICS["analytics"], "max_conversations": 1_000_000}
_COUNTED = re.compile(r'^canarygate_canaries_(evaluated|leaked|lost)_total\{(.*lane="live".*)\} (\S+)$', re.MULTILINE)
_SURFACE = re.compile(r'surface="(\w+)"')


@dataclass(slots=True)
class Auditing:
    """The auditor, whose clock stands at ``began`` until it is let go."""

    connection: Connection
    topics: Topics
    auditor: GatewayProcess
    audit_key: bytes
    clock: Path
    began: float

    def let_time_go(self) -> None:
        """From now on it becomes later."""
        auditor_clock.go(self.clock)

    def restart(self) -> None:
        """Ends the auditor at once and starts it again."""
        self.auditor.kill()
        self.auditor.start()

    def counted(self) -> Counter[tuple[str, str]]:
        """What its metrics count of canaries in live traffic, by surface and outcome."""
        counts: Counter[tuple[str, str]] = Counter()
        for of, labels, value in _COUNTED.findall(self.auditor.metrics_page().decode()):
            counts[_SURFACE.findall(labels)[0], of] += int(float(value))
        return +counts

    def judged(self) -> int:
        """How many verdicts its metrics count."""
        return sum(number for (_, of), number in self.counted().items() if of != "leaked")


@contextmanager
def auditing(
    folder: Path, jars: Path, each: int = 1, sections: Mapping[str, JsonObject] | None = None, tree: Path = ROOT
) -> Iterator[Auditing]:
    """A fresh broker with topics, and one auditor that is not started yet; nothing of it is left running."""
    clock, began, own = folder / "clock", time.time(), {**(sections or {})}
    with (
        RealBroker(folder / "kafka", jars) as broker,
        Cluster(
            folder / "cluster",
            kafka(broker.bootstrap, PREFIX, PARTITIONS),
            openai_models("http://127.0.0.1:1"),
            sections={**ANALYTICS, "analytics": EVERYBODY, "audit": {**AUDIT, **own.pop("audit", {})}, **own},
            environment={auditor_clock.CLOCK: str(clock)},
            program=auditor_clock.PROGRAM,
            log_level="info",
            tree=tree,
        ) as cluster,
    ):
        cluster.apply_topics()
        auditor_clock.stand(clock, began)
        yield Auditing(
            Connection((broker.bootstrap,), MAX_RECORD_BYTES, prefix=PREFIX),
            Topics(broker.bootstrap, PREFIX, PARTITIONS),
            cluster.process("auditor"),
            cluster.secrets.audit_key.encode(),
            clock,
            began,
        )
