"""Knows which window is open: follows the state that the member with partition 0 writes when a window has ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from gateway.errors import Unavailable
from gateway.kafka.connection import Connection
from gateway.records import Topic
from streams.analyst.opening import Opening, from_bytes
from streams.analyst.snapshots import OPENING, OPENING_PARTITION, SnapshotReader, Stored
from streams.analytics.snapshots import SnapshotRefused


class Openings:
    """The newest opening, for all partitions of a process."""

    def __init__(self, connection: Connection) -> None:
        self._topic = connection.topic(Topic.ANALYTICS)
        self._reader = SnapshotReader(connection, OPENING_PARTITION, OPENING)
        self._current: Opening | None = None
        self._changed = asyncio.Condition()
        self._reading: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Reads what is there and goes on; raises Unavailable where it is refused."""
        await self._reader.start()
        if self._reader.best is None and self._reader.unreadable:
            raise Unavailable("the analyst's state cannot be read: empty analytics.snapshots to begin anew")
        if self._reader.best is not None:
            self._current = self._opened(self._reader.best)
        self._reading = asyncio.create_task(self._follow())

    async def stop(self) -> None:
        """Reads no more."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        await self._reader.stop()

    @property
    def alive(self) -> bool:
        """Whether it still follows."""
        return self._reading is not None and not self._reading.done()

    @property
    def current(self) -> Opening | None:
        """The open window, as far as is known here."""
        return self._current

    async def until(self, enough: Callable[[Opening], bool]) -> Opening:
        """Returns the opening once it is enough."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._current is not None and enough(self._current))
        assert self._current is not None
        return self._current

    async def _follow(self) -> None:
        known = 0 if self._current is None else self._current.header.number
        while True:
            stored = await self._reader.until(partial(_is_later, known))
            known = stored.manifest.opening
            await self._tell(stored)

    async def _tell(self, stored: Stored) -> None:
        async with self._changed:
            self._current = self._opened(stored)
            self._changed.notify_all()

    def _opened(self, stored: Stored) -> Opening:
        try:
            return from_bytes(stored.content, self._topic)
        except SnapshotRefused as refused:
            raise Unavailable(str(refused)) from None


def _is_later(number: int, stored: Stored) -> bool:
    return stored.manifest.opening > number
