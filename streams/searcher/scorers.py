"""Scorers of plans: an exact one for multiple choice, a judge for everything else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from gateway.given import GivenMessage
from gateway.types import Actions
from streams.models import Model
from streams.searcher.calls import Calls
from streams.searcher.judge import OpenEnded
from streams.searcher.prompts import Prompt, rewriter
from streams.searcher.utility import HIGHEST, LOWEST, Rubric, chosen, multiple_choice

Score = Callable[[Actions, int], Awaitable[int | None]]
"""The score, from 1 to 10, of a plan's decode with this index; None where no answer could be read."""


class Scorer(Protocol):
    """Scores the plans of prompts."""

    def repeats(self, prompt: Prompt) -> int:
        """Returns how many decodes of a plan have to pass."""
        ...

    def of(self, prompt: Prompt, calls: Calls) -> Score:
        """Returns what scores this prompt's plans with these calls; it raises GatewayError and OutOfBudget."""
        ...


@dataclass(frozen=True, slots=True)
class ModelScorer:
    """Asks a target model the prompt under a plan, ``decodes`` times if the prompt has choices."""

    target: Model
    judge: Model
    rubric: Rubric
    decodes: int

    def repeats(self, prompt: Prompt) -> int:
        """Returns 1 for an open-ended prompt, ``decodes`` for one with choices."""
        return self.decodes if prompt.choices else 1

    def of(self, prompt: Prompt, calls: Calls) -> Score:
        """Returns an exact scorer if the prompt has choices, else a judge."""
        if prompt.choices:
            return partial(self._right_or_wrong, prompt, rewriter(prompt), calls)
        return OpenEnded(prompt, calls, self.target, self.judge, self.rubric).score

    async def _right_or_wrong(
        self, prompt: Prompt, rewriter: GivenMessage, calls: Calls, plan: Actions, repeat: int
    ) -> int | None:
        text, *choices = rewriter.rewritten(plan).texts
        question = multiple_choice(text, choices)

        async def ask() -> int | None:
            return chosen(await self.target.complete([("user", question)]), choices)

        choice = await calls.until_readable(ask)
        if choice is None:
            return None
        return HIGHEST if choice == prompt.answer else LOWEST
