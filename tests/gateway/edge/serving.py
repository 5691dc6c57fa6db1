"""An edge on the embedded broker, as its clients, its load balancer and the roles behind it see it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace

import aiohttp
import orjson

from gateway.background import Background
from gateway.edge.availability import FOR_A_TURN
from gateway.edge.server import EdgeServer
from gateway.kafka.connection import Connection
from gateway.kafka.producer import NO_TURN, Producer
from gateway.kafka.reading import Follower, Received
from gateway.records import Cancellation, Heartbeat, Reply, Topic, Undecodable, decode_control, turn_id_of
from gateway.roles import Role
from gateway.settings import Settings, load
from streams.topics.embedded import FETCH_WAIT_MS, EmbeddedBroker
from tests.gateway.edge.house import KEY, SEALER, answer, api_key, chunk
from tests.support.waiting import eventually

CHAT = "/v1/chat/completions"
BODY = orjson.dumps({"model": "gpt-4.1", "messages": [{"role": "user", "content": "Hi"}]})
STREAM = orjson.dumps({**orjson.loads(BODY), "stream": True})
HEADERS = {"authorization": f"Bearer {KEY}"}
WAIT_SECONDS = 20.0
HEARTBEAT_SECONDS = 0.1
PARTITIONS = range(4)
CONFIGURATION = """
edge: {listen: "127.0.0.1:0", request_timeout_seconds: 30, stalled_seconds: %g, shutdown_delay_seconds: %g}
model_list: [{model_name: gpt-4.1, litellm_params: {model: echo}}]
"""


def settings(stalled: float, delay: float) -> Settings:
    """An edge with one client."""
    loaded = load(CONFIGURATION % (stalled, delay), {}, [])
    return loaded.model_copy(update={"api_keys": (api_key(KEY, "test"),)})


def connection(bootstrap: str) -> Connection:
    """The way to the embedded broker."""
    return Connection((bootstrap,), 1 << 20, embedded=True, fetch_wait_ms=FETCH_WAIT_MS)


def whole(turn_id: str) -> Reply:
    """One whole answer."""
    return chunk(turn_id, 0, answer("I wrote to [EMAIL1]."), last=True)


@dataclass(slots=True)
class Edge:
    """A running edge, a client of it, the turns that it put on the broker, and those that it cancelled there.

    Heartbeats come from a member of each role in ``beating``.
    """

    server: EdgeServer
    client: aiohttp.ClientSession
    answered: bool
    beating: set[Role]
    background: Background = field(default_factory=Background)
    turns: asyncio.Queue[tuple[str, int]] = field(default_factory=asyncio.Queue)
    cancelled: asyncio.Queue[str] = field(default_factory=asyncio.Queue)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server.address.rpartition(":")[2])

    async def turn(self) -> str:
        """The next turn on the broker."""
        turn_id, _ = await asyncio.wait_for(self.turns.get(), WAIT_SECONDS)
        return turn_id

    def ask(self, body: bytes = BODY, headers: Mapping[str, str] = HEADERS) -> asyncio.Task[aiohttp.ClientResponse]:
        """A request whose answer has begun once the task is done."""

        async def asked() -> aiohttp.ClientResponse:
            return await self.client.post(self.server.address + CHAT, data=body, headers=headers)

        return asyncio.create_task(asked())

    async def status(self, method: str, path: str, key: str = KEY) -> int:
        """The status of an answer."""
        headers = {"authorization": f"Bearer {key}"}
        async with self.client.request(method, self.server.address + path, data=BODY, headers=headers) as response:
            return response.status

    async def reply(self, turn_id: str, partition: int, reply: Reply) -> None:
        """A reply from behind the broker."""
        await self.server.producer.send(Topic.REPLIES, turn_id, reply, partition)

    async def answer(self, turn_id: str, partition: int) -> None:
        """The turn's whole answer comes from behind the broker."""
        await self.reply(turn_id, partition, whole(turn_id))

    @property
    def stalled(self) -> bool:
        """Whether turns are refused because nobody was heard of."""
        return self.server._availability.missing(FOR_A_TURN, time.monotonic()) is not None

    def take_incoming(self, record: Received) -> None:
        """Notes a turn, and answers it if this house does."""
        turn_id = turn_id_of(record.headers)
        partition: int = orjson.loads(record.value or b"")["reply_partition"]
        self.turns.put_nowait((turn_id, partition))
        if self.answered:
            self.background.spawn(self.answer(turn_id, partition))

    def take_control(self, record: Received) -> None:
        """Notes what is cancelled."""
        with suppress(Undecodable):
            if isinstance(decode_control(record.value), Cancellation):
                self.cancelled.put_nowait(turn_id_of(record.headers))

    async def beat(self) -> None:
        """Sends heartbeats until it is cancelled."""
        while True:
            for role in tuple(self.beating):
                await self.server.producer.deliver(Topic.CONTROL, NO_TURN, Heartbeat(role=role))
            await asyncio.sleep(HEARTBEAT_SECONDS)


@asynccontextmanager
async def serving(
    broker: EmbeddedBroker,
    *,
    answered: bool = True,
    beating: Collection[Role] = FOR_A_TURN,
    stalled: float = 15,
    delay: float | None = None,
) -> AsyncIterator[Edge]:
    """An edge behind which every turn is answered, or none; it is ready, if both roles are heard of.

    With a ``delay`` it takes its broker for a real one, and itself for one of several behind a load balancer.
    """
    at = connection(broker.bootstrap)
    producer = Producer(at)
    await producer.start()
    server = EdgeServer(settings(stalled, delay or 0), replace(at, embedded=delay is None), producer, SEALER)
    async with aiohttp.ClientSession() as client:
        edge = Edge(server, client, answered, {*beating})
        followers = [
            Follower(at, Topic.INCOMING, edge.take_incoming, producer),
            Follower(at, Topic.CONTROL, edge.take_control, producer),
        ]
        for follower in followers:
            await follower.start(PARTITIONS)
        beats = asyncio.create_task(edge.beat())
        try:
            await server.start()
            if edge.beating >= {*FOR_A_TURN}:
                await eventually(lambda: server.ready, WAIT_SECONDS, "readiness")
            yield edge
        finally:
            beats.cancel()
            await server.stop()
            await edge.background.drain(1)
            for follower in followers:
                await follower.stop()
            await producer.stop()
