from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from gateway.errors import TimedOut, Unavailable
from gateway.minimization import Detectors
from gateway.policy import Policy
from gateway.settings import DetectionSettings
from streams.detecting import processes
from streams.detecting.child import NICER
from streams.detecting.messages import Setup, WorkOrder
from streams.detecting.processes import Processes
from streams.detecting.steps import Step
from tests.support.waiting import eventually, wait_until

NICEST = 19


def pid(detectors: Detectors) -> int:
    """The process that does it."""
    return os.getpid()


def niceness(detectors: Detectors) -> int:
    """How far behind others the process comes."""
    return os.nice(0)


def session(detectors: Detectors) -> int:
    """The process's session."""
    return os.getsid(0)


def process_group(detectors: Detectors) -> int:
    """Its process group."""
    return os.getpgid(0)


def printing(detectors: Detectors) -> None:
    """Says something."""
    print("a user's text", flush=True)
    print("a user's text", file=sys.stderr, flush=True)
    os.write(1, b"a user's text")
    os.write(2, b"a user's text")


def dying(detectors: Detectors) -> None:
    """Ends its process at once."""
    os.kill(os.getpid(), signal.SIGKILL)


def signalled(detectors: Detectors) -> str:
    """Gets the signals that end a process group."""
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(os.getpid(), number)
    return "alive"


def endless(begun: Path, detectors: Detectors) -> None:
    """Leaves its process's number in a file and goes on."""
    begun.with_suffix(".part").write_text(str(os.getpid()))
    begun.with_suffix(".part").rename(begun)
    while True:
        signal.pause()


def same(data: bytes, detectors: Detectors) -> bytes:
    """Returns what it was given."""
    return data


@asynccontextmanager
async def pool(count: int = 1) -> AsyncIterator[Processes]:
    children = Processes(count, Setup(DetectionSettings(languages=frozenset()), {"default": Policy()}, {}))
    try:
        await children.start()
        yield children
    finally:
        await children.stop()


def an_order(step: Step[object]) -> WorkOrder:
    return WorkOrder("default", "support", True, step)


async def done(children: Processes, step: Step[object], seconds: float = 60) -> object:
    answer = await children.run(an_order(step), seconds)
    assert (answer.error, answer.failed_at) == (None, "")
    return answer.result


def is_gone(number: int) -> bool:
    """Whether no process has this number, except one that has ended and was not waited for."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


async def test_orders_are_done_in_other_processes_as_many_at_once_as_there_are() -> None:
    async with pool(2) as children:
        assert children.ready
        first, second, third = await asyncio.gather(*(done(children, pid) for _ in range(3)))
        assert first != second
        assert third in {first, second}
        assert os.getpid() not in {first, second}


async def test_they_come_behind_the_event_loop() -> None:
    async with pool() as children:
        assert await done(children, niceness) == min(os.nice(0) + NICER, NICEST)
        assert await done(children, session) == os.getsid(0), "niceness counts within a session only"
        assert await done(children, process_group) != os.getpgid(0), "a terminal's signals go to the parent alone"


async def test_a_request_of_any_size_goes_there_and_back() -> None:
    async with pool() as children:
        for length in (0, 1, 10_000_000):
            data = os.urandom(length)
            assert await done(children, partial(same, data)) == data


async def test_nothing_that_is_printed_there_comes_out(capfd: pytest.CaptureFixture[str]) -> None:
    async with pool() as children:
        await done(children, printing)
        assert await done(children, pid) != os.getpid()
    assert capfd.readouterr() == ("", "")


async def test_a_process_that_dies_fails_its_order_and_another_takes_its_place(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with pool() as children:
        before = await done(children, pid)
        dead = asyncio.create_task(children.run(an_order(dying), 60))
        waiting = asyncio.create_task(done(children, pid))
        with pytest.raises(Unavailable) as raised:
            await dead
        assert raised.value.retry_after
        assert await waiting != before
    (record,) = caplog.records
    assert record.__dict__["status"] == -signal.SIGKILL


async def test_a_process_that_dies_while_it_waits_is_replaced_before_it_is_needed() -> None:
    async with pool() as children:
        before = await done(children, pid)
        assert isinstance(before, int)
        os.kill(before, signal.SIGKILL)
        await eventually(lambda: not children.ready, 60, "the end of the process")
        await eventually(lambda: children.ready, 60, "another process")
        assert await done(children, pid) != before


async def test_where_no_process_can_be_started_for_a_while_the_pool_tries_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "RETRY_SECONDS", 0.0)
    start, refusals = subprocess.Popen, [OSError("no memory")] * 3

    def starting(*arguments: object, **options: object) -> object:
        if refusals:
            raise refusals.pop()
        return start(*arguments, **options)  # type: ignore[call-overload]

    async with pool() as children:
        monkeypatch.setattr(subprocess, "Popen", starting)
        with pytest.raises(Unavailable):
            await children.run(an_order(dying), 60)
        assert await done(children, pid)
    assert not refusals


async def test_an_order_that_waits_too_long_is_never_done_and_disturbs_nobody(tmp_path: Path) -> None:
    async with pool() as children:
        begun, never = tmp_path / "begun", tmp_path / "never"
        holding = asyncio.create_task(children.run(an_order(partial(endless, begun)), 60))
        await eventually(begun.exists, 60, "the first order's beginning")
        with pytest.raises(TimedOut):
            await children.run(an_order(partial(endless, never)), 0.01)
        os.kill(int(begun.read_text()), signal.SIGKILL)
        with pytest.raises(Unavailable):
            await holding
        assert await done(children, pid)
        assert not never.exists()


async def test_an_order_that_goes_on_after_its_time_is_ended_with_its_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(processes, "LATE_SECONDS", 0.0)
    async with pool() as children:
        begun = tmp_path / "begun"
        late = asyncio.create_task(children.run(an_order(partial(endless, begun)), 60))
        await eventually(begun.exists, 60, "the order's beginning")
        late.cancel()
        with pytest.raises(asyncio.CancelledError):
            await late
        assert await done(children, pid) != int(begun.read_text())


async def test_an_order_that_ends_a_little_late_leaves_its_process_to_the_next() -> None:
    async with pool() as children:
        before = await done(children, pid)
        for _ in range(3):
            with pytest.raises(TimedOut):
                await children.run(an_order(pid), 0.0)
        assert await done(children, pid) == before


async def test_signals_that_reach_the_whole_group_are_left_to_the_parent() -> None:
    async with pool() as children:
        assert await done(children, signalled) == "alive"
        number = await done(children, pid)
        assert isinstance(number, int)
        assert os.getpgid(number) != os.getpgid(0)


async def test_processes_end_when_they_are_stopped_whether_or_not_they_were_started() -> None:
    async with pool() as children:
        number = await done(children, pid)
    assert isinstance(number, int)
    assert is_gone(number)
    never_started = Processes(1, Setup(DetectionSettings(), {}, {}))
    await never_started.stop()
    assert not never_started.ready


PARENT = """
import asyncio, sys
from functools import partial
from pathlib import Path
from tests.streams.detecting.test_processes import an_order, endless, pool

async def main():
    async with pool() as children:
        await children.run(an_order(partial(endless, Path(sys.argv[1]))), 60)

asyncio.run(main())
"""


def test_a_process_ends_in_the_middle_of_its_order_when_its_parent_is_killed(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    environment = {**os.environ, "PYTHONPATH": ":".join(sys.path)}
    with subprocess.Popen([sys.executable, "-c", PARENT, str(begun)], env=environment) as parent:
        wait_until(begun.exists, 60, "the order's beginning")
        parent.kill()
    wait_until(lambda: is_gone(int(begun.read_text())), 60, "the end of the process")
