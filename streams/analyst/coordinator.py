"""The member with partition 0 ends windows and opens the next, and settles what waits to be published."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from gateway.logs import fields
from gateway.records import Topic
from streams.analyst import outcomes
from streams.analyst.ending import WindowEnding
from streams.analyst.opening import Header, Opening, PartitionStart, to_bytes
from streams.analyst.openings import Openings
from streams.analyst.snapshots import OPENING, OPENING_PARTITION, SnapshotWriter, newest

log = logging.getLogger(__name__)

TICK_SECONDS: Final = 1.0
FIRST_NUMBER: Final = 1


@dataclass(slots=True)
class Coordinator:
    """Opens and ends windows by the ``clock``, in seconds since the epoch."""

    ending: WindowEnding
    openings: Openings
    clock: Callable[[], float]
    _writer: SnapshotWriter = field(init=False)

    def __post_init__(self) -> None:
        ending = self.ending
        topic = ending.connection.topic(Topic.ANALYTICS)
        self._writer = SnapshotWriter(ending.writer, topic, OPENING_PARTITION, OPENING)

    async def run(self) -> None:
        """Works until it is cancelled."""
        following, calendar = self.ending.following, self.ending.calendar
        try:
            await following.start()
            opening = await self._begin()
            while True:
                await following.catch_up()
                await self._settle()
                if calendar.is_over(opening.window, opening.header.counted, self.clock()):
                    opening = await self._next(opening)
                await asyncio.sleep(TICK_SECONDS)
        finally:
            outcomes.hide()
            await following.stop()

    async def _begin(self) -> Opening:
        """Returns the open window; the very first one is that of the oldest texts that are still kept."""
        stored = await newest(self.ending.connection, OPENING_PARTITION, OPENING)
        if stored is not None:
            self._writer.last = stored.manifest
            return await self.openings.until(lambda known: known.header.number >= stored.manifest.opening)
        window = max(0, self.ending.calendar.first(self.clock()))
        starts = (PartitionStart(0, 0),) * self.ending.partitions
        topic = self.ending.connection.topic(Topic.ANALYTICS)
        return await self._open(Opening(Header(topic, FIRST_NUMBER, window, starts)))

    async def _next(self, opening: Opening) -> Opening:
        opened = await self.ending.end(opening, self.clock())
        if opened is None:
            return await self.openings.until(lambda known: known.header.number > opening.header.number)
        log.info("window ended", extra=fields(window=opening.window))
        return await self._open(opened)

    async def _open(self, opening: Opening) -> Opening:
        number = opening.header.number
        await self._writer.write(number, number, await asyncio.to_thread(to_bytes, opening))
        log.info("window opened", extra=fields(window=opening.window))
        return await self.openings.until(lambda known: known.header.number >= number)

    async def _settle(self) -> None:
        """Writes what has become due."""
        waiting = self.ending.following.waiting
        lines = list(waiting.due(round(self.clock() * 1000)))
        await self.ending.writer.put_all(lines)
        outcomes.count(lines)
        outcomes.show(waiting, self.clock())
