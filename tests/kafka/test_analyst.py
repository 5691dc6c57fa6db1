"""Analysts on a real broker: whatever dies, joins or leaves, they make of the texts what one alone would have made."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from gateway.records import AnalyticsText, Topic
from streams.analyst.opening import Header
from streams.analytics.lineage import Lineage
from tests.support.analysts import (
    GRACE_SECONDS,
    WINDOW,
    WINDOW_SECONDS,
    Analysts,
    analysts,
    kill_at_random,
    member_here,
    texts,
)
from tests.support.kafka import RealBroker

TEXTS = 5_000
WRITING_SECONDS = 10.0
DURING = WINDOW + 10.0
OVER = WINDOW + WINDOW_SECONDS + GRACE_SECONDS + 1.0
READY_SECONDS = 60.0
EMPTY, COUNTED = 2, 3  # openings: after the windows before, which had no text, and after the one with the texts


async def test_kills_and_rebalances_leave_the_same_counts_ids_and_centres(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    said = texts(TEXTS)
    with analysts(tmp_path, real_broker.bootstrap, f"{topic_prefix}one.") as alone:
        alone.set(DURING)
        async with member_here(alone):
            await alone.opened(EMPTY)
            await alone.write(*said)
            alone.set(OVER)
            expected = await _made(alone)
    with analysts(tmp_path, real_broker.bootstrap, f"{topic_prefix}many.") as many:
        await _disturb(many, said, random.Random(topic_prefix))
        made = await _made(many)
    assert made == expected
    assert len(expected.assignments) == TEXTS
    assert expected.published


async def _disturb(running: Analysts, said: Sequence[AnalyticsText], chance: random.Random) -> None:
    """While the texts are written one of two members is killed, a third joins, one leaves in good order.

    While the window ends, the last one is killed too, and another takes its place.
    """
    running.set(DURING)
    for member in (running.add(), running.add()):
        await asyncio.to_thread(member.wait_until_ready, READY_SECONDS)
    await running.opened(EMPTY)
    writing = asyncio.create_task(running.write(*said, per_second=TEXTS / WRITING_SECONDS))
    await asyncio.sleep(chance.uniform(0.5, 2.0))
    await asyncio.to_thread(kill_at_random, running.members, chance)
    await asyncio.to_thread(running.add().wait_until_ready, READY_SECONDS)
    leaving = chance.choice([member for member in running.members if member.running])
    leaving.terminate()
    assert await asyncio.to_thread(leaving.wait) == 0
    await writing
    running.set(OVER)
    await asyncio.sleep(chance.uniform(0.5, 3.0))  # some way into the end of the window
    await asyncio.to_thread(running.kill_all)
    running.add()


@dataclass(frozen=True)
class Made:
    """What was made of a window: what the next window opens with, and all that was written.

    Not where the next window is read from: a window's end may stand there twice after a death, and the first counts.
    """

    header: Header
    ids: list[int]
    centres: list[list[float]]
    counts: list[float]
    frequencies: list[float]
    lineage: tuple[Lineage, ...]
    assignments: Mapping[str, int]
    published: Mapping[str, bytes | None]
    withheld: Mapping[str, bytes | None]


async def _made(running: Analysts) -> Made:
    opening = await running.opened(COUNTED)
    topics = opening.topics
    assert topics is not None
    return Made(
        msgspec.structs.replace(opening.header, topic="", starts=()),
        topics.ids.tolist(),
        topics.means.tolist(),
        topics.counts.tolist(),
        topics.frequencies.by_column.tolist(),
        topics.lineage,
        await running.assignments(),
        await running.values(Topic.PUBLISHED),
        await running.values(Topic.WITHHELD),
    )
