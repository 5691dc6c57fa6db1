"""Models that write sentences, obedient and hostile ones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from streams.analytics.sentences import SentenceWriter


@dataclass
class Saying(SentenceWriter):
    """A model that says what ``says`` makes of the terms, and remembers what it was asked with."""

    says: Callable[[Sequence[str]], str] = lambda terms: f"People ask about {', '.join(terms)}."
    asked: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    async def write(self, title: str, terms: Sequence[str]) -> str:
        self.asked.append((title, tuple(terms)))
        return self.says(terms)


@dataclass
class Silent(SentenceWriter):
    """A model that never answers; ``waiting`` is how many questions are open, ``most`` how many there were at once."""

    waiting: int = 0
    most: int = 0
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def write(self, title: str, terms: Sequence[str]) -> str:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.waiting -= 1
        return "never"


class Failing(SentenceWriter):
    """A model that fails with an error which says what it must not."""

    async def write(self, title: str, terms: Sequence[str]) -> str:
        raise ValueError(f"{title}: the secret of ann@corp.example")
