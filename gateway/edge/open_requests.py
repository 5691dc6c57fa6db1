"""How the edge ends what is still open when its time is over: with an error that the client can read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from gateway.errors import Cause, TimedOut


@dataclass(slots=True)
class OpenRequests:
    """The requests that are being answered. ``end`` makes each of them fail where it waits."""

    ended: bool = False
    _tasks: set[asyncio.Task[object]] = field(default_factory=set)

    def end(self) -> None:
        """Ends every open request with TimedOut."""
        self.ended = True
        for task in self._tasks:
            task.cancel()

    @contextmanager
    def endable(self) -> Iterator[None]:
        """Raises TimedOut in the current task, inside this context, when the end comes."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            yield
        except asyncio.CancelledError:
            if not self.ended:
                raise
            task.uncancel()
            raise TimedOut("this gateway stops and has no more time for the answer", code=Cause.DRAINING) from None
        finally:
            self._tasks.discard(task)
