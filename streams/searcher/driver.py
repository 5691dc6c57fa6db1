"""Runs searches: several prompts at once, with a bounded number of calls in flight."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gateway.errors import GatewayError
from gateway.types import Actions
from streams.searcher.calls import Calls, OutOfBudget
from streams.searcher.ledger import Ended, Ledger, Scored, letters
from streams.searcher.prompts import Prompt, order, space
from streams.searcher.scorers import Score, Scorer
from streams.searcher.search import Ending, Result, Search
from streams.searcher.utility import Verdict, verdict

UNREADABLE: Final = "an answer names no choice, or a judge's answer holds no verdict, however often it was asked for"

_IN_THE_WAY: Final = {
    Ending.BUDGET: "the calls of its budget are made",
    Ending.EXHAUSTED: "no plan passes, not even one that retains everything",
}


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a run may do: calls in flight at once, and calls for one prompt all in all."""

    concurrency: int = 8
    budget: int = 2000


class Driver:
    """Searches prompts and writes every score and result to a ledger; what the ledger knows is not asked again.

    ``unfinished`` says of each prompt that has no result what stood in the way.
    """

    def __init__(self, scorer: Scorer, ledger: Ledger, bounds: Bounds) -> None:
        self._scorer = scorer
        self._ledger = ledger
        self._bounds = bounds
        self._slots = asyncio.Semaphore(bounds.concurrency)
        self._at_work = 0
        self.unfinished: dict[str, str] = {}

    async def run(self, prompts: Sequence[Prompt], slack: int) -> None:
        """Searches all prompts that the ledger has no finished result for, at this slack."""
        left = iter([prompt for prompt in prompts if not self._is_finished(prompt, slack)])
        async with asyncio.TaskGroup() as group:
            for _ in range(self._bounds.concurrency):
                group.create_task(self._work(left, slack))

    async def _work(self, left: Iterator[Prompt], slack: int) -> None:
        for prompt in left:
            self._at_work += 1
            await self._search(prompt, slack)
            self._at_work -= 1

    def _is_finished(self, prompt: Prompt, slack: int) -> bool:
        result = self._ledger.results.get((prompt.id, slack))
        return result is not None and not result.unfinished

    async def _search(self, prompt: Prompt, slack: int) -> None:
        self._ledger.begin(prompt)
        calls = Calls(self._slots, self._bounds.budget, self._ledger.calls(prompt))
        judging = _Judging(prompt, slack, self._scorer.repeats(prompt), self._scorer.of(prompt, calls), calls)
        search = Search(order(prompt).key, space(prompt))
        result = await self._answered(search, judging)
        if result.ending is Ending.UNKNOWN and calls.is_out_of_budget:
            result = replace(result, ending=Ending.BUDGET)
        if result.unfinished:
            self.unfinished[prompt.id] = _IN_THE_WAY.get(result.ending, judging.fault)
        ended = Ended(prompt.id, slack, letters(result.plan), result.ending, result.frozen, search.sequential)
        if ended != self._ledger.results.get((prompt.id, slack)):  # as an earlier run ended
            self._ledger.add(ended)

    async def _answered(self, search: Search, judging: _Judging) -> Result:
        """The search's result; what it wants judged is judged at once, as far as this prompt's share of slots goes."""
        running: dict[Actions, asyncio.Task[Verdict]] = {}
        try:
            while search.result is None:
                share = max(1, self._bounds.concurrency // self._at_work)
                for plan in search.wanted(share):
                    if plan not in running:
                        running[plan] = asyncio.create_task(self._verdict(judging, plan))
                await asyncio.wait(running.values(), return_when=asyncio.FIRST_COMPLETED)
                for plan in [plan for plan, task in running.items() if task.done()]:
                    search.learn(plan, running.pop(plan).result())
            if search.result.unfinished:  # what is on its way is paid for, and the next run needs it
                await asyncio.gather(*running.values())
        finally:
            for task in running.values():
                task.cancel()
            await asyncio.gather(*running.values(), return_exceptions=True)
        return search.result

    async def _verdict(self, judging: _Judging, plan: Actions) -> Verdict:
        """The plan's verdict: its decodes one after the other, up to the first that does not pass."""
        for repeat in range(judging.repeats):
            passed = verdict(await self._scored(judging, plan, repeat), judging.slack)
            if passed is not Verdict.PASS:
                return passed
        return Verdict.PASS

    async def _scored(self, judging: _Judging, plan: Actions, repeat: int) -> int | None:
        key = judging.prompt.id, letters(plan), repeat
        if key in self._ledger.scores:
            return self._ledger.scores[key].score
        try:
            score = await judging.score(plan, repeat)
        except OutOfBudget:
            return None
        except GatewayError as error:
            judging.fault = error.message
            return None
        if score is None:
            judging.fault = UNREADABLE
        else:
            self._ledger.add(Scored(*key, score, *judging.calls.take_spent()))
        return score


@dataclass(slots=True)
class _Judging:
    """How the plans of one prompt are judged, and what failed last."""

    prompt: Prompt
    slack: int
    repeats: int
    score: Score
    calls: Calls
    fault: str = ""
