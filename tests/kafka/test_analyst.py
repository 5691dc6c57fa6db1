"""Analysts on a real broker: whatever dies, joins or leaves, they make of the texts what one alone would have made."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from gateway.records import Topic
from streams.analyst.opening import Header
from streams.analytics.lineage import Lineage
from tests.support.analysts import GRACE_SECONDS, WINDOW, WINDOW_SECONDS, Analysts, analysts, kill_at_random, texts
from tests.support.kafka import RealBroker

TEXTS = 6_000
DURING = WINDOW + 10.0
OVER = WINDOW + WINDOW_SECONDS + GRACE_SECONDS + 1.0
READY_SECONDS = 60.0
EMPTY, COUNTED = 2, 3  # openings: after the windows before, which had no text, and after the one with the texts


async def test_kills_and_rebalances_leave_the_same_counts_ids_and_centres(
    real_broker: RealBroker, topic_prefix: str, tmp_path: Path
) -> None:
    with analysts(tmp_path, real_broker.bootstrap, f"{topic_prefix}one.") as alone:
        await _learn(alone)
        alone.set(OVER)
        expected = await _made(alone)
    with analysts(tmp_path, real_broker.bootstrap, f"{topic_prefix}two.") as many:
        await _learn(many, random.Random(topic_prefix))
        many.set(OVER)
        made = await _made(many)
    assert made == expected
    assert len(expected.assignments) == TEXTS
    assert expected.published


async def _learn(running: Analysts, chance: random.Random | None = None) -> None:
    """Starts one member, or two of which one is killed now and then, and writes all texts meanwhile."""
    running.set(DURING)
    for _ in range(1 if chance is None else 2):
        running.add()
    for member in running.members:
        await asyncio.to_thread(member.wait_until_ready, READY_SECONDS)
    await running.opened(EMPTY)
    writing = asyncio.create_task(running.write(*texts(TEXTS), per_second=600.0))
    while chance is not None and not writing.done():
        await asyncio.sleep(chance.uniform(1.0, 3.0))
        await asyncio.to_thread(kill_at_random, running.members, chance)
        running.add()
    await writing


@dataclass(frozen=True)
class Made:
    """What was made of a window: everything that the next window opens with, and all that was written."""

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
        msgspec.structs.replace(opening.header, topic=""),
        topics.ids.tolist(),
        topics.means.tolist(),
        topics.counts.tolist(),
        topics.frequencies.by_column.tolist(),
        topics.lineage,
        await running.assignments(),
        await running.values(Topic.PUBLISHED),
        await running.values(Topic.WITHHELD),
    )
