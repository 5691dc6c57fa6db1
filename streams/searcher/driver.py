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

UNREADABLE: Final = "an answer names no choice, or a judge's answer contains no verdict, even after several tries"

_REASONS: Final = {
    Ending.BUDGET: "the calls of its budget are used up",
    Ending.EXHAUSTED: "no plan passes, not even one that retains everything",
}


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a run: calls in flight at once, and calls for one prompt in total."""

    concurrency: int = 8
    budget: int = 2000


class Driver:
    """Searches prompts and writes every score and result to a ledger; what the ledger contains is not asked again.

    ``unfinished`` has the reason for each prompt without a result.
    """

    def __init__(self, scorer: Scorer, ledger: Ledger, bounds: Bounds) -> None:
        self._scorer = scorer
        self._ledger = ledger
        self._bounds = bounds
        self._slots = asyncio.Semaphore(bounds.concurrency)
        self._active = 0
        self.unfinished: dict[str, str] = {}

    async def run(self, prompts: Sequence[Prompt], slack: int) -> None:
        """Searches all prompts without a finished result in the ledger at this slack."""
        left = iter([prompt for prompt in prompts if not self._is_finished(prompt, slack)])
        async with asyncio.TaskGroup() as group:
            for _ in range(self._bounds.concurrency):
                group.create_task(self._work(left, slack))

    async def _work(self, left: Iterator[Prompt], slack: int) -> None:
        for prompt in left:
            self._active += 1
            await self._search(prompt, slack)
            self._active -= 1

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
            self.unfinished[prompt.id] = _REASONS.get(result.ending, judging.fault)
        ended = Ended(prompt.id, slack, letters(result.plan), result.ending, result.frozen, search.sequential)
        if ended != self._ledger.results.get((prompt.id, slack)):  # as an earlier run ended
            self._ledger.add(ended)

    async def _answered(self, search: Search, judging: _Judging) -> Result:
        """Runs the search and returns its result; it judges as many plans at once as this prompt's share of slots."""
        running: dict[Actions, asyncio.Task[Verdict]] = {}
        try:
            while search.result is None:
                share = max(1, self._bounds.concurrency // self._active)
                for plan in search.wanted(share):
                    if plan not in running:
                        running[plan] = asyncio.create_task(self._verdict(judging, plan))
                await asyncio.wait(running.values(), return_when=asyncio.FIRST_COMPLETED)
                for plan in [plan for plan, task in running.items() if task.done()]:
                    search.learn(plan, running.pop(plan).result())
            if search.result.unfinished:  # calls in flight are already paid for, and the next run needs them
                await asyncio.gather(*running.values())
        finally:
            for task in running.values():
                task.cancel()
            await asyncio.gather(*running.values(), return_exceptions=True)
        return search.result

    async def _verdict(self, judging: _Judging, plan: Actions) -> Verdict:
        """Returns the plan's verdict: judges its decodes one by one, up to the first that does not pass."""
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
    """What is needed to judge the plans of one prompt, and the last failure."""

    prompt: Prompt
    slack: int
    repeats: int
    score: Score
    calls: Calls
    fault: str = ""
