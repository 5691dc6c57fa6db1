"""Analysts as processes on a real broker, texts for them, and what they made of these."""

from __future__ import annotations

import asyncio
import random
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.records import AnalyticsText, CandidateVerdict, ClusterAssignment, Topic, decode
from gateway.settings import Role, load
from gateway.types import JsonObject, JsonValue
from streams.analyst.member import Member
from streams.analyst.opening import Opening, from_bytes
from streams.analyst.part import parts
from streams.analyst.snapshots import OPENING, OPENING_PARTITION, newest
from tests.support.analyst_clock import CLOCK, PROGRAM, SNAPSHOTS
from tests.support.configuration import kafka, openai_models
from tests.support.dump import dump
from tests.support.processes import Cluster, GatewayProcess
from tests.support.waiting import eventually

PARTITIONS = 4
WINDOW_SECONDS = 60
GRACE_SECONDS = 5
WINDOW = 1_750_000_020  # any one that is a multiple of 60
MAX_RECORD_BYTES = 8 << 20
ENDED_SECONDS = 60.0
SESSION_SECONDS = 2.0

ANALYTICS: JsonObject = {
    "window_hours": WINDOW_SECONDS / 3600,
    "grace_seconds": GRACE_SECONDS,
    "k_min": 5,
    "key": "os.environ/ANALYTICS_KEY",
    "noise_key": "os.environ/NOISE_KEY",
}
PUBLICATION: JsonObject = {"audit": "none", "review": "none", "sensitive_k_min": 5, "retention_days": 1}
AUDIT: JsonObject = {"key": "os.environ/AUDIT_KEY"}
NOISE_KEY = b64encode(bytes(range(32))).decode()

SUBJECTS = (
    "garden roses prune hedge lawn",
    "flight airport luggage boarding ticket",
    "python debug compiler traceback function",
    "recipe pasta oven flour sauce",
    "guitar chord melody practice rhythm",
    "invoice payment refund order delivery",
)


def texts(count: int, seed: int = 0, window: int = WINDOW, contributors: int = 300) -> list[AnalyticsText]:
    """So many texts of a window about a few subjects, by so many contributors: the same for the same seed."""
    chance = random.Random(f"{seed}/{window}")
    return [
        AnalyticsText(
            event_id=f"{seed:016x}{window:08x}{number:08x}",
            window=window,
            contributor=f"{chance.randrange(contributors):032x}",
            language="en",
            text=" ".join(chance.choices(chance.choice(SUBJECTS).split(), k=4)),
        )
        for number in range(count)
    ]


@dataclass(slots=True)
class Analysts:
    """The analysts of one installation, whose clocks all show ``now``."""

    cluster: Cluster
    connection: Connection
    clock: Path
    members: list[GatewayProcess] = field(default_factory=list)

    def set(self, now: float) -> None:
        """Sets the clock of all members."""
        aside = self.clock.with_suffix(".new")
        aside.write_text(str(now), encoding="ascii")
        aside.replace(self.clock)

    def now(self) -> float:
        """What the clock of all members shows."""
        return float(self.clock.read_text(encoding="ascii"))

    def add(self) -> GatewayProcess:
        """Starts one more member and returns it; it may not be ready yet."""
        member = self.cluster.process("analyst")
        member.launch()
        self.members.append(member)
        return member

    def kill_all(self) -> None:
        """Kills all members that run."""
        for member in self.members:
            if member.running:
                member.kill()

    async def write(self, *records: AnalyticsText, per_second: float | None = None) -> None:
        """Writes texts as a minimizer does, in order, at this pace or at once."""
        producer = Producer(self.connection)
        await producer.start()
        try:
            for start in range(0, len(records), 100):
                some = records[start : start + 100]
                await asyncio.gather(*(producer.write(Topic.ANALYTICS, each.contributor, each) for each in some))
                if per_second is not None:
                    await asyncio.sleep(len(some) / per_second)
        finally:
            await producer.stop()

    async def answer(self, clean: Mapping[str, bool]) -> None:
        """Says of each candidate, as an auditor does, whether it is clean; in time, by the clock of the members."""
        producer = Producer(self.connection)
        await producer.start()
        for key, is_clean in clean.items():
            verdict = CandidateVerdict(clean=is_clean)
            await producer.write(Topic.VERDICTS, key, verdict, timestamp_ms=round(self.now() * 1000))
        await producer.stop()

    async def opening(self) -> Opening | None:
        """The newest opening."""
        stored = await newest(self.connection, OPENING_PARTITION, OPENING)
        return None if stored is None else from_bytes(stored.content, self.connection.topic(Topic.ANALYTICS))

    async def opened(self, number: int, seconds: float = ENDED_SECONDS) -> Opening:
        """How a window opens, once it has."""

        async def is_open() -> bool:
            stored = await newest(self.connection, OPENING_PARTITION, OPENING)
            return stored is not None and stored.manifest.opening >= number

        await eventually(is_open, seconds, f"opening {number}")
        opening = await self.opening()
        assert opening is not None
        assert opening.header.number == number
        return opening

    async def assignments(self) -> dict[str, int]:
        """The cluster of each text, by its event id."""
        found = await self.values(Topic.ASSIGNMENTS)
        return {event_id: decode(value, ClusterAssignment).cluster for event_id, value in found.items()}

    async def values(self, topic: Topic) -> Mapping[str, bytes | None]:
        """The last value of each key of a topic."""
        records = await dump(self.connection.bootstrap[0], self.connection.topic(topic))
        return {(each.key or b"").decode(): each.value for each in records}


@asynccontextmanager
async def member_here(running: Analysts) -> AsyncIterator[Member]:
    """A member in this process, which nothing interrupts, with the settings of the others."""
    process = running.cluster.process("analyst")
    settings = load(process.config.read_text(encoding="utf-8"), process.environment, [Role.ANALYST])
    producer = Producer(running.connection)
    (member,) = parts(settings, running.connection, producer)
    assert isinstance(member, Member)
    member.clock = running.now
    await producer.start()
    await member.start()
    try:
        yield member
    finally:
        await member.stop()
        await producer.stop()


@contextmanager
def analysts(
    folder: Path,
    bootstrap: str,
    prefix: str,
    sections: Mapping[str, JsonValue] | None = None,
    snapshot_seconds: float = 0.2,
) -> Iterator[Analysts]:
    """An installation without members yet, whose topics are there; nothing of it is left running."""
    clock = folder / f"{prefix}clock"
    with Cluster(
        folder / f"{prefix}cluster",
        kafka(bootstrap, prefix, PARTITIONS) | {"session_timeout_seconds": SESSION_SECONDS},
        openai_models("http://127.0.0.1:1"),
        sections={"analytics": ANALYTICS, "publication": PUBLICATION, "audit": AUDIT, **(sections or {})},
        environment={"NOISE_KEY": NOISE_KEY, CLOCK: str(clock), SNAPSHOTS: str(snapshot_seconds)},
        program=PROGRAM,
        log_level="info",
    ) as cluster:
        cluster.apply_topics()
        yield Analysts(cluster, Connection((bootstrap,), MAX_RECORD_BYTES, prefix=prefix, fetch_wait_ms=50), clock)


def kill_at_random(members: Sequence[GatewayProcess], chance: random.Random) -> GatewayProcess:
    """Kills one of the members that run, and returns it."""
    killed = chance.choice([member for member in members if member.running])
    killed.kill()
    return killed
