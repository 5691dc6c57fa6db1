"""How turns end that nobody can answer: their client has left, their time is over, or a record cannot be read."""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode

import pytest
from aiokafka import AIOKafkaProducer

from gateway.records import OutcomeKind, Topic, turn_headers
from gateway.sealing import KEY_BYTES
from tests.support.installation import Installation
from tests.support.requests import Ending
from tests.support.waiting import eventually

WAIT_SECONDS = 30.0


@pytest.mark.parametrize("model", ["load?echo=last&delay=40", "load?echo=last&pace=2"], ids=["whole", "stream"])
async def test_a_turn_whose_client_left_stops_at_the_upstream(installed: Installation, model: str) -> None:
    async with installed.load(models=[model]) as load:
        await load.stop_asking(after=3)
        left = load.markers
        await installed.at_upstream(left)
        load.leave()
    await eventually(lambda: left <= installed.upstream.hung_up(), WAIT_SECONDS, "the end of the calls")
    await installed.topics.settled()
    turns, outcomes = await installed.topics.turns(), await installed.topics.outcomes()
    assert {outcomes[turns[marker]] for marker in left} == {OutcomeKind.CANCELLED}


@pytest.mark.parametrize(("away", "topic"), [("minimizer", Topic.INCOMING), ("dispatcher", Topic.MINIMIZED)])
async def test_a_turn_whose_time_is_over_is_an_error_and_a_dead_letter_and_is_sent_nowhere(
    installed: Installation, away: str, topic: Topic
) -> None:
    worker = installed.processes[away]
    async with installed.another_edge({"request_timeout_seconds": 3}) as edge:
        worker.terminate()
        assert await asyncio.to_thread(worker.wait) == 0
        async with installed.load(edge.url) as load:
            await load.stop_asking(after=4)
        await asyncio.to_thread(worker.start)
    account = await installed.account(load, f"turns without a {away}", 0)
    assert {(asked.ending, asked.status) for asked in account.asked} == {(Ending.FAILED, 504)}
    assert not {asked.marker for asked in account.asked} & set(installed.upstream.calls())
    assert await _reasons(installed, topic, {asked.turn_id for asked in account.asked}) == {"expired"}


async def test_a_stream_that_is_too_slow_ends_with_an_error_when_its_time_is_over(installed: Installation) -> None:
    async with (
        installed.another_edge({"request_timeout_seconds": 3}) as edge,
        installed.load(edge.url, models=["load?echo=last&pace=30"]) as load,
    ):
        await load.stop_asking(after=4)
    account = await installed.account(load, "streams that stall", 0)
    assert {(asked.ending, asked.status) for asked in account.asked} == {(Ending.FAILED, 200)}
    assert all('"timeout"' in asked.error for asked in account.asked)
    assert {asked.marker for asked in account.asked} <= installed.upstream.hung_up()


async def test_a_request_that_the_minimizer_cannot_open_is_an_error_and_a_dead_letter(installed: Installation) -> None:
    other_ring = {"CANARYGATE_SEALING_KEYS": f"k9:{b64encode(os.urandom(KEY_BYTES)).decode()}"}
    async with installed.another_edge({}, other_ring) as edge, installed.load(edge.url) as load:
        await load.ends(Ending.FAILED, 4, since=0)
    account = await installed.account(load, "an edge with a key of its own", 0)
    assert {(asked.ending, asked.status) for asked in account.asked} == {(Ending.FAILED, 503)}
    assert await _reasons(installed, Topic.INCOMING, {asked.turn_id for asked in account.asked}) == {"unopenable"}


async def test_a_reply_that_cannot_be_read_ends_its_turn_with_an_error_at_once(installed: Installation) -> None:
    async with installed.load(models=["load?echo=last&delay=40"]) as load:
        await load.stop_asking(after=3)
        await installed.at_upstream(load.markers)
        turns, incoming = await installed.topics.turns(), await installed.topics.incoming()
        for turn in (turns[marker] for marker in load.markers):
            await _spoil(installed, turn, incoming[turn].reply_partition)
    account = await installed.account(load, "replies that cannot be read", 0)
    assert {(asked.ending, asked.status) for asked in account.asked} == {(Ending.FAILED, 502)}
    assert {asked.marker for asked in account.asked} <= installed.upstream.hung_up()


async def _spoil(installed: Installation, turn: str, partition: int) -> None:
    topic = installed.topics.prefix + Topic.REPLIES.value
    async with AIOKafkaProducer(bootstrap_servers=installed.topics.bootstrap) as producer:
        await producer.send_and_wait(topic, b"\xff", turn.encode(), partition, headers=turn_headers(turn))


async def _reasons(installed: Installation, topic: Topic, turns: set[str]) -> set[str]:
    """Why the records of these turns are dead letters, all of them."""
    places = {place for place, turn in (await installed.topics.places(topic)).items() if turn in turns}
    letters = await installed.topics.dead_letters()
    assert len(places) == len(turns)
    return {letters[place].reason for place in places}
