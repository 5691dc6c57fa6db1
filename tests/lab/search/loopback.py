"""A scripted model on the loopback interface whose needs are known by construction.

It speaks OpenAI's protocol, sees nothing but what is sent to it, and gives the right letter exactly where the message
shows what it needs. What an entity became is read from the message; needs are drawn only from entities of which that
can be read without doubt: those that share no letters with another and whose abstraction says nothing that stands there
anyway.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from string import ascii_uppercase
from types import TracebackType
from typing import Self

from aiohttp import web

from gateway.types import Action, Actions
from lab.search.stand_in import PairNeed, StandInNeeds, needs_of
from streams.searcher.prompts import Prompt, order, rewriter
from streams.searcher.utility import HIGHEST

Fault = Callable[[Prompt, int], str | None]
"""What goes wrong with the nth request of one message: an HTTP status, ``stall``, ``html`` or ``prose``."""


class Legible:
    """One prompt as the model may meet it, and what it needs of it."""

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt
        self._rewriter = rewriter(prompt)
        self._signs = [self._sign(entity) for entity in range(len(prompt.entities))]
        drawn = needs_of(prompt)
        self.needs = StandInNeeds(
            tuple(most if sign else Action.REDACT for most, sign in zip(drawn.strictest, self._signs, strict=True)),
            tuple(pair for pair in drawn.pairs if self._signs[pair.first] and self._signs[pair.second]),
        )
        forms = sorted((form for entity in prompt.entities for form in entity.forms), key=len, reverse=True)
        whole = "\n".join([prompt.text, *prompt.choices])
        self._pieces = re.split("|".join(map(re.escape, forms)), whole, flags=re.IGNORECASE)

    def resemblance(self, message: str) -> float:
        """How much of what no plan hides stands in the message, from 0 to 1."""
        pieces = [line for piece in self._pieces for line in piece.split("\n") if len(line) > _TELLING]
        return sum(len(piece) for piece in pieces if piece in message) / sum(map(len, pieces))

    def answer(self, message: str) -> str:
        """The letter of the right choice, or of the next one where the message does not show what is needed."""
        assert self.prompt.answer is not None
        right = self.needs.score(self._plan(message)) == HIGHEST
        return ascii_uppercase[(self.prompt.answer + (not right)) % len(self.prompt.choices)]

    def minima(self) -> set[Actions]:
        """All plans that disclose least of those that stage 1 leaves and that give what is needed.

        Entities that belong together fail alone, so stage 1 retains them; every other pair has one of two relaxed.
        """
        base = list(self.needs.strictest)
        for pair in self.needs.pairs:
            if pair.kind is PairNeed.TOGETHER:
                base[pair.first] = base[pair.second] = Action.RETAIN
        relaxed = [
            [(index, _RELAXED[pair.kind]) for index in (pair.first, pair.second)]
            for pair in self.needs.pairs
            if pair.kind is not PairNeed.TOGETHER
        ]
        plans = {
            tuple(dict(choices).get(index, action) for index, action in enumerate(base))
            for choices in product(*relaxed)
        }
        key = order(self.prompt).key
        least = min(map(key, plans))
        return {plan for plan in plans if key(plan) == least}

    def _plan(self, message: str) -> Actions:
        return tuple(sign(message) if sign else Action.REDACT for sign in self._signs)

    def _sign(self, entity: int) -> Callable[[str], Action] | None:
        """What tells an entity's action by a message, None where nothing surely does."""
        subjects, phrase = self.prompt.entities, self._rewriter.abstractions[entity]
        own = [form.casefold() for form in subjects[entity].forms]
        others = [form.casefold() for at, each in enumerate(subjects) if at != entity for form in each.forms]
        phrases = [each for at, each in enumerate(self._rewriter.abstractions) if at != entity and each]
        everything = "\n".join([self.prompt.text, *self.prompt.choices, *phrases]).casefold()
        if (
            phrase is None
            or phrase.casefold() in everything
            or any(each.casefold() in phrase.casefold() for each in phrases)
        ):
            return None
        if any(one in other or other in one for one in own for other in others):
            return None
        alone = tuple(Action.REDACT if at == entity else Action.RETAIN for at in range(len(subjects)))
        hidden = self._rewriter.rewritten(alone)
        all_hidden = self._rewriter.rewritten((Action.REDACT,) * len(subjects))
        if any(_count(name, hidden.texts) != _count(name, all_hidden.texts) for name in hidden.replacement_map):
            return None
        placeholders = tuple(hidden.replacement_map)

        def told(message: str) -> Action:
            if any(placeholder in message for placeholder in placeholders):
                return Action.REDACT
            return Action.ABSTRACT if phrase in message else Action.RETAIN

        return told


_TELLING = 12  # letters of a piece that hardly stands in two prompts
_RELAXED = {PairNeed.ONE_RETAINED: Action.RETAIN, PairNeed.ONE_SHOWN: Action.ABSTRACT}


def _count(placeholder: str, texts: Sequence[str]) -> int:
    return sum(text.count(placeholder) for text in texts)


@dataclass(slots=True)
class Loopback:
    """An async context manager: ``url`` is its API base. ``received`` counts requests by their message."""

    prompts: Sequence[Prompt]
    fault: Fault = lambda prompt, attempt: None
    received: Counter[str] = field(default_factory=Counter)
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    reached_at: int = 0
    url: str = ""
    _known: list[Legible] = field(default_factory=list)
    _meant: dict[str, Legible] = field(default_factory=dict)
    _runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        self._known = list(map(Legible, self.prompts))
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self._handle)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0, backlog=1024).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/v1"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        assert self._runner is not None
        await self._runner.cleanup()

    def minima(self) -> dict[str, set[Actions]]:
        """By prompt, the plans one of which a search has to find."""
        return {each.prompt.id: each.minima() for each in self._known}

    async def _handle(self, request: web.Request) -> web.Response:
        body = await request.json()
        message = body["messages"][-1]["content"]
        attempt = self.received[message]
        self.received[message] += 1
        if self.received.total() == self.reached_at:
            self.reached.set()
        if message not in self._meant:
            self._meant[message] = max(self._known, key=lambda each: each.resemblance(message))
        legible = self._meant[message]
        fault = self.fault(legible.prompt, attempt)
        if fault == "stall":
            await asyncio.Event().wait()
        if fault is not None and fault.isdigit():
            return web.json_response({"error": {"message": "no"}}, status=int(fault), headers={"retry-after": "0"})
        if fault == "html":
            return web.Response(text="<html>Welcome!</html>", content_type="text/html")
        answer = "It depends on many things." if fault == "prose" else legible.answer(message)
        return web.json_response(completion(body["model"], answer))


def completion(model: str, text: str) -> dict[str, object]:
    """A chat completion with this text."""
    message = {"role": "assistant", "content": text}
    choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
    return {"id": "c", "object": "chat.completion", "created": 1750000000, "model": model, "choices": choices}
