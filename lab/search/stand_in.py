"""The stand-in model: its needs are known by construction, so runs without a real model can be checked.

It measures no model. Its needs follow from a keyed hash of the prompt's id and its entities' types alone:

- an entity must be retained in 12 of 100 cases, and an abstraction of it is enough in 8 of 100; all others may go;
- of the entities that may go, in half of the prompts with two and more: one of two must be retained (``ONE_RETAINED``),
  or two may not both be redacted (``ONE_SHOWN``), once or twice;
- in 10 of 100 prompts with two further ones these belong together (``TOGETHER``): hiding one of them alone confuses,
  hiding both does not. Stage 1 of the search freezes them, so its plan is not the best of all.

Pairs are drawn from entities that occur at most twice, and few of them where there are many entities, because the
search takes exponentially many plans to retain what it could abstract: the stand-in shows the algorithm, not its worst
case.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from random import Random
from typing import Final

from gateway.sealing import keyed_hash
from gateway.types import Action, Actions
from streams.searcher.calls import Calls
from streams.searcher.prompts import Prompt, order
from streams.searcher.scorers import Score
from streams.searcher.utility import HIGHEST, LOWEST

NAME: Final = "stand-in"

_KEY: Final = b"canarygate stand-in model"
_MUST_STAY: Final = 0.12
_ABSTRACTION_IS_ENOUGH: Final = 0.08
_PAIR: Final = 0.5
_TOGETHER: Final = 0.1
_LIGHT: Final = 2  # how often an entity of a pair may occur
_FEW: Final = 10  # entities among which one of a pair may have to be retained, or there may be two pairs
_UNMET_PAIR: Final = 2  # points lost
_TOO_PRIVATE: Final = (0, 1, 3)  # points lost, by steps


class PairNeed(StrEnum):
    """What a pair of entities needs."""

    ONE_RETAINED = "one retained"
    ONE_SHOWN = "one shown"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class EntityPair:
    """Two entities by index, and what the pair needs."""

    kind: PairNeed
    first: int
    second: int

    def is_met(self, plan: Actions) -> bool:
        """Returns whether the plan meets the pair's need.

        >>> EntityPair(PairNeed.ONE_SHOWN, 0, 1).is_met((Action.REDACT, Action.ABSTRACT))
        True
        """
        first, second = plan[self.first], plan[self.second]
        if self.kind is PairNeed.ONE_RETAINED:
            return Action.RETAIN in (first, second)
        if self.kind is PairNeed.ONE_SHOWN:
            return not (first is second is Action.REDACT)
        return (first is Action.RETAIN) == (second is Action.RETAIN)


@dataclass(frozen=True, slots=True)
class StandInNeeds:
    """What the stand-in needs: the strictest allowed action of each entity by itself, and the pairs."""

    strictest: Actions
    pairs: tuple[EntityPair, ...] = ()

    def score(self, plan: Actions) -> int:
        """Returns 10 for a plan that meets all needs, and less, down to 1, for each need that it does not meet.

        >>> needs = StandInNeeds((Action.ABSTRACT, Action.REDACT))
        >>> needs.score((Action.ABSTRACT, Action.REDACT)), needs.score((Action.REDACT, Action.REDACT))
        (10, 9)
        """
        steps = (max(0, action - most) for action, most in zip(plan, self.strictest, strict=True))
        lost = sum(_TOO_PRIVATE[step] for step in steps)
        lost += sum(_UNMET_PAIR for pair in self.pairs if not pair.is_met(plan))
        return max(LOWEST, HIGHEST - lost)


def needs_of(prompt: Prompt) -> StandInNeeds:
    """Returns the stand-in's needs for a prompt."""
    occurrences = order(prompt).occurrences
    random = Random(keyed_hash(_KEY, prompt.id, *prompt.types))
    strictest = tuple(_strictest_allowed(random.random()) for _ in prompt.entities)
    free = [index for index, action in enumerate(strictest) if action is Action.REDACT]
    light = [index for index in free if occurrences[index] <= _LIGHT]
    random.shuffle(light)
    pairs = [EntityPair(kind, light.pop(), light.pop()) for kind in _kinds(random, len(free)) if len(light) >= 2]
    return StandInNeeds(strictest, tuple(pairs))


def _strictest_allowed(chance: float) -> Action:
    if chance < _MUST_STAY:
        return Action.RETAIN
    return Action.ABSTRACT if chance < _MUST_STAY + _ABSTRACTION_IS_ENOUGH else Action.REDACT


def _kinds(random: Random, free: int) -> list[PairNeed]:
    kinds = []
    if random.random() < _PAIR:
        few = [[PairNeed.ONE_RETAINED], [PairNeed.ONE_SHOWN], [PairNeed.ONE_SHOWN, PairNeed.ONE_SHOWN]]
        kinds += random.choice(few if free <= _FEW else few[1:2])
    return kinds + [PairNeed.TOGETHER] * (random.random() < _TOGETHER)


class StandIn:
    """Scores plans by the needs of the stand-in model."""

    def repeats(self, prompt: Prompt) -> int:
        """Returns 1, because the stand-in always gives the same answer."""
        return 1

    def of(self, prompt: Prompt, calls: Calls) -> Score:
        """Returns the score of plans by the stand-in's needs for this prompt."""
        needs = needs_of(prompt)

        async def score(plan: Actions, repeat: int) -> int | None:
            return await calls.make(partial(self._score, needs, plan))

        return score

    async def _score(self, needs: StandInNeeds, plan: Actions) -> int:
        return needs.score(plan)
