"""What clients see while an edge stops: nothing is lost, and nobody's connection is cut without a word."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from itertools import count

import aiohttp
import orjson
import pytest

from streams.topics.embedded import EmbeddedBroker
from tests.gateway.edge.connections import draining, kept, on_both_loops, port_closed
from tests.gateway.edge.house import KEY, chunk, delta
from tests.gateway.edge.serving import BODY, CHAT, HEADERS, STREAM, WAIT_SECONDS, Edge, serving
from tests.support.waiting import eventually

pytestmark = on_both_loops

ASKS_BETWEEN_LOOKS = 10


@dataclass(slots=True)
class Balancer:
    """Sends requests in turn to the edges that said a moment ago that they are ready."""

    edges: list[Edge]
    answered: Counter[int] = field(default_factory=Counter)
    statuses: set[int] = field(default_factory=set)

    async def ask_on(self) -> None:
        """Asks until it is cancelled, over connections that are kept."""
        for number in count():
            if number % ASKS_BETWEEN_LOOKS == 0:
                ready = [edge for edge in self.edges if await is_ready(edge)]
            edge = ready[number % len(ready)]
            response = await edge.ask()
            await response.read()
            self.statuses.add(response.status)
            self.answered[edge.port] += 1


async def is_ready(edge: Edge) -> bool:
    try:
        return await edge.status("GET", "/health/ready") == 200
    except aiohttp.ClientError:
        return False


async def test_a_drain_finishes_what_is_in_flight_and_lets_nobody_else_connect(embedded_broker: EmbeddedBroker) -> None:
    async with serving(embedded_broker, answered=False) as edge, asyncio.timeout(WAIT_SECONDS):
        asking = edge.ask()
        turn_id, partition = await edge.turns.get()
        drained = draining(edge)
        await port_closed(edge)
        assert not edge.server.ready
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", edge.port)
        assert not drained.done()
        await edge.answer(turn_id, partition)
        assert (await asking).status == 200
        await drained
        assert edge.cancelled.empty()


async def test_while_load_balancers_notice_turns_are_taken_and_clients_are_sent_elsewhere(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with serving(embedded_broker, delay=60) as edge, kept(edge) as idle, kept(edge) as busy:
        async with asyncio.timeout(WAIT_SECONDS):
            assert [(await connection.ask())[:2] for connection in (idle, busy)] == [(200, False)] * 2
            drained = draining(edge)
            await eventually(lambda: not edge.server.ready, WAIT_SECONDS, "the end of readiness")
            assert await edge.status("GET", "/health/ready") == 503
            assert (await busy.ask())[:2] == (200, True)
            assert await busy.is_closed()
            fresh = await edge.ask()
            assert (fresh.status, fresh.headers["connection"]) == (200, "close")
            assert (await idle.ask())[:2] == (200, True)
            drained.cancel()


async def test_a_request_that_the_edge_was_too_busy_to_read_is_answered_although_its_connection_seemed_idle(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with serving(embedded_broker, delay=60) as edge, kept(edge) as late, asyncio.timeout(WAIT_SECONDS):
        assert (await late.ask())[:2] == (200, False)
        drained = draining(edge)
        await eventually(lambda: not edge.server.ready, WAIT_SECONDS, "the end of readiness")
        late.send(BODY)
        edge.server._close_idle()
        assert (await late.answer())[:2] == (200, True)
        assert await late.is_closed()
        drained.cancel()


async def test_once_the_delay_is_over_a_connection_without_a_request_is_closed_in_order(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with serving(embedded_broker, delay=0.2) as edge, kept(edge) as used, kept(edge) as fresh:
        async with asyncio.timeout(WAIT_SECONDS):
            assert (await used.ask())[:2] == (200, False)
            drained = draining(edge)
            assert await used.is_closed()
            assert await fresh.is_closed()
            assert await drained == 0


async def test_a_connection_whose_stream_began_before_the_stop_is_closed_in_order_after_it(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with serving(embedded_broker, answered=False) as edge, kept(edge) as kept_on:
        async with asyncio.timeout(WAIT_SECONDS):
            kept_on.send(STREAM)
            turn_id, partition = await edge.turns.get()
            await edge.reply(turn_id, partition, chunk(turn_id, 0, delta("Hi")))
            assert b"connection: close" not in (await kept_on.reader.readuntil(b"\r\n\r\n")).lower()
            drained = draining(edge)
            await edge.reply(turn_id, partition, chunk(turn_id, 1, delta("", "stop"), last=True))
            await drained
            await edge.server.stop()
            assert (await kept_on.reader.read()).endswith(b"data: [DONE]\n\n\r\n0\r\n\r\n")


@pytest.mark.parametrize("delay", [60, 0])
async def test_a_connection_whose_stream_began_before_the_stop_serves_one_more_request_when_it_has_ended(
    embedded_broker: EmbeddedBroker, delay: float
) -> None:
    async with serving(embedded_broker, answered=False, delay=delay) as edge, kept(edge) as kept_on:
        async with asyncio.timeout(WAIT_SECONDS):
            kept_on.send(STREAM)
            turn_id, partition = await edge.turns.get()
            await edge.reply(turn_id, partition, chunk(turn_id, 0, delta("Hi")))
            await kept_on.reader.readuntil(b"\r\n\r\n")
            drained = draining(edge)
            await eventually(
                lambda: not edge.server.ready,
                WAIT_SECONDS,
                "the end of readiness",
            )
            if not delay:
                await port_closed(edge)
            await edge.reply(turn_id, partition, chunk(turn_id, 1, delta("", "stop"), last=True))
            await kept_on.reader.readuntil(b"data: [DONE]\n\n\r\n0\r\n\r\n")
            kept_on.send(BODY)
            asked = await edge.turns.get()
            assert not drained.done()
            await edge.answer(*asked)
            assert (await kept_on.answer())[:2] == (200, True)
            assert await kept_on.is_closed()
            drained.cancel()


async def test_behind_a_balancer_that_follows_readiness_nobody_is_refused_while_one_of_two_edges_stops(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with serving(embedded_broker, delay=2) as one, serving(embedded_broker, delay=2) as other:
        async with asyncio.timeout(WAIT_SECONDS):
            balancer = Balancer([one, other])
            asking = asyncio.create_task(balancer.ask_on())
            await eventually(lambda: balancer.answered[one.port] > 5, WAIT_SECONDS, "some answers")
            await one.server.drain(60)
            await one.server.stop()
            before = balancer.answered[other.port]
            await eventually(lambda: balancer.answered[other.port] > before + 5, WAIT_SECONDS, "answers of the other")
            asking.cancel()
            assert balancer.statuses == {200}


async def test_a_stream_that_outlasts_the_drain_ends_with_an_error_event_and_is_cancelled_upstream(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with serving(embedded_broker, answered=False) as edge, asyncio.timeout(WAIT_SECONDS):
        asking = edge.ask(STREAM)
        turn_id, partition = await edge.turns.get()
        await edge.reply(turn_id, partition, chunk(turn_id, 0, delta("Hi")))
        response = await asking
        await edge.server.drain(0.1)
        *_, last = (await response.read()).decode().strip().split("\n\n")
        error = orjson.loads(last.removeprefix("data: "))["error"]
        assert (error["type"], error["code"]) == ("timeout_error", "draining")
        assert await edge.cancelled.get() == turn_id


@pytest.mark.parametrize("body", [BODY, STREAM])
async def test_an_answer_that_has_not_begun_when_the_drain_ends_is_an_error_and_is_cancelled_upstream(
    embedded_broker: EmbeddedBroker, body: bytes
) -> None:
    async with serving(embedded_broker, answered=False) as edge, asyncio.timeout(WAIT_SECONDS):
        asking = edge.ask(body)
        turn_id = await edge.turn()
        await edge.server.drain(0.1)
        response = await asking
        assert (response.status, (await response.json())["error"]["code"]) == (504, "draining")
        assert await edge.cancelled.get() == turn_id


async def test_a_body_that_is_still_on_its_way_when_the_drain_ends_is_answered(embedded_broker: EmbeddedBroker) -> None:
    async with serving(embedded_broker) as edge, kept(edge) as slow, asyncio.timeout(WAIT_SECONDS):
        head = f"POST {CHAT} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {KEY}\r\ncontent-length: 100\r\n\r\n{{"
        slow.writer.write(head.encode())
        await eventually(lambda: edge.server._admission.in_flight == 1, WAIT_SECONDS, "the request's head")
        await edge.server.drain(0.1)
        status, closes, _ = await slow.answer()
        assert (status, closes) == (504, True)
        assert edge.turns.empty()


async def test_a_stop_without_a_drain_answers_those_who_wait_and_cancels_their_turns(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with serving(embedded_broker, answered=False) as edge, asyncio.timeout(WAIT_SECONDS):
        asking = edge.ask()
        turn_id = await edge.turn()
        await edge.server.stop()
        assert (await asking).status == 504
        assert await edge.cancelled.get() == turn_id


async def test_an_edge_that_reads_no_replies_any_more_keeps_nobody_waiting(embedded_broker: EmbeddedBroker) -> None:
    async with serving(embedded_broker, answered=False, delay=60) as edge, asyncio.timeout(WAIT_SECONDS):
        asking = edge.ask()
        turn_id = await edge.turn()
        await edge.server._followers[0].stop()
        assert not edge.server.alive
        await edge.server.drain(600)
        assert (await asking).status == 504
        assert await edge.cancelled.get() == turn_id


async def test_a_turn_that_lives_without_its_client_does_not_hold_up_the_drain(embedded_broker: EmbeddedBroker) -> None:
    async with serving(embedded_broker, answered=False) as edge, asyncio.timeout(WAIT_SECONDS):
        asking = edge.ask(headers={**HEADERS, "idempotency-key": "1"})
        turn_id = await edge.turn()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await edge.server.drain(60)
        assert await edge.cancelled.get() == turn_id
