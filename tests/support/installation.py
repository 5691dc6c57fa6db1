"""An installation as in production: a real broker, one process per role, and a recording upstream; and its accounts."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import aiohttp

from gateway.types import JsonObject
from tests.support.clients import MODELS, Asked, Load
from tests.support.configuration import ANALYTICS, amend, kafka, openai_models
from tests.support.kafka import RealBroker
from tests.support.processes import PROGRAM, Cluster, GatewayProcess
from tests.support.requests import Ending, RequestKind
from tests.support.topics import Topics
from tests.support.upstream_process import UpstreamProcess
from tests.support.waiting import eventually

PREFIX = "survival."
PARTITIONS = 4
ROLES = ("edge", "minimizer", "dispatcher")
# A slow machine may take longer to start a role than an edge waits for one before it refuses turns.
SECTIONS: Mapping[str, JsonObject] = {
    "edge": {
        "request_timeout_seconds": 45,
        "stalled_seconds": 45,
        "max_in_flight": 1024,
        "max_in_flight_per_key": 1024,
    },
    **ANALYTICS,
}
SLACK_SECONDS = 3.0
SETTLE_SECONDS = 30.0

_seeds = count(1)


@dataclass(frozen=True, slots=True)
class Account:
    """What became of a load's requests, at its clients and at the upstream."""

    asked: tuple[Asked, ...]
    extra_calls: int
    late: tuple[Asked, ...]

    def of(self, *endings: Ending) -> list[Asked]:
        """The requests that ended like this."""
        return [asked for asked in self.asked if asked.ending in endings]


@dataclass(slots=True)
class Installation:
    """One process per role behind one edge's URL; ``history`` holds every request of its loads.

    ``errors`` are the bodies of all errors that its clients were told.
    """

    broker: RealBroker
    upstream: UpstreamProcess
    cluster: Cluster
    processes: dict[str, GatewayProcess] = field(default_factory=dict)
    history: list[Asked] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def start(self) -> None:
        """Makes the topics and starts one process for each role."""
        self.cluster.apply_topics()
        self.processes = dict(zip(ROLES, self.cluster.start(*ROLES), strict=True))

    @property
    def topics(self) -> Topics:
        """What stands on the broker."""
        return Topics(self.broker.bootstrap, PREFIX, PARTITIONS)

    @property
    def edge_url(self) -> str:
        """Where clients connect."""
        return self.processes["edge"].url

    @asynccontextmanager
    async def load(
        self, url: str = "", *, key: str = "", models: Sequence[str] = MODELS, per_second: float = 20.0
    ) -> AsyncIterator[Load]:
        """A load on an edge, the first one where none is named; all its requests have ended when it is left."""
        kinds = [RequestKind(model) for model in models]
        load = Load(url or self.edge_url, key or self.cluster.secrets.api_key, next(_seeds), kinds, per_second)
        try:
            async with load:
                yield load
        finally:
            self.history += load.asked
            self.errors += (asked.error for asked in load.asked)

    async def ask_wrongly(self, path: str, body: bytes, key: str | None = None) -> None:
        """Sends a request that must be refused, and keeps the error."""
        headers = {"authorization": f"Bearer {key or self.cluster.secrets.api_key}"}
        async with (
            aiohttp.ClientSession(self.edge_url, headers=headers) as session,
            session.post(path, data=body) as response,
        ):
            assert response.status >= 400
            self.errors.append(f"{response.headers}\n{await response.text()}")

    @asynccontextmanager
    async def another_edge(
        self, settings: JsonObject, environment: Mapping[str, str] | None = None
    ) -> AsyncIterator[GatewayProcess]:
        """A second edge with other settings and variables, for as long as the context lasts."""
        edge = self.cluster.process("edge")
        amend(edge.config, {"edge": settings})
        edge.environment = {**edge.environment, **(environment or {})}
        await asyncio.to_thread(edge.start)
        yield edge
        assert await asyncio.to_thread(self.cluster.remove, edge) == 0

    async def at_upstream(self, markers: set[str]) -> None:
        """Returns when the upstream has been called for each of the requests with these markers."""
        await eventually(lambda: markers <= set(self.upstream.calls()), SETTLE_SECONDS, "the calls of all requests")

    async def share_work(self, members: Sequence[GatewayProcess]) -> None:
        """Returns when each of the members has worked on a turn that came after this call."""
        before = {member.name: _worked(member) for member in members}

        def all_worked() -> bool:
            return all(_worked(member) > before[member.name] for member in members)

        await eventually(lambda: asyncio.to_thread(all_worked), SETTLE_SECONDS, "work for every member")

    async def account(self, load: Load, fault: str, in_flight: int) -> Account:
        """Balances the books after a fault: prints the counts, and asserts what holds after every fault.

        Nothing is wrong or late, upstream calls beyond one a turn are no more than ``in_flight``, the number of turns
        in flight at the fault, and what was consumed is committed to its end.
        """
        account = self._balance(load)
        print(
            f"{fault}: {load.summary()}; {in_flight} in flight at the fault, {account.extra_calls} extra upstream calls"
        )
        assert not account.of(Ending.WRONG, Ending.LOST)
        assert not account.late
        assert account.extra_calls <= in_flight
        await self.topics.settled()
        return account

    def _balance(self, load: Load) -> Account:
        calls = self.upstream.calls()
        markers = {asked.marker for asked in load.asked}
        limit = float(str(SECTIONS["edge"]["request_timeout_seconds"])) + SLACK_SECONDS
        uncalled = [asked for asked in load.asked if asked.ending is Ending.ANSWERED and not calls[asked.marker]]
        assert not uncalled, "an answer that nobody gave"
        return Account(
            asked=tuple(load.asked),
            extra_calls=sum(calls[marker] - 1 for marker in markers if calls[marker]),
            late=tuple(asked for asked in load.asked if asked.seconds > limit),
        )


def _worked(member: GatewayProcess) -> int:
    """How many stages of turns the process has worked on, as its metrics count them."""
    page = member.metrics_page().decode()
    return sum(int(float(value)) for value in re.findall(r"^canarygate_stage_seconds_count.* (\S+)$", page, re.M))


@contextmanager
def installation(folder: Path, jars: Path, program: tuple[str, ...] = PROGRAM) -> Iterator[Installation]:
    """A fresh installation that runs; nothing of it is left running."""
    with (
        RealBroker(folder / "kafka", jars) as broker,
        UpstreamProcess(folder / "upstream.jsonl") as upstream,
        Cluster(
            folder / "cluster",
            kafka(broker.bootstrap, PREFIX, PARTITIONS),
            openai_models(upstream.url),
            sections=SECTIONS,
            program=program,
        ) as cluster,
    ):
        running = Installation(broker, upstream, cluster)
        running.start()
        yield running
