"""What clients see while processes die, stop, come and go: every accepted request is answered whole, or fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from random import Random
from urllib.parse import quote

import pytest

from gateway.records import Topic
from gateway.types import JsonObject
from tests.support.evidence import assert_nothing_planted_stands
from tests.support.installation import PARTITIONS, Installation
from tests.support.kafka import RealBroker
from tests.support.planting import Kind, plant
from tests.support.poison import HUGE, HUGE_BYTES, NAMELESS, UNREADABLE, Place
from tests.support.requests import Ending

OUTLASTING_A_SESSION = 250  # answers; half of them wait until the sleeper's session of 10 s is over
CHAT = "/v1/chat/completions"
NOBODY = {"minimizer": "nobody_minimizes", "dispatcher": "nobody_dispatches"}
ACCEPT_SECONDS = 5.0
LONG_STREAMS = ("load?echo=last&size=1&lasts=35",)

FAILING = tuple(
    f"load?echo=last&{behaviour}{pace}"
    for behaviour in ("status=400", "status=500", "html=1", "ending=half_json", "ending=reset", "ending=error")
    for pace in ("", "&pace=0.01")
)

SUDDEN_DEATHS = [
    ("edge", {Ending.ANSWERED, Ending.RESET, Ending.REFUSED}),
    ("minimizer", {Ending.ANSWERED}),
    ("dispatcher", {Ending.ANSWERED, Ending.FAILED}),
]


@pytest.mark.parametrize(("role", "endings"), SUDDEN_DEATHS)
async def test_a_role_that_dies_in_mid_request_loses_nothing(
    installed: Installation, role: str, endings: set[Ending]
) -> None:
    victim = installed.processes[role]
    async with installed.load() as load:
        await load.flows()
        unsettled, died = load.unsettled, load.now
        victim.kill()
        await asyncio.to_thread(victim.start)
        await load.flows()
    account = await installed.account(load, f"kill -9 of the {role}", unsettled)
    assert {asked.ending for asked in account.asked} <= endings
    assert not [asked for asked in account.of(Ending.FAILED) if asked.began > died]


@pytest.mark.parametrize("role", ["edge", "minimizer", "dispatcher"])
async def test_a_role_that_is_asked_to_stop_finishes_what_it_has(installed: Installation, role: str) -> None:
    leaving = installed.processes[role]
    async with installed.load() as load:
        await load.flows()
        in_flight, asked_to_stop = load.in_flight, load.now
        leaving.terminate()
        assert await asyncio.to_thread(leaving.wait) == 0
        await asyncio.to_thread(leaving.start)
        await load.flows()
    account = await installed.account(load, f"SIGTERM of the {role}", in_flight)
    assert account.extra_calls == 0
    unanswered = [asked for asked in account.asked if asked.ending is not Ending.ANSWERED]
    assert all(asked.began >= asked_to_stop for asked in unanswered)
    refused = [asked for asked in unanswered if asked.ending is Ending.FAILED]
    assert all(asked.status == 503 and asked.retry_after for asked in refused)
    assert role != "edge" or refused == []
    # Without another member, an edge refuses turns once nobody has worked for edge.stalled_seconds.
    assert all(NOBODY[role] in asked.error for asked in refused)
    assert role == "edge" or refused == unanswered


async def test_a_dispatcher_that_stops_finishes_its_streams_while_another_one_takes_its_work(
    installed: Installation,
) -> None:
    leaving = installed.processes["dispatcher"]
    async with installed.load(models=LONG_STREAMS) as load:
        await load.stop_asking(after=8)
        await load.answers_begin()
        (other,) = await asyncio.to_thread(installed.cluster.start, "dispatcher")
        leaving.terminate()
        async with installed.load() as quick:
            await quick.flows()
        assert load.in_flight, "the streams go on"
    assert await asyncio.to_thread(leaving.wait) == 0
    await asyncio.to_thread(leaving.start)
    assert await asyncio.to_thread(installed.cluster.remove, other) == 0
    for each in (load, quick):
        account = await installed.account(each, "SIGTERM of the dispatcher in long streams", 0)
        assert {asked.ending for asked in account.asked} == {Ending.ANSWERED}


@pytest.mark.parametrize("role", ["minimizer", "dispatcher"])
async def test_a_member_that_stood_still_for_longer_than_its_session_disturbs_nobody(
    installed: Installation, role: str
) -> None:
    asleep = installed.processes[role]
    async with installed.load() as load:
        (other,) = await asyncio.to_thread(installed.cluster.start, role)
        await installed.share_work([asleep, other])
        in_flight = load.in_flight
        asleep.pause()
        await load.flows(OUTLASTING_A_SESSION)
        in_flight += load.in_flight
        asleep.resume()
        await installed.share_work([asleep, other])
        assert await asyncio.to_thread(installed.cluster.remove, other) == 0
        await load.flows()
    account = await installed.account(load, f"a {role} that slept", in_flight)
    assert {asked.ending for asked in account.asked} <= {Ending.ANSWERED, Ending.FAILED}
    assert len(account.of(Ending.FAILED)) <= in_flight


async def test_members_that_join_and_leave_take_their_share_and_hand_it_back(installed: Installation) -> None:
    async with installed.load() as load:
        await load.flows()
        in_flight = load.in_flight
        second = await asyncio.to_thread(installed.cluster.start, "minimizer", "dispatcher")
        await installed.share_work([*second, installed.processes["minimizer"], installed.processes["dispatcher"]])
        await load.flows()
        in_flight += load.in_flight
        for leaving in second:
            assert await asyncio.to_thread(installed.cluster.remove, leaving) == 0
        await load.flows()
    account = await installed.account(load, "a second minimizer and dispatcher", in_flight)
    assert {asked.ending for asked in account.asked} <= {Ending.ANSWERED, Ending.FAILED}
    assert len(account.of(Ending.FAILED)) <= in_flight


@pytest.mark.parametrize(
    ("leave", "come_back"),
    [
        (RealBroker.stop, RealBroker.start),
        (RealBroker.kill, RealBroker.start),
        (RealBroker.pause, RealBroker.resume),
    ],
    ids=["stopped", "killed", "hung"],
)
async def test_a_broker_that_goes_away_is_told_in_time_and_comes_back_by_itself(
    installed: Installation, leave: Callable[[RealBroker], None], come_back: Callable[[RealBroker], None]
) -> None:
    broker = installed.broker
    async with installed.load() as load:
        await load.flows()
        in_flight = load.in_flight
        await asyncio.to_thread(leave, broker)
        gone = load.now
        await load.ends(Ending.FAILED, 150, since=gone)
        back = load.now
        await asyncio.to_thread(come_back, broker)
        answering = load.now
        await load.flows()
        recovered = load.now
    account = await installed.account(load, f"{leave.__name__} of the broker", in_flight)
    print(f"  away for {answering - gone:.1f} s, 20 new turns answered {recovered - answering:.1f} s after its return")
    meanwhile = [asked for asked in account.asked if gone <= asked.began <= back - ACCEPT_SECONDS - 1]
    assert meanwhile
    assert all((asked.status, asked.retry_after) == (503, "1") for asked in meanwhile)
    assert max(asked.seconds for asked in meanwhile) < ACCEPT_SECONDS + 1
    assert {asked.ending for asked in account.asked} <= {Ending.ANSWERED, Ending.FAILED}
    assert all(process.running for process in installed.processes.values())


async def test_poison_ends_as_dead_letters_that_say_where_it_is_and_stops_nobody(installed: Installation) -> None:
    written: dict[Place, str] = {}
    async with installed.load() as load:
        await load.flows()
        *_, youngest = (await installed.topics.incoming()).values()
        for topic in (Topic.INCOMING, Topic.MINIMIZED, Topic.CONTROL, Topic.OUTCOMES):
            written |= await installed.topics.poison(topic, range(PARTITIONS), NAMELESS | UNREADABLE)
            written |= await installed.topics.poison(topic, [0], HUGE)
            written |= installed.topics.compressed_poison(topic)
            written |= await installed.topics.garbled_poison(topic, 0)
        written |= await installed.topics.garbled_poison(Topic.REPLIES, youngest.reply_partition)
        written |= await installed.topics.poison(Topic.REPLIES, [youngest.reply_partition], NAMELESS | HUGE)
        # Outcomes are read on assignment only, so another dispatcher comes.
        dispatcher = installed.processes["dispatcher"]
        dispatcher.terminate()
        assert await asyncio.to_thread(dispatcher.wait) == 0
        await asyncio.to_thread(dispatcher.start)
        await load.flows()
    account = await installed.account(load, f"{len(written)} poison records", 0)
    assert {asked.ending for asked in account.asked} == {Ending.ANSWERED}
    letters = await installed.topics.dead_letters()
    assert {place: name for place, name in written.items() if place not in letters} == {}
    reasons = {name: letters[place].reason for place, name in written.items()}
    assert {name for name, reason in reasons.items() if reason == "other_version"} == {"another version"}
    assert {*reasons.values()} == {"undecodable", "other_version"}
    assert {letters[place].length for place, name in written.items() if name == "huge"} == {HUGE_BYTES}
    assert all(process.running for process in installed.processes.values())


async def test_nothing_planted_stands_anywhere_after_all_that(installed: Installation) -> None:
    await assert_nothing_planted_stands(installed, {value async for value in provoke_errors(installed)})


async def provoke_errors(installed: Installation) -> AsyncIterator[str]:
    """Has every error told to clients, with planted values in all that an error could repeat; yields the values."""
    async with installed.load(models=FAILING, per_second=10) as load:
        await load.ends(Ending.FAILED, 3 * len(FAILING), since=0)
    assert {asked.ending for asked in load.asked} == {Ending.FAILED}
    for value in (each.text for each in plant(Random(0), len(Kind))):
        message: JsonObject = {"role": "user", "content": value}
        for body in (
            {"model": value, "messages": [message]},
            {"model": "m", "messages": [message | {"role": value}]},
            {"model": "m", "messages": [message], value: value},
            {"model": "m", "messages": [message], "temperature": value},
        ):
            await installed.ask_wrongly(CHAT, json.dumps(body).encode())
        right = json.dumps({"model": "m", "messages": [message]}).encode()
        await installed.ask_wrongly(CHAT, right[:-1])
        await installed.ask_wrongly(f"{CHAT}/{quote(value)}?{quote(value)}", right)
        await installed.ask_wrongly(CHAT, right, key=quote(value))
        await installed.ask_wrongly("/v1/inspect", json.dumps({"text": [value]}).encode())
        yield value
