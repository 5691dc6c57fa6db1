"""The utility of open-ended prompts: a judge compares a plan's answer with the answer to the unminimized prompt."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from gateway.given import GivenMessage
from gateway.rewriting.restoring import Channel, restore
from gateway.types import Actions
from streams.models import Model
from streams.searcher.calls import Calls
from streams.searcher.prompts import Prompt, rewriter
from streams.searcher.utility import Rubric, judge_messages, judged


@dataclass(slots=True, repr=False)
class OpenEnded:
    """Scores the plans of one prompt. The unminimized answer is requested once and kept in memory only."""

    prompt: Prompt
    calls: Calls
    target: Model
    judge: Model
    rubric: Rubric
    _rewriter: GivenMessage = field(init=False)
    _reference: str | None = None
    _first: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self._rewriter = rewriter(self.prompt)

    async def score(self, plan: Actions, repeat: int) -> int | None:
        """Returns the judge's score of the answer under this plan; None if no verdict could be read."""
        reference = await self._reference_answer()
        candidate = await self._answer(plan) if any(plan) else reference
        messages = judge_messages(self.rubric, self.prompt.text, reference, candidate)

        async def ask() -> int | None:
            return judged(self.rubric, await self.judge.complete(messages))

        return await self.calls.until_readable(ask)

    async def _reference_answer(self) -> str:
        """Returns the answer to the unminimized prompt, which is also that of the plan that retains everything."""
        async with self._first:
            if self._reference is None:
                messages = [("user", self.prompt.text)]
                self._reference = await self.calls.make(lambda: self.target.complete(messages))
            return self._reference

    async def _answer(self, plan: Actions) -> str:
        minimized = self._rewriter.rewritten(plan)
        messages = [("user", minimized.texts[0])]
        answer = await self.calls.make(lambda: self.target.complete(messages))
        return restore(answer, minimized.replacement_map, Channel.TEXT).text
