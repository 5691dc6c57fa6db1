"""Prompts, models and scorers that tests make themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from gateway.given import GivenEntity
from gateway.types import Actions, EntityType
from streams.models import Messages
from streams.searcher.calls import Calls
from streams.searcher.prompts import Prompt
from streams.searcher.scorers import Score

NAMES = ("Ann", "Bob", "Cid", "Dov", "Eva", "Fay")


def prompt(n: int, id: str = "made-1", *, choices: tuple[str, ...] = ()) -> Prompt:  # noqa: A002 - as the field is called
    """A prompt with n entities of one letter sequence each, multiple choice with the first right or open-ended."""
    entities = tuple(GivenEntity(EntityType.NAME, (name,), f"person {name[0]}") for name in NAMES[:n])
    return Prompt(id, "made", " and ".join(NAMES[:n]), entities, choices=choices, answer=0 if choices else None)


@dataclass
class Scripted:
    """A model that answers what a function says; ``asked`` holds all that it was asked."""

    answer: Callable[[str], str]
    asked: list[str] = field(default_factory=list)

    async def complete(self, messages: Messages) -> str:
        self.asked.append(messages[-1][1])
        await asyncio.sleep(0)
        return self.answer(messages[-1][1])


@dataclass
class Scores:
    """A scorer by a function of prompt, plan and repeat; ``asked`` holds what was asked, ``most`` how much at once."""

    score: Callable[[Prompt, Actions, int], int | None]
    decodes: int = 1
    asked: list[tuple[str, Actions, int]] = field(default_factory=list)
    most: int = 0
    _now: int = 0

    def repeats(self, prompt: Prompt) -> int:
        return self.decodes

    def of(self, prompt: Prompt, calls: Calls) -> Score:
        async def answer(plan: Actions, repeat: int) -> int | None:
            self.asked.append((prompt.id, plan, repeat))
            self._now += 1
            self.most = max(self.most, self._now)
            for _ in range(1 + sum(plan) % 3):  # answers come in another order than they were asked for
                await asyncio.sleep(0)
            self._now -= 1
            return self.score(prompt, plan, repeat)

        async def score(plan: Actions, repeat: int) -> int | None:
            return await calls.make(lambda: answer(plan, repeat))

        return score
