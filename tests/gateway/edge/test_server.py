from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiohttp
import orjson

from gateway.background import Background
from gateway.edge.server import EdgeServer
from gateway.kafka.connection import Connection
from gateway.kafka.producer import Producer
from gateway.kafka.reading import Follower, Received
from gateway.records import Cancellation, Reply, Topic, decode, turn_id_of
from gateway.settings import Settings, load
from streams.topics.embedded import FETCH_WAIT_MS, EmbeddedBroker
from tests.gateway.edge.house import KEY, OTHER_KEY, SEALER, answer, api_key, chunk
from tests.support.waiting import eventually

CHAT = "/v1/chat/completions"
BODY = orjson.dumps({"model": "gpt-4.1", "messages": [{"role": "user", "content": "Hi"}]})
WAIT_SECONDS = 20.0
CONFIGURATION = """
edge: {listen: "127.0.0.1:0", request_timeout_seconds: 30}
model_list: [{model_name: gpt-4.1, litellm_params: {model: echo}}]
"""


def settings() -> Settings:
    return load(CONFIGURATION, {}, []).model_copy(update={"api_keys": (api_key(KEY, "test"),)})


def connection(bootstrap: str) -> Connection:
    return Connection((bootstrap,), 1 << 20, embedded=True, fetch_wait_ms=FETCH_WAIT_MS)


def whole(turn_id: str) -> Reply:
    return chunk(turn_id, 0, answer("I wrote to [EMAIL1]."), last=True)


@dataclass(slots=True)
class Edge:
    """A running edge, a client of it, and the turns that it put on the broker."""

    server: EdgeServer
    client: aiohttp.ClientSession
    turns: asyncio.Queue[tuple[str, int]]

    async def turn(self) -> str:
        """The next turn on the broker."""
        turn_id, _ = await asyncio.wait_for(self.turns.get(), WAIT_SECONDS)
        return turn_id

    async def status(self, method: str, path: str, key: str = KEY) -> int:
        """The status of an answer."""
        headers = {"authorization": f"Bearer {key}"}
        async with self.client.request(method, path, data=BODY, headers=headers) as response:
            return response.status

    def ask(self) -> asyncio.Task[aiohttp.ClientResponse]:
        """A request that is under way."""

        async def asked() -> aiohttp.ClientResponse:
            return await self.client.post(CHAT, data=BODY, headers={"authorization": f"Bearer {KEY}"})

        return asyncio.create_task(asked())


@asynccontextmanager
async def serving(broker: EmbeddedBroker, *, answered: bool = True) -> AsyncIterator[Edge]:
    """An edge on the embedded broker, behind which every turn is answered, or none."""
    at = connection(broker.bootstrap)
    producer, background = Producer(at), Background()
    await producer.start()
    server = EdgeServer(settings(), at, producer, SEALER)
    turns: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    def take(record: Received) -> None:
        turn_id = turn_id_of(record.headers)
        partition: int = orjson.loads(record.value or b"")["reply_partition"]
        turns.put_nowait((turn_id, partition))
        if answered:
            background.spawn(producer.send(Topic.REPLIES, turn_id, whole(turn_id), partition))

    house = Follower(at, Topic.INCOMING, take, producer)
    await house.start(range(4))
    try:
        await server.start()
        async with aiohttp.ClientSession(server.address) as client:
            yield Edge(server, client, turns)
    finally:
        await server.stop()
        await background.drain(1)
        await house.stop()
        await producer.stop()


async def test_a_turn_goes_over_the_broker_and_its_answer_comes_back(embedded_broker: EmbeddedBroker) -> None:
    async with serving(embedded_broker) as edge, asyncio.timeout(WAIT_SECONDS):
        response = await edge.ask()
        assert (await response.json())["choices"][0]["message"]["content"] == "I wrote to ann@example.org."
        assert response.headers["x-canarygate-turn-id"] == await edge.turn()


async def test_two_edges_may_share_a_partition_and_drop_each_others_replies(embedded_broker: EmbeddedBroker) -> None:
    async with serving(embedded_broker) as one, serving(embedded_broker) as other, asyncio.timeout(WAIT_SECONDS):
        responses = await asyncio.gather(*(edge.ask() for edge in (one, other) * 8))
        assert [response.status for response in responses] == [200] * 16
        assert one.server.alive
        assert other.server.alive


async def test_health_needs_no_key_and_says_whether_it_can_answer(embedded_broker: EmbeddedBroker) -> None:
    async with serving(embedded_broker) as edge:
        for path in ("/health/live", "/health/ready"):
            assert await edge.status("GET", path, key="") == 200


async def test_metrics_are_not_served_where_clients_are(embedded_broker: EmbeddedBroker) -> None:
    async with serving(embedded_broker) as edge:
        assert await edge.status("GET", "/metrics") == 404


async def test_a_new_set_of_keys_lets_in_its_holders_and_nobody_else(embedded_broker: EmbeddedBroker) -> None:
    async with serving(embedded_broker) as edge, asyncio.timeout(WAIT_SECONDS):
        edge.server.use_keys([api_key(OTHER_KEY, "other")])
        assert [await edge.status("POST", CHAT, key) for key in (KEY, OTHER_KEY)] == [401, 200]


async def test_a_drain_finishes_what_is_in_flight_and_refuses_the_rest(embedded_broker: EmbeddedBroker) -> None:
    async with serving(embedded_broker, answered=False) as edge, asyncio.timeout(WAIT_SECONDS):
        asking = edge.ask()
        turn_id, partition = await edge.turns.get()
        draining = asyncio.create_task(edge.server.drain(60))
        await asyncio.sleep(0)
        assert await edge.status("GET", "/health/ready") == 503
        assert await edge.status("GET", "/health/live") == 200
        assert await edge.status("POST", CHAT) == 503
        assert not draining.done()
        await edge.server.producer.send(Topic.REPLIES, turn_id, whole(turn_id), partition)
        assert (await asking).status == 200
        await draining


async def test_a_stop_ends_the_connections_that_wait_and_cancels_their_turns(embedded_broker: EmbeddedBroker) -> None:
    cancelled: asyncio.Queue[str] = asyncio.Queue()

    def take(record: Received) -> None:
        decode(record.value, Cancellation)
        cancelled.put_nowait(turn_id_of(record.headers))

    async with serving(embedded_broker, answered=False) as edge, asyncio.timeout(WAIT_SECONDS):
        control = Follower(edge.server.connection, Topic.CONTROL, take, edge.server.producer)
        await control.start(range(4))
        asking = edge.ask()
        turn_id = await edge.turn()
        await edge.server.stop()
        (ended,) = await asyncio.gather(asking, return_exceptions=True)
        assert isinstance(ended, aiohttp.ClientError)
        assert await cancelled.get() == turn_id
        await control.stop()


async def test_an_edge_whose_broker_is_gone_lives_and_is_not_ready() -> None:
    with EmbeddedBroker() as broker:
        async with serving(broker) as edge:
            assert edge.server.ready
            broker.__exit__(None, None, None)
            await eventually(lambda: not edge.server.ready, WAIT_SECONDS, "the end of readiness")
            assert [await edge.status("GET", f"/health/{path}") for path in ("ready", "live")] == [503, 200]
            assert edge.server.alive
