"""Calls to providers, with retries, other deployments, fallbacks, a deadline and a count of every call."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from random import Random
from typing import TypeVar

from gateway import metrics
from gateway.errors import GatewayError, TimedOut, TooManyInFlight
from gateway.providers.answers import Tokens, tokens_of
from gateway.providers.errors import Remedy, remedy
from gateway.providers.retries import pause_before_retry
from gateway.providers.routing import Route, Target
from gateway.types import JsonObject

answer_type = TypeVar("answer_type")
MayCall = Callable[[str], None]
"""Raises the GatewayError that forbids a call of the model with this label, if one does."""


def any_call(model: str) -> None:
    """Forbids no call."""


class CallOutcome(StrEnum):
    """How a call ended, as its counter labels it."""

    ANSWERED = "answered"
    CANCELLED = "cancelled"
    FAILED = "failed"
    REFUSED = "refused"
    TIMED_OUT = "timed_out"
    TOO_MANY = "too_many"


@dataclass(frozen=True, slots=True)
class Call:
    """One finished call, the ``attempt``-th for its turn; ``first_seconds`` is the wait for a stream's first event.

    ``model`` is a name from the configuration; a ``*`` in it is not filled in. ``error`` is None if it was answered.
    """

    model: str
    attempt: int
    outcome: CallOutcome
    tokens: Tokens
    seconds: float
    first_seconds: float | None = None
    error: GatewayError | None = None


class Caller:
    """Asks the targets of a route until one answers. It never retries after the first byte was passed on.

    All methods raise only ``GatewayError`` and ``asyncio.CancelledError``. If all targets fail, the first target's
    failure is raised. ``deadline`` is in the time of the running loop; ``may_call`` is asked before each call.
    """

    def __init__(
        self, observer: Callable[[Call], None], random: Random, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._observer = observer
        self._random = random
        self._sleep = sleep

    async def complete(self, route: Route, body: JsonObject, deadline: float, may_call: MayCall = any_call) -> bytes:
        """Returns the answer as the bytes of one JSON object."""

        attempts = count(1)

        async def ask(target: Target) -> bytes:
            may_call(target.label)
            with self._observed(target, next(attempts)) as tally:
                async with _until(deadline):
                    answer = await target.provider.complete(target.addressed(body))
                tally.read(answer)
            return answer

        return await self._first_answer(route, ask, deadline)

    async def stream(
        self, route: Route, body: JsonObject, deadline: float, may_call: MayCall = any_call
    ) -> AsyncGenerator[list[bytes], None]:
        """Yields the events as they arrive. Wrap it in ``contextlib.aclosing``: closing it stops the provider."""

        attempts = count(1)

        async def ask(target: Target) -> _Opened:
            may_call(target.label)
            events = self._events(target, next(attempts), body, deadline)
            return _Opened(await anext(events, []), events)

        opened = await self._first_answer(route, ask, deadline)
        async with aclosing(opened.rest) as rest:
            yield opened.first
            async for events in rest:
                yield events

    async def _events(
        self, target: Target, attempt: int, body: JsonObject, deadline: float
    ) -> AsyncGenerator[list[bytes], None]:
        with self._observed(target, attempt) as tally:
            async with aclosing(target.provider.stream(target.addressed(body))) as stream:
                while True:
                    async with _until(deadline):
                        events = await anext(stream, None)
                    if events is None:
                        return
                    tally.started()
                    for event in events:
                        tally.read(event)
                    yield events

    async def _first_answer(
        self, route: Route, ask: Callable[[Target], Awaitable[answer_type]], deadline: float
    ) -> answer_type:
        failures: list[GatewayError] = []
        for target in self._in_order(route):
            try:
                return await self._retried(target, ask, deadline)
            except GatewayError as error:
                failures.append(error)
                if remedy(error) is Remedy.NOTHING or _now() >= deadline:
                    raise
        raise failures[0]

    def _in_order(self, route: Route) -> Iterator[Target]:
        for group in route.groups:
            yield from self._random.sample(group, len(group))

    async def _retried(
        self, target: Target, ask: Callable[[Target], Awaitable[answer_type]], deadline: float
    ) -> answer_type:
        for retry in range(target.num_retries):
            try:
                return await ask(target)
            except GatewayError as error:
                pause = pause_before_retry(retry, error, self._random)
                if pause is None or _now() + pause >= deadline:
                    raise
            await self._sleep(pause)
        return await ask(target)

    @contextmanager
    def _observed(self, target: Target, attempt: int) -> Iterator[_Tally]:
        tally = _Tally()
        outcome, failure = CallOutcome.CANCELLED, None
        try:
            with metrics.provider_calls_in_flight.labels(target.label).track_inprogress():
                yield tally
            outcome = CallOutcome.ANSWERED
        except GatewayError as error:
            outcome, failure = outcome_of(error), error
            raise
        finally:
            seconds = _now() - tally.began
            self._observer(Call(target.label, attempt, outcome, tally.tokens, seconds, tally.first_seconds, failure))


class _Tally:
    """What is known of a call so far: when its stream started, and the last usage that its provider reported."""

    def __init__(self) -> None:
        self.tokens = Tokens()
        self.began = _now()
        self.first_seconds: float | None = None

    def started(self) -> None:
        if self.first_seconds is None:
            self.first_seconds = _now() - self.began

    def read(self, data: bytes) -> None:
        self.tokens = tokens_of(data) or self.tokens


def _now() -> float:
    return asyncio.get_running_loop().time()


@asynccontextmanager
async def _until(deadline: float) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout_at(deadline):
            yield
    except TimeoutError:
        raise TimedOut("The turn's time was over before the provider's answer was complete.") from None


@dataclass(frozen=True, slots=True)
class _Opened:
    """A stream whose first events have arrived."""

    first: list[bytes]
    rest: AsyncGenerator[list[bytes], None]


def outcome_of(error: GatewayError) -> CallOutcome:
    """Returns the outcome to count for a call that failed with this error.

    >>> outcome_of(TimedOut("late")).value, outcome_of(TooManyInFlight("busy")).value
    ('timed_out', 'too_many')
    """
    if isinstance(error, TimedOut):
        return CallOutcome.TIMED_OUT
    if isinstance(error, TooManyInFlight):
        return CallOutcome.TOO_MANY
    return CallOutcome.FAILED if remedy(error) is Remedy.THE_SAME_AGAIN else CallOutcome.REFUSED
