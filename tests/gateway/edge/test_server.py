from __future__ import annotations

import asyncio

from gateway.kafka.producer import NO_TURN
from gateway.records import DryRun, Topic
from gateway.roles import Role
from streams.topics.embedded import EmbeddedBroker
from tests.gateway.edge.house import KEY, OTHER_KEY, api_key
from tests.gateway.edge.serving import CHAT, WAIT_SECONDS, Edge, serving
from tests.support.metrics import metric
from tests.support.waiting import eventually


async def refused(edge: Edge) -> tuple[int, str, bool]:
    """The status and code of an answer that is an error, and whether it says when to try again."""
    response = await edge.ask()
    return response.status, (await response.json())["error"]["code"], "retry-after" in response.headers


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
        edge.server.use_keys(edge.server.settings.model_copy(update={"api_keys": (api_key(OTHER_KEY, "other"),)}))
        assert [await edge.status("POST", CHAT, key) for key in (KEY, OTHER_KEY)] == [401, 200]


async def test_without_a_dispatcher_turns_are_refused_at_once_and_served_again_when_one_is_back(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with serving(embedded_broker, stalled=1) as edge, asyncio.timeout(WAIT_SECONDS):
        edge.beating.remove(Role.DISPATCHER)
        await eventually(lambda: not edge.server.ready, WAIT_SECONDS, "the end of readiness")
        assert await edge.status("GET", "/health/ready") == 503
        assert await refused(edge) == (503, "nobody_dispatches", True)
        assert edge.turns.empty()
        edge.beating.add(Role.DISPATCHER)
        await eventually(lambda: edge.server.ready, WAIT_SECONDS, "readiness")
        assert await edge.status("POST", CHAT) == 200


async def test_without_a_minimizer_since_the_start_it_is_not_ready_and_turns_wait_for_a_while(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with serving(embedded_broker, beating=[Role.DISPATCHER], stalled=2) as edge, asyncio.timeout(WAIT_SECONDS):
        early = edge.ask()
        assert not edge.server.ready
        assert (await early).status == 200
        await eventually(lambda: edge.stalled, WAIT_SECONDS, "the end of patience")
        assert await refused(edge) == (503, "nobody_minimizes", True)


async def test_a_turn_that_was_accepted_goes_on_waiting_when_nobody_is_heard_of_any_more(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with serving(embedded_broker, stalled=1, answered=False) as edge, asyncio.timeout(WAIT_SECONDS):
        asking = edge.ask()
        turn_id, partition = await edge.turns.get()
        edge.beating.clear()
        await eventually(lambda: not edge.server.ready, WAIT_SECONDS, "the end of readiness")
        assert not asking.done()
        await edge.answer(turn_id, partition)
        assert (await asking).status == 200


async def test_what_is_no_control_record_is_passed_over_and_left_to_others(embedded_broker: EmbeddedBroker) -> None:
    poison = {"topic": "conversations.control", "reason": "undecodable"}
    letters = metric("canarygate_dead_letters_total", **poison)
    async with serving(embedded_broker, stalled=1) as edge, asyncio.timeout(WAIT_SECONDS):
        for partition in range(4):
            await edge.server.producer.send(Topic.CONTROL, NO_TURN, DryRun(sealed=b"poison"), partition)
        edge.beating.clear()
        await eventually(lambda: not edge.server.ready, WAIT_SECONDS, "the end of readiness")
        edge.beating.update((Role.MINIMIZER, Role.DISPATCHER))
        await eventually(lambda: edge.server.ready, WAIT_SECONDS, "readiness")
    assert metric("canarygate_dead_letters_total", **poison) == letters


async def test_an_edge_whose_broker_is_gone_lives_and_is_not_ready() -> None:
    with EmbeddedBroker() as broker:
        async with serving(broker, stalled=1) as edge:
            assert edge.server.ready
            broker.__exit__(None, None, None)
            await eventually(lambda: not edge.server._availability.broker_answers, WAIT_SECONDS, "the probe")
            assert [await edge.status("GET", f"/health/{path}") for path in ("ready", "live")] == [503, 200]
            assert edge.server.alive
            await eventually(lambda: edge.stalled, WAIT_SECONDS, "the last heartbeat's age")
            assert await refused(edge) == (503, "broker_away", True)
