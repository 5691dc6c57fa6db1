"""An installation as it is deployed: members of every role, a balancer in front of its edges, several tenants."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from gateway.keys import RANDOM_BYTES, hash_key, new_key
from gateway.types import JsonObject, JsonValue
from tests.support.balancer import Balancer
from tests.support.clients import Load
from tests.support.configuration import Secrets, kafka, openai_models
from tests.support.kafka import RealBroker
from tests.support.processes import ROOT, Cluster, GatewayProcess
from tests.support.requests import RequestKind
from tests.support.topics import Topics
from tests.support.upstream_process import UpstreamProcess

PREFIX = "fleet."
PARTITIONS = 4
REPLACED_SECONDS = 240.0  # a member may become ready only when the one that it replaces has drained
ROLES = ("edge", "minimizer", "dispatcher")
TENANTS = ("one", "two", "three")
EDGE: JsonObject = {"request_timeout_seconds": 900, "max_in_flight": 512, "max_in_flight_per_key": 512}

_seeds = count(1)


@dataclass(slots=True)
class Fleet:
    """So many members of each role; ``members`` are those that are to serve, ``left`` those that were asked to stop."""

    broker: RealBroker
    upstream: UpstreamProcess
    cluster: Cluster
    keys: Mapping[str, str]
    members: dict[str, list[GatewayProcess]] = field(default_factory=dict)
    left: list[GatewayProcess] = field(default_factory=list)

    def start(self, each: int) -> None:
        """Makes the topics and starts so many members of each role."""
        self.cluster.apply_topics()
        started = iter(self.cluster.start(*(role for role in ROLES for _ in range(each))))
        self.members = {role: [next(started) for _ in range(each)] for role in ROLES}

    @property
    def processes(self) -> list[GatewayProcess]:
        """All members that are to serve."""
        return [member for members in self.members.values() for member in members]

    async def uncommitted(self) -> list[str]:
        """What is wrong where the agents' groups do not commit to the ends of their topics in time."""
        try:
            await Topics(self.broker.bootstrap, PREFIX, PARTITIONS).settled()
        except TimeoutError as error:
            return [str(error)]
        return []

    def balanced(self) -> Balancer:
        """A balancer in front of all edges, those too that were asked to stop, while they say that they are ready."""
        return Balancer(lambda: [each for each in (*self.members["edge"], *self.left) if each.roles == ("edge",)])

    @asynccontextmanager
    async def load(
        self,
        url: str,
        name: str,
        kinds: Sequence[RequestKind],
        per_second: float,
        *,
        tenant: str = TENANTS[0],
        most: int | None = None,
        deadline_seconds: float = 120.0,
    ) -> AsyncIterator[Load]:
        """One tenant's load; all its requests have ended when it is left."""
        key = self.keys[tenant]
        async with Load(url, key, next(_seeds), kinds, per_second, deadline_seconds, most, name) as load:
            yield load

    async def replace(self, member: GatewayProcess) -> GatewayProcess:
        """Asks a member to stop and returns the one in its place when that is ready; the old one may still drain."""
        self._stop(member)
        new = self._like(member)
        self._put(new, member)
        await asyncio.to_thread(new.start, REPLACED_SECONDS)
        return new

    async def renew(self, member: GatewayProcess) -> GatewayProcess:
        """The same, but it is asked to stop only when the one in its place is ready, as the chart does it."""
        new = self._like(member)
        await asyncio.to_thread(new.start, REPLACED_SECONDS)
        self._put(new, member)
        self._stop(member)
        return new

    def _stop(self, member: GatewayProcess) -> None:
        member.terminate()
        self.left.append(member)

    def _like(self, member: GatewayProcess) -> GatewayProcess:
        (role,) = member.roles
        new = self.cluster.process(role)
        new.program, new.environment = member.program, member.environment
        return new

    def _put(self, new: GatewayProcess, old: GatewayProcess) -> None:
        (role,) = old.roles
        self.members[role][self.members[role].index(old)] = new

    async def all_left(self) -> dict[str, int]:
        """The exit statuses of the members that were asked to stop, once all have ended."""
        statuses = {member.name: await asyncio.to_thread(member.wait) for member in self.left}
        self.left.clear()
        return statuses


@contextmanager
def fleet(
    folder: Path, jars: Path, each: int = 2, sections: Mapping[str, JsonObject] | None = None, tree: Path = ROOT
) -> Iterator[Fleet]:
    """A fresh fleet that runs, with so many members of each role from a checkout; nothing of it is left running."""
    keys = {tenant: new_key(os.urandom(RANDOM_BYTES)) for tenant in TENANTS}
    secrets = Secrets()  # its API key is the auditor's
    holders = {**keys, "auditor": secrets.api_key}
    api_keys: JsonValue = [{"name": name, "hash": hash_key(key), "tenant": name} for name, key in holders.items()]
    with (
        RealBroker(folder / "kafka", jars) as broker,
        UpstreamProcess(folder / "upstream.jsonl") as upstream,
        Cluster(
            folder / "cluster",
            kafka(broker.bootstrap, PREFIX, PARTITIONS),
            openai_models(upstream.url),
            sections={"edge": EDGE, "api_keys": api_keys, **(sections or {})},
            secrets=secrets,
            log_level="info",
            tree=tree,
        ) as cluster,
    ):
        running = Fleet(broker, upstream, cluster, keys)
        running.start(each)
        yield running
