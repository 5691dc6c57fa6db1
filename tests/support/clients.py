"""Clients that ask at a steady rate whatever becomes of the answers, and look at every answer.

They never retry, but where a kept connection is closed under a request and no byte has come, as every SDK does: a
server cannot know that a client is just using it again (RFC 9112, section 9.3.1).
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from random import Random
from types import SimpleNamespace, TracebackType
from typing import Self

import aiohttp

from tests.support.requests import Answer, Ending, Request, RequestKind, converse
from tests.support.waiting import eventually

MODELS = (
    "load?echo=last&delay=0.2",
    "load?echo=last&pace=0.05&size=6",
    "load?echo=last&delay=1.5",
    "load?echo=last&pace=0.15&size=5",
)
BUSY_SECONDS = 60.0
SETTLED_SECONDS = 0.25  # after its answer a turn has its outcome written


@dataclass(frozen=True, slots=True, repr=False)
class Asked:
    """One request, and how it ended; ``error`` is the body or the event that said why it failed.

    ``first_seconds`` is when a stream's first word came, ``pause`` its longest silence after that, in seconds.
    """

    marker: str
    kind: RequestKind
    values: tuple[str, ...]
    ending: Ending
    began: float
    seconds: float
    first_seconds: float
    pause: float
    status: int = 0
    retry_after: str | None = None
    turn_id: str = ""
    error: str = ""

    def __repr__(self) -> str:
        ended = f"{self.ending.value} {self.status} after {self.seconds:.2f} s"
        return f"{self.marker} {self.kind.model} {ended} {self.turn_id} {self.error}"

    @property
    def ended(self) -> float:
        """When it ended, in the time of ``began``."""
        return self.began + self.seconds

    @property
    def code(self) -> str:
        """The code of the error that it was told, empty without one."""
        error = json.loads(self.error)["error"] if self.error else {}
        return str(error.get("code") or error.get("type") or "")


@dataclass(slots=True)
class Load:
    """Requests to an edge at a steady rate, for each of the kinds in turn; an async context manager.

    Leaving it stops asking and waits until every request has ended. ``asked`` holds those that have; ``most`` is how
    many there are at all, None for no end.
    """

    url: str
    key: str
    seed: int
    kinds: Sequence[RequestKind] = tuple(map(RequestKind, MODELS))
    per_second: float = 20.0
    deadline_seconds: float = 60.0
    most: int | None = None
    name: str = ""
    asked: list[Asked] = field(default_factory=list)
    _open: dict[str, Answer] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _session: aiohttp.ClientSession | None = None
    _asking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        timeout = aiohttp.ClientTimeout(total=self.deadline_seconds)
        tracing = aiohttp.TraceConfig()
        tracing.on_connection_reuseconn.append(_note_kept)
        connector = aiohttp.TCPConnector(limit=0)
        self._session = aiohttp.ClientSession(connector=connector, timeout=timeout, trace_configs=[tracing])
        self._asking = asyncio.create_task(self._ask())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        assert self._asking is not None and self._session is not None
        self._asking.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._session.close()

    @property
    def in_flight(self) -> int:
        """How many requests wait for the end of their answer."""
        return len(self._open)

    @property
    def markers(self) -> set[str]:
        """The markers of the requests that wait for the end of their answer."""
        return set(self._open)

    @property
    def unsettled(self) -> int:
        """How many requests are in flight, or ended a moment ago: their outcome may not be written yet.

        A dispatcher writes the last reply, then the outcome. One that dies in between has its turn sent again.
        """
        return len(self.unsettled_since(self.now))

    def unsettled_since(self, moment: float) -> set[str]:
        """The markers of the requests that are in flight, or ended after that moment or just before it."""
        return self.markers | {asked.marker for asked in self.asked if asked.ended > moment - SETTLED_SECONDS}

    @property
    def begun(self) -> int:
        """How many requests were sent so far."""
        return len(self.asked) + self.in_flight

    @property
    def now(self) -> float:
        """The time that ``Asked.began`` is in."""
        return asyncio.get_running_loop().time()

    def count(self, ending: Ending, since: float = 0.0) -> int:
        """How many requests that began since then have ended like this."""
        return sum(asked.ending is ending and asked.began >= since for asked in self.asked)

    async def flows(self, requests: int = 20) -> None:
        """Returns when that many requests that began from now on are answered, and there is work in flight."""
        since = self.now
        await eventually(
            lambda: self.count(Ending.ANSWERED, since) >= requests and self.in_flight >= 10,
            BUSY_SECONDS,
            f"{requests} answers to new requests (now: {self.summary()})",
        )

    async def stop_asking(self, after: int) -> None:
        """Asks until that many requests are in flight, and then nothing more."""
        assert self._asking is not None
        await eventually(lambda: self.in_flight >= after, BUSY_SECONDS, f"{after} requests in flight")
        self._asking.cancel()

    async def goes_on(self, seconds: float) -> None:
        """Returns when it has asked for so many seconds more."""
        wanted = self.begun + round(seconds * self.per_second)
        await eventually(lambda: self.begun >= wanted, seconds + BUSY_SECONDS, f"{wanted} requests")

    async def answers_begin(self) -> None:
        """Returns when every request in flight gets an answer."""
        begun = self._open.values()
        await eventually(lambda: all(answer.status for answer in begun), BUSY_SECONDS, "the first of all answers")

    def leave(self) -> None:
        """Breaks off every request in flight."""
        for task in self._tasks:
            task.cancel()

    async def answers(self, requests: int = 20) -> None:
        """Returns when that many requests that began from now on are answered."""
        await self.ends(Ending.ANSWERED, requests, since=self.now)

    async def ends(self, ending: Ending, requests: int, since: float) -> None:
        """Returns when that many requests that began since then have ended like this."""
        await eventually(
            lambda: self.count(ending, since) >= requests, BUSY_SECONDS, f"{requests} requests that are {ending.value}"
        )

    def summary(self) -> str:
        """The counts, for printing."""
        endings = Counter(asked.ending.value for asked in self.asked)
        return ", ".join([f"{len(self.asked)} ended", *(f"{number} {name}" for name, number in endings.items())])

    async def _ask(self) -> None:
        random, began = Random(self.seed), self.now
        for number, kind in zip(count(), islice(cycle(self.kinds), self.most), strict=False):
            # By the clock, not by the last request: what waits for an answer must not slow down the asking.
            await asyncio.sleep(began + number / self.per_second - self.now)
            task = asyncio.create_task(self._one(Request.drawn(random, kind)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _one(self, request: Request) -> None:
        began, answer = self.now, Answer()
        self._open[request.marker] = answer
        try:
            await self._converse(request, answer)
        finally:
            del self._open[request.marker]
            self.asked.append(_asked(request, answer, began, self.now))

    async def _converse(self, request: Request, answer: Answer) -> None:
        try:
            async with asyncio.timeout(request.kind.leaves_after or None) as patience:
                while not await self._came_through(request, answer):
                    answer.kept = False
        except aiohttp.ClientConnectorError:
            answer.ending = Ending.REFUSED
        except (aiohttp.ClientError, ConnectionError):
            answer.ending = Ending.RESET if request.answer.startswith(answer.text) else Ending.WRONG
        except TimeoutError:
            answer.ending = Ending.LEFT if patience.expired() else Ending.LOST
        except asyncio.CancelledError:
            answer.ending = Ending.LEFT
            raise

    async def _came_through(self, request: Request, answer: Answer) -> bool:
        assert self._session is not None
        try:
            await converse(self._session, self.url, self.key, request, answer)
        except (aiohttp.ClientError, ConnectionError):
            if answer.status or not answer.kept:
                raise
            return False
        return True


async def _note_kept(session: aiohttp.ClientSession, context: SimpleNamespace, _: object) -> None:
    context.trace_request_ctx.kept = True


def _asked(request: Request, answer: Answer, began: float, ended: float) -> Asked:
    return Asked(
        marker=request.marker,
        kind=request.kind,
        values=request.values,
        ending=answer.ending,
        began=began,
        seconds=ended - began,
        first_seconds=(answer.first or ended) - began,
        pause=answer.pause,
        status=answer.status,
        retry_after=answer.retry_after,
        turn_id=answer.turn_id,
        error=answer.error,
    )
