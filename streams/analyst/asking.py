"""Has a model write a sentence about each summary, in bounded time: a failed, late or forbidden answer is no sentence.

What it may say is settled by ``permitted``, and then by the gate, whatever the model answers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gateway.logs import fields
from streams.analytics.sentences import SentenceWriter, permitted
from streams.analytics.summaries import Summary, released_terms

log = logging.getLogger(__name__)

AT_ONCE: Final = 4


class SentenceOutcome(StrEnum):
    """How a model answered when it was asked for a sentence."""

    WRITTEN = "written"
    FORBIDDEN = "forbidden"
    LATE = "late"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, repr=False)
class SentenceAnswer:
    """What is left of a model's answer; only one that was ``WRITTEN`` has a sentence."""

    outcome: SentenceOutcome
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Asking:
    """Asks the writer about summaries, which has ``seconds`` for all of them together."""

    writer: SentenceWriter
    seconds: float

    async def about(self, summaries: Sequence[Summary]) -> list[SentenceAnswer]:
        """Returns the answer about each summary, in their order; a few are asked for at once."""
        slots = asyncio.Semaphore(AT_ONCE)
        deadline = asyncio.get_running_loop().time() + self.seconds
        return await asyncio.gather(*(self._about(each, slots, deadline) for each in summaries))

    async def _about(self, summary: Summary, slots: asyncio.Semaphore, deadline: float) -> SentenceAnswer:
        terms = [term for term, _ in summary.terms]
        try:
            async with asyncio.timeout_at(deadline), slots:
                said = (await self.writer.write(summary.title, terms)).strip()
        except TimeoutError:
            return SentenceAnswer(SentenceOutcome.LATE)
        except Exception as error:  # a sentence is an extra: whatever its writer does, the window ends
            log.warning("no sentence", extra=fields(reason=type(error).__name__))
            return SentenceAnswer(SentenceOutcome.FAILED)
        sentence = permitted(said, released_terms(summary))
        return SentenceAnswer(SentenceOutcome.WRITTEN if sentence else SentenceOutcome.FORBIDDEN, sentence)
