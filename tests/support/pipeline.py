"""What leads from turns to summaries, on a broker of its own: minimizers and analysts as processes, and what they left.

Turns are written as edges write them; nobody dispatches them.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Final

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from pydantic import SecretStr

from gateway.analytics import window_of
from gateway.kafka.connection import Connection
from gateway.records import (
    AnalyticsText,
    IncomingTurn,
    ReleasedSummary,
    Topic,
    WindowEnd,
    decode_analytics,
    encode,
    turn_headers,
)
from gateway.sealing import KeyRing, Purpose, Sealer
from gateway.settings import AnalyticsSettings, PublicationSettings, key_ring
from gateway.types import JsonObject
from tests.support import configuration, processes
from tests.support.analyst_clock import CLOCK, PROGRAM, SNAPSHOTS
from tests.support.analysts import MAX_RECORD_BYTES, PARTITIONS, SESSION_SECONDS, Analysts
from tests.support.configuration import kafka, openai_models
from tests.support.conversations import MODEL, Turn
from tests.support.dump import Dumped, dump
from tests.support.kafka import RealBroker
from tests.support.processes import ROOT, Cluster, GatewayProcess
from tests.support.waiting import eventually

PREFIX: Final = "pipeline."
TENANT: Final = "default"
KEY_NAME: Final = "test"
AT_ONCE: Final = 256
SNAPSHOT_SECONDS: Final = 1.0
PATIENCE_SECONDS: Final = 600.0
DETECTION: Final[JsonObject] = {"seconds": 60}  # whatever else the machine does, every turn is inspected


@dataclass(slots=True)
class Pipeline:
    """Minimizers and analysts. The analysts' clock stands still; ``began`` is when, in seconds since the epoch."""

    broker: RealBroker
    cluster: Cluster
    analysts: Analysts
    began: float
    analytics: AnalyticsSettings
    publication: PublicationSettings
    minimizers: list[GatewayProcess] = field(default_factory=list)
    pages: dict[str, bytes] = field(default_factory=dict)

    @property
    def window(self) -> int:
        """The window of all turns."""
        return window_of(round(self.began * 1000), self.analytics.window_ms)

    @property
    def epsilon(self) -> Fraction:
        """What a window costs of the privacy budget."""
        return Fraction(str(self.publication.epsilon))

    def least(self, summary: ReleasedSummary) -> int:
        """How many contributors a summary needs: one more than configured, as an auditor may be one of them."""
        k_min, sensitive = self.analytics.k_min, self.publication.sensitive_k_min
        return 1 + (max(k_min, sensitive) if summary.sensitive else k_min)

    def start(self, each: int) -> None:
        """Makes the topics and starts so many members of each role."""
        self.cluster.apply_topics()
        self.analysts.set(self.began)
        for _ in range(each):
            self.minimizers.append(minimizer := self.cluster.process("minimizer"))
            minimizer.program = processes.PROGRAM
            minimizer.launch()
            self.analysts.add()
        for member in (*self.minimizers, *self.analysts.members):
            member.wait_until_ready()

    def end_window(self) -> None:
        """Sets the analysts' clock to when the window ends."""
        self.analysts.set(self.window + self.analytics.window_ms / 1000 + self.analytics.grace_seconds)

    async def joins(self) -> None:
        """Adds an analyst; returns when it works."""
        await asyncio.to_thread(self.analysts.add().wait_until_ready)

    async def kills_and_restarts(self, chance: Random) -> None:
        """Ends an analyst and a minimizer at once, and starts them again; their metrics until then are kept."""
        killed = [chance.choice(self.analysts.members), chance.choice(self.minimizers)]
        for member in killed:
            self.pages[f"metrics {member.name} before its end"] = await asyncio.to_thread(member.metrics_page)
            member.kill()
        await asyncio.gather(*(asyncio.to_thread(member.start) for member in killed))

    async def say(self, turns: Sequence[Turn]) -> None:
        """Writes turns as an edge does, at most so many before the minimizers have emitted others."""
        ring = key_ring(SecretStr(self.cluster.secrets.sealing_keys))
        sealer = Sealer(KeyRing(ring), {}, os.urandom)
        before = await self.emitted(0)
        async with AIOKafkaProducer(bootstrap_servers=self.broker.bootstrap) as producer:
            for start in range(0, len(turns), AT_ONCE):
                await self.emitted(before + start - AT_ONCE)
                sent = [await self._send(producer, turn, sealer) for turn in turns[start : start + AT_ONCE]]
                await asyncio.gather(*sent)

    async def _send(self, producer: AIOKafkaProducer, turn: Turn, sealer: Sealer) -> asyncio.Future[object]:
        """Returns what the broker's confirmation will end."""
        confirmed: asyncio.Future[object] = await producer.send(
            self.analysts.connection.topic(Topic.INCOMING),
            encode(_incoming(turn, sealer)),
            turn.turn_id.encode(),
            headers=turn_headers(turn.turn_id),
            timestamp_ms=round(self.began * 1000),
        )
        return confirmed

    async def emitted(self, least: int) -> int:
        """Returns how many records stand in the analytics topic, once they are at least so many."""
        topic = self.analysts.connection.topic(Topic.ANALYTICS)
        places = [TopicPartition(topic, each) for each in range(PARTITIONS)]
        stood = 0
        async with AIOKafkaConsumer(bootstrap_servers=self.broker.bootstrap) as consumer:

            async def stand() -> bool:
                nonlocal stood
                stood = sum((await consumer.end_offsets(places)).values())
                return stood >= least

            await eventually(stand, PATIENCE_SECONDS, f"{least} texts for analytics")
        return stood

    async def texts(self) -> dict[str, list[AnalyticsText]]:
        """What was emitted, by event id, as often as it stands there."""
        by_event = defaultdict(list)
        for record in await self.records(Topic.ANALYTICS):
            text = decode_analytics(record.value)
            if not isinstance(text, WindowEnd):
                by_event[text.event_id].append(text)
        return by_event

    async def records(self, topic: Topic) -> list[Dumped]:
        """Everything that stands in a topic."""
        return await dump(self.broker.bootstrap, self.analysts.connection.topic(topic))


def _incoming(turn: Turn, sealer: Sealer) -> IncomingTurn:
    until_ms = round((time.time() + PATIENCE_SECONDS) * 1000)
    return IncomingTurn(
        tenant=TENANT,
        policy="default",
        key_name=KEY_NAME,
        route="chat_completions",
        model=MODEL,
        dry_run=False,
        reply_partition=0,
        ask_after_ms=until_ms,
        deadline_ms=until_ms,
        sealed=sealer.seal(turn.body, tenant=TENANT, turn_id=turn.turn_id, purpose=Purpose.REQUEST),
    )


@contextmanager
def pipeline(
    folder: Path, jars: Path, each: int = 1, sections: Mapping[str, JsonObject] | None = None, tree: Path = ROOT
) -> Iterator[Pipeline]:
    """A fresh pipeline that runs, with so many members of each role; nothing of it is left running.

    ``sections`` adds to the configuration; what it does not say of analytics and publication is as by default.
    """
    own, clock = sections or {}, folder / "clock"
    with (
        RealBroker(folder / "kafka", jars) as broker,
        Cluster(
            folder / "cluster",
            kafka(broker.bootstrap, PREFIX, PARTITIONS) | {"session_timeout_seconds": SESSION_SECONDS},
            openai_models("http://127.0.0.1:1", [MODEL]),
            sections={
                **configuration.ANALYTICS,
                "detection": DETECTION,
                **own,
                "analytics": {**configuration.ANALYTICS["analytics"], **own.get("analytics", {})},
            },
            environment={CLOCK: str(clock), SNAPSHOTS: str(SNAPSHOT_SECONDS)},
            program=PROGRAM,
            tree=tree,
        ) as cluster,
    ):
        connection = Connection((broker.bootstrap,), MAX_RECORD_BYTES, prefix=PREFIX, fetch_wait_ms=50)
        running = Pipeline(
            broker,
            cluster,
            Analysts(cluster, connection, clock),
            time.time(),
            AnalyticsSettings.model_validate(own.get("analytics", {})),
            PublicationSettings.model_validate(own.get("publication", {})),
        )
        running.start(each)
        yield running
