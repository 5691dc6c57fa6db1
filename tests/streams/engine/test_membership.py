"""Who is a member of a role's group on a real broker, and what the others notice of a restart."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from tests.streams.engine.test_markers import Agent, running
from tests.support.kafka import RealBroker
from tests.support.waiting import eventually

WAIT_SECONDS = 30.0
PATIENT = 120.0  # a member that only falls silent is given up later than a test waits


def share(agent: Agent) -> set[int]:
    return {place.partition for place in agent.app.consumer.assignment()}


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
            own, generation = share(second), first.app.consumer_generation_id
            coordinator = cast(Any, second.app.consumer)._thread._consumer._coordinator
            monkeypatch.setattr(coordinator, "_maybe_leave_group", say_nothing)
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
