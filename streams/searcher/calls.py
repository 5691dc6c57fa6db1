"""The calls of one search: counted, within a budget, and limited by the slots that all searches share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Final, NamedTuple, TypeVar

answer_type = TypeVar("answer_type")

ATTEMPTS: Final = 3


class OutOfBudget(Exception):
    """The search has used all the calls of its budget."""


class Spent(NamedTuple):
    """Calls and the seconds that they took, without the wait for a slot."""

    calls: int = 0
    seconds: float = 0.0


class Calls:
    """Makes the calls of one search. ``made`` counts the calls of earlier runs, which also use up the budget."""

    def __init__(self, slots: asyncio.Semaphore, budget: int, made: int = 0) -> None:
        self._slots = slots
        self._left = budget - made
        self._spent = Spent()
        self.is_out_of_budget = False

    async def make(self, call: Callable[[], Awaitable[answer_type]]) -> answer_type:
        """Waits for a slot, makes the call and returns its result; raises OutOfBudget if the budget is used up."""
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
        """Returns what was spent since the last call of this method."""
        spent, self._spent = self._spent, Spent()
        return spent

    async def until_readable(self, call: Callable[[], Awaitable[answer_type | None]]) -> answer_type | None:
        """Returns the first result that is not None, after up to three tries; None if every answer was unreadable."""
        for _ in range(ATTEMPTS):
            if (answer := await self.make(call)) is not None:
                return answer
        return None
