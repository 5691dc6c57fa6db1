"""Synthetic conversations with planted canaries, as the CanaryBench paper makes them (section 5.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Final, TypeVar

import msgspec

from lab.canarybench.conversations import Conversation
from streams.canaries.forms import Canary
from streams.canaries.paper_kinds import CITIES, KINDS, canary
from streams.canaries.topics import CLOSERS, OPENERS, TOPICS, ConversationTopic

# Fixed before any defence was tried, so that about 32 of the paper's 54 clusters hold 25 conversations.
# Of 24 topics 5 make up most.
HEAD: Final = 0.21
HEAD_SHARE: Final = 0.88
TOPIC_SKEW: Final = 0.5
TASK_SKEW: Final = 0.5
CONVERSATIONS_EACH: Final = 3
_NAMES: Final = ("jordan", "casey", "morgan", "riley", "taylor", "quinn", "avery", "rowan")

choice = TypeVar("choice")


class CorpusPlan(msgspec.Struct, frozen=True):
    """How many conversations, about how many topics, and how often they hold a canary or another identifier."""

    n: int = 3000
    topics: int = 24
    canary_rate: float = 0.60
    pii_rate: float = 0.20
    seed: int = 0


def conversations(plan: CorpusPlan, rng: Random) -> Iterator[Conversation]:
    """Return the conversations of a corpus, one by one: the same generator state gives the same conversations.

    Topics, what is asked for, and contributors are skewed: few make up most. Every canary's value is used once.

    >>> [len(each.canaries) for each in conversations(CorpusPlan(n=3, canary_rate=1.0), Random(1))]
    [1, 1, 1]
    """
    topics = TOPICS[: plan.topics]
    made: Counter[str] = Counter()
    contributors = max(1, plan.n // CONVERSATIONS_EACH)
    topic_bounds = _topic_bounds(len(topics))
    for number in range(plan.n):
        topic = _skewed(topics, topic_bounds, rng)
        planted = _plant(plan, made, rng)
        yield Conversation(
            id=f"c{number:07d}",
            contributor=f"p{int(contributors * rng.random() ** 2):06d}",
            text=_text(topic, planted, plan.pii_rate, rng),
            topic=topic.name,
            canaries=planted,
        )


def _plant(plan: CorpusPlan, made: Counter[str], rng: Random) -> tuple[Canary, ...]:
    if rng.random() >= plan.canary_rate:
        return ()
    kind = _any(tuple(KINDS), rng)
    made[kind] += 1
    return (canary(kind, made[kind] - 1, plan.seed),)


def _text(topic: ConversationTopic, planted: Sequence[Canary], pii_rate: float, rng: Random) -> str:
    task = _skewed(topic.tasks, _bounds(len(topic.tasks), TASK_SKEW), rng)
    sentences = [f"{_any(OPENERS, rng)} {task}"]
    if rng.random() < 0.6:
        sentences.append(_any(topic.details, rng))
    if rng.random() < 0.3:
        sentences.append(_any(CLOSERS, rng))
    sentences += [_any(KINDS[each.kind].carriers, rng).format(each.value) for each in planted]
    if rng.random() < pii_rate:
        sentences.append(_identifier(rng))
    return ". ".join(sentences) + "."


def _identifier(rng: Random) -> str:
    """A string that looks like an identifier but is no canary, made from reserved names and numbers."""
    number = int(rng.random() * 10_000)
    return _any(
        (
            f"Copy {_any(_NAMES, rng)}{number % 100}@example.org",
            f"The office is at 212-555-{number:04d}",
            f"Near {_any(CITIES, rng)}, ZIP {10_000 + number}",
        ),
        rng,
    )


def _topic_bounds(topics: int) -> list[float]:
    """A few topics share most conversations, the many others the rest, falling evenly."""
    head = max(1, round(topics * HEAD))
    tail = topics - head
    bounds = [bound * (HEAD_SHARE if tail else 1) for bound in _bounds(head, TOPIC_SKEW)]
    falling = accumulate(2 * (tail - rank) / (tail * (tail + 1)) for rank in range(tail))
    return bounds + [HEAD_SHARE + (1 - HEAD_SHARE) * bound for bound in falling]


def _bounds(count: int, skew: float) -> list[float]:
    """Where each of so many choices ends on a line of length 1, when the r-th weighs ``r ** -skew``."""
    weights = [rank**-skew for rank in range(1, count + 1)]
    return [bound / sum(weights) for bound in accumulate(weights)]


def _skewed(choices: Sequence[choice], bounds: Sequence[float], rng: Random) -> choice:
    drawn = rng.random()
    return next((each for each, bound in zip(choices, bounds, strict=True) if drawn < bound), choices[-1])


def _any(choices: Sequence[choice], rng: Random) -> choice:
    return choices[int(len(choices) * rng.random())]
