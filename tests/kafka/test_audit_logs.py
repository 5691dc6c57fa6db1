"""What stands in log files is searched also where it was written while no auditor ran."""

from __future__ import annotations

import asyncio
from pathlib import Path

from gateway.kafka.producer import Producer
from gateway.types import Surface
from tests.kafka.scenarios.planted import Plan, Planted
from tests.support.auditing import Auditing, auditing
from tests.support.waiting import eventually

SECONDS = 60.0


def write(log: Path, *leaks: Planted) -> None:
    with log.open("a") as file:
        file.writelines(f"a line with {each.canary.value} in it\n" for each in leaks)


async def found(running: Auditing, leaks: int) -> None:
    """Returns once so many leaks into logs are counted."""
    counted = lambda: running.counted()[Surface.LOGS, "leaked"] == leaks  # noqa: E731
    await eventually(lambda: asyncio.to_thread(counted), SECONDS, f"{leaks} leaks")


async def test_an_auditor_goes_on_in_log_files_where_the_last_one_stopped(kafka_jars: Path, tmp_path: Path) -> None:
    log = tmp_path / "edge.log"
    log.write_text("before anybody looked\n")
    with auditing(tmp_path, kafka_jars, sections={"audit": {"logs": [str(log)]}}) as running:
        plan = Plan(3, 1, running.audit_key, running.began)
        first, second, third = plan.planted
        producer = Producer(running.connection)
        await producer.start()
        for each in plan.registered():
            await each.to(producer)
        await producer.stop()
        await asyncio.to_thread(running.auditor.start)
        write(log, first)
        await found(running, 1)
        running.auditor.terminate()
        assert await asyncio.to_thread(running.auditor.wait) == 0
        write(log, second)
        log.rename(tmp_path / "edge.log.1")
        write(log, third)
        await asyncio.to_thread(running.auditor.start)
        await found(running, 3)
