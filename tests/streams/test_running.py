from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import pytest

from gateway.kafka.connection import connect_to
from gateway.settings import Kafka, load
from streams import running
from tests.streams.test_process import Part, process

LEAVES_A_TASK_THAT_GOES_ON = """
import asyncio
from contextlib import suppress
from streams import running

async def go_on():
    while True:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()

async def run(*_):
    running.left = asyncio.create_task(go_on())
    await asyncio.sleep(0)
    return 0

running._run, running.CANCEL_SECONDS = run, 0.05
raise SystemExit(running.run_until_stopped(None, None, print))
"""


async def test_the_producer_of_a_process_wakes_its_consumers_on_the_embedded_broker_only() -> None:
    async with running._connection(load(None, {}, [])) as embedded:
        assert embedded.doorbell is not None
    assert connect_to(Kafka(bootstrap="kafka-1:9092"), 1).doorbell is None


async def test_a_stop_that_was_asked_for_is_no_failure() -> None:
    stopping = asyncio.Event()
    stopping.set()
    assert await running._until_stopped(process(Part("living", [])), stopping) == 0


async def test_the_death_of_a_part_ends_the_process_as_a_failure() -> None:
    assert await running._until_stopped(process(Part("dying", [], alive=False)), asyncio.Event()) == running.DIED


async def test_a_process_that_cannot_stop_in_time_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hanging(Part):
        async def stop(self) -> None:
            """Never returns."""
            await asyncio.Event().wait()

    left: list[int] = []
    hanging = process(Hanging("hanging", []))
    hanging.drain_seconds = 0
    monkeypatch.setattr(running, "STOP_SECONDS", 0.05)
    monkeypatch.setattr(os, "_exit", left.append)
    await running._stop(hanging, asyncio.Event())
    assert left == [running.DIED]


def test_a_process_whose_part_leaves_a_task_that_goes_on_when_it_is_cancelled_ends_all_the_same() -> None:
    command = [sys.executable, "-c", LEAVES_A_TASK_THAT_GOES_ON]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "tasks of a part do not end: exiting without them\n")


async def test_the_first_signal_asks_for_a_drain_and_the_second_ends_it() -> None:
    stopping, hurrying = asyncio.Event(), asyncio.Event()
    running._set_next(stopping, hurrying)
    assert (stopping.is_set(), hurrying.is_set()) == (True, False)
    for _ in range(2):
        running._set_next(stopping, hurrying)
        assert hurrying.is_set()
