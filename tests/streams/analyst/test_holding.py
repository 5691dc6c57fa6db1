"""Publications on hold: what is ready waits, over the end of its window and of the analyst, until a person lifts it."""

from __future__ import annotations

import asyncio
import threading

from gateway.records import PUBLICATIONS, Topic
from streams.topics.embedded import EmbeddedBroker
from tests.streams.analyst.stage import OVER, SECONDS, SUBJECTS, WAIT_SECONDS, Stage, crowd, few, stage
from tests.streams.test_holds import HOLD, LIFTING
from tests.support.waiting import eventually


async def until_candidates(running: Stage, count: int) -> set[str]:
    """The keys of the candidates, once there are so many."""

    async def are_there() -> bool:
        return len(await running.values(Topic.CANDIDATES)) >= count

    await eventually(are_there, WAIT_SECONDS, f"{count} candidates")
    return {*await running.values(Topic.CANDIDATES)}


async def test_without_an_audit_summaries_wait_for_the_hold_and_another_analyst_keeps_it(
    embedded_broker: EmbeddedBroker,
) -> None:
    async with stage(embedded_broker) as running:
        await running.tell(Topic.HOLDS, PUBLICATIONS, HOLD)
        first = await running.start()
        await running.write(*crowd(), *few(3))
        await running.end()
        waiting = await until_candidates(running, len(SUBJECTS))
        assert await running.until_withheld(1) == ["few_contributors"]
        await first.stop()
        await running.start_again()
        await running.end(OVER + SECONDS)  # by then it has looked at what is ready
        assert await running.published() == {}
        await running.tell(Topic.HOLDS, PUBLICATIONS, LIFTING)
        assert {*await running.until_published(len(SUBJECTS))} == waiting


async def test_a_hold_that_comes_while_a_window_is_counted_holds_what_comes_of_it(
    embedded_broker: EmbeddedBroker,
) -> None:
    judging, held = threading.Event(), threading.Event()

    def detects(text: str) -> bool:
        judging.set()
        assert held.wait(WAIT_SECONDS)
        return False

    async with stage(embedded_broker, detects=detects) as running:
        await running.start()
        await running.write(*crowd())
        running.now = OVER
        assert await asyncio.to_thread(judging.wait, WAIT_SECONDS)
        await running.tell(Topic.HOLDS, PUBLICATIONS, HOLD)
        held.set()
        await until_candidates(running, len(SUBJECTS))
        assert await running.published() == {}
