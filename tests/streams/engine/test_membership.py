"""Who is a member of a role's group on a real broker, and what the others notice of a restart."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any, cast

import pytest

from tests.streams.engine.test_markers import Agent, running
from tests.support.kafka import RealBroker
from tests.support.waiting import eventually

WAIT_SECONDS = 30.0
PATIENT = 120.0  # a member that only falls silent is given up later than a test waits


def share(agent: Agent) -> set[int]:
    return {place.partition for place in agent.app.consumer.assignment()}


def coordinator(agent: Agent) -> Any:
    """aiokafka's side of the agent's group."""
    return cast(Any, agent.app.consumer)._thread._consumer._coordinator


async def until_shared(*agents: Agent) -> None:
    """Returns when each has one of two partitions."""

    def is_shared() -> bool:
        return sorted(map(sorted, map(share, agents))) == [[0], [1]]

    await eventually(is_shared, WAIT_SECONDS, "the shares of both members")


async def say_nothing() -> None:
    """What a killed member says to its group."""


async def test_a_named_member_that_is_killed_and_started_gets_its_share_back_and_the_other_notices_nothing(
    real_broker: RealBroker, topic_prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(real_broker, topic_prefix, 2, group_instance_id="first") as first:
        async with running(real_broker, topic_prefix, 2, group_instance_id="second") as second:
            await until_shared(first, second)
            assert {each.app.group.member_id for each in (first, second)} == {""}, "nobody takes it out"
            own, generation = share(second), first.app.consumer_generation_id
            monkeypatch.setattr(coordinator(second), "_maybe_leave_group", say_nothing)
        async with running(real_broker, topic_prefix, 2, group_instance_id="second") as again:
            await eventually(lambda: share(again) == own, WAIT_SECONDS, "the share of the restarted member")
            await asyncio.sleep(2 * first.app.conf.broker_heartbeat_interval)  # it would learn of a rebalance by then
            assert first.app.consumer_generation_id == again.app.consumer_generation_id == generation
            assert share(first) == {0, 1} - own


async def test_a_named_member_that_is_stopped_hands_its_share_over_at_once(
    real_broker: RealBroker, topic_prefix: str
) -> None:
    async with running(real_broker, topic_prefix, 2, group_instance_id="first", session_seconds=PATIENT) as first:
        async with running(real_broker, topic_prefix, 2, group_instance_id="second", session_seconds=PATIENT) as second:
            await until_shared(first, second)
        await eventually(lambda: share(first) == {0, 1}, WAIT_SECONDS, "the share of the stopped member")


async def test_a_nameless_member_that_is_restarted_makes_the_others_share_anew(
    real_broker: RealBroker, topic_prefix: str
) -> None:
    async with running(real_broker, topic_prefix, 2) as first:
        async with running(real_broker, topic_prefix, 2) as second:
            await until_shared(first, second)
            generation = first.app.consumer_generation_id
        async with running(real_broker, topic_prefix, 2) as again:
            await until_shared(first, again)
            assert first.app.consumer_generation_id > generation


async def test_a_member_that_is_killed_is_taken_out_by_the_other_long_before_its_session_ends(
    real_broker: RealBroker, topic_prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(real_broker, topic_prefix, 2, session_seconds=PATIENT) as first:
        async with running(real_broker, topic_prefix, 2, session_seconds=PATIENT) as second:
            await until_shared(first, second)
            first.service.peers.silence.beats = 2
            monkeypatch.setattr(coordinator(second), "_maybe_leave_group", say_nothing)
        await eventually(lambda: share(first) == {0, 1}, WAIT_SECONDS, "the share of the killed member")


async def test_a_member_that_is_taken_out_by_mistake_joins_again(real_broker: RealBroker, topic_prefix: str) -> None:
    async with running(real_broker, topic_prefix, 2) as first, running(real_broker, topic_prefix, 2) as second:
        await until_shared(first, second)
        mistaken = second.app.group.member_id
        assert await first.app.group.remove(mistaken)
        assert not await first.app.group.remove(mistaken), "it has gone"
        await eventually(lambda: second.app.group.member_id not in {"", mistaken}, WAIT_SECONDS, "its next id")
        await until_shared(first, second)
        assert second.service.alive


async def test_a_member_that_is_killed_is_taken_out_also_while_the_group_waits_for_it(
    real_broker: RealBroker, topic_prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(real_broker, topic_prefix, 2, session_seconds=PATIENT) as first:
        async with running(real_broker, topic_prefix, 2, session_seconds=PATIENT) as second:
            await until_shared(first, second)
            killed = second.app.group.member_id
            monkeypatch.setattr(coordinator(second), "_maybe_leave_group", say_nothing)
        async with AsyncExitStack() as later:
            third = running(real_broker, topic_prefix, 2, session_seconds=PATIENT)
            joining = asyncio.create_task(later.enter_async_context(third))
            await eventually(
                lambda: coordinator(first)._heartbeat_task is None, WAIT_SECONDS, "its wait for all others"
            )
            taken_out = await first.app.group.remove(killed)
            await until_shared(first, await joining)
            assert taken_out


async def test_a_member_that_is_stopped_while_another_holds_up_a_rebalance_does_not_wait_for_it(
    real_broker: RealBroker, topic_prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = asyncio.Event()

    async def hold_up(*_: object) -> None:
        await go_on.wait()

    async with running(real_broker, topic_prefix, 2) as first, running(real_broker, topic_prefix, 2) as second:
        await until_shared(first, second)
        monkeypatch.setattr(first.app, "_consumer_wait_empty", hold_up)
        first.service.peers.silence.beats = 1_000  # else it would take out who has fallen silent
        coordinator(second).request_rejoin()
        await eventually(lambda: coordinator(second)._heartbeat_task is None, WAIT_SECONDS, "its wait for the other")
        stopping = asyncio.create_task(second.service.stop())
        try:
            await asyncio.wait_for(stopping, first.app.conf.broker_rebalance_timeout / 2)
        finally:
            go_on.set()
        await eventually(lambda: share(first) == {0, 1}, WAIT_SECONDS, "the share of the stopped member")
