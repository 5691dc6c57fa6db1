"""The calls of one search: counted, within a budget, and never more at once than there are slots for all searches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Final, NamedTuple, TypeVar

answer_type = TypeVar("answer_type")

ATTEMPTS: Final = 3


class OutOfBudget(Exception):
    """All calls that a search may make are made."""


class Spent(NamedTuple):
    """Calls and the seconds that they took, without the wait for a slot."""

    calls: int = 0
    seconds: float = 0.0


class Calls:
    """Makes the calls of one search. ``made`` are those of earlier runs; they count against the budget, too."""

    def __init__(self, slots: asyncio.Semaphore, budget: int, made: int = 0) -> None:
        self._slots = slots
        self._left = budget - made
        self._spent = Spent()
        self.is_out_of_budget = False

    async def make(self, call: Callable[[], Awaitable[answer_type]]) -> answer_type:
        """What the call returns, once there is a slot for it; raises OutOfBudget where it may not be made."""
        async with self._slots:
            if self._left <= 0:
                self.is_out_of_budget = True
                raise OutOfBudget
            self._left -= 1
            began = perf_counter()
            try:
                return await call()
            finally:
                self._spent = Spent(self._spent.calls + 1, self._spent.seconds + perf_counter() - began)

    def take_spent(self) -> Spent:
        """What was spent since this was last asked."""
        spent, self._spent = self._spent, Spent()
        return spent

    async def until_readable(self, call: Callable[[], Awaitable[answer_type | None]]) -> answer_type | None:
        """The first of a few tries that is not None: an answer that nobody can read is asked for again."""
        for _ in range(ATTEMPTS):
            if (answer := await self.make(call)) is not None:
                return answer
        return None
