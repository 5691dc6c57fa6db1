"""Freeze-then-search: the most private plan that keeps the utility, asked for plan by plan.

It asks nobody itself: it says which plans it wants judged, is told the verdicts in any order, and gives the result.
Source: data-minimization paper, section 4.1.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from heapq import heappop, heappush
from itertools import islice, product
from typing import TYPE_CHECKING

from gateway.minimization.utility import Verdict
from gateway.types import Action, Actions

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison

    Key = Callable[[Actions], SupportsRichComparison]


@dataclass(frozen=True, slots=True)
class Space:
    """The plans that a policy allows: for every entity its most and its least disclosing action.

    >>> Space.unrestricted(2).floors == (Action.REDACT, Action.REDACT)
    True
    """

    ceilings: Actions
    floors: Actions

    def __post_init__(self) -> None:
        if any(ceiling > floor for ceiling, floor in zip(self.ceilings, self.floors, strict=True)):
            raise ValueError("an entity's ceiling is stricter than its floor: no action is left")

    @classmethod
    def unrestricted(cls, n: int) -> Space:
        """All 3^n plans of n entities."""
        return cls((Action.RETAIN,) * n, (Action.REDACT,) * n)

    def plans(self) -> Iterator[Actions]:
        """Every plan, the most private ones first as far as that goes without a comparator.

        >>> sum(1 for _ in Space.unrestricted(3).plans())
        27
        """
        allowed = [range(floor, ceiling - 1, -1) for ceiling, floor in zip(self.ceilings, self.floors, strict=True)]
        return (tuple(map(Action, plan)) for plan in product(*allowed))


class Ending(StrEnum):
    """How a search ended. Only FOUND is an answer of the oracle."""

    FOUND = "found"
    EXHAUSTED = "exhausted"  # no plan of the space that stage 1 left passes
    UNKNOWN = "unknown"  # a plan could not be judged
    BUDGET = "budget"  # the calls were used up


@dataclass(frozen=True, slots=True)
class Result:
    """The plan of a search, the fallback where it is ``unfinished``; ``frozen`` are the entities that stage 1 fixed."""

    plan: Actions
    ending: Ending
    frozen: tuple[int, ...] = ()

    @property
    def unfinished(self) -> bool:
        """Whether the plan is the policy's fallback and not the oracle's."""
        return self.ending is not Ending.FOUND


class Search:
    """The search of one prompt, with a comparator's ``key``: smaller is more private, equal is SAME.

    Guarantee: whatever the verdicts and the order in which they come, and however many plans were asked for ahead, the
    result is that of the paper's sequential algorithm on the plans of ``space``: the comparator-first passing plan of
    what stage 1 left, if relaxing an action never makes the key smaller. It asks for no more plans than that algorithm.
    An UNKNOWN verdict freezes nothing and counts as no failure: it ends the search once the plan is needed.

    >>> search = Search(lambda plan: -sum(plan), Space.unrestricted(2))
    >>> while search.result is None:
    ...     plan = search.wanted(1)[0]
    ...     search.learn(plan, Verdict.PASS if plan[1] is Action.RETAIN else Verdict.FAIL)
    >>> [action.name for action in search.result.plan], search.result.frozen
    (['REDACT', 'RETAIN'], (1,))
    """

    def __init__(self, key: Key, space: Space, fallback: Actions | None = None) -> None:
        self._key = key
        self._space = space
        self._fallback = space.floors if fallback is None else fallback
        self._verdicts: dict[Actions, Verdict] = {}
        self._actions = list(space.floors)  # the strictest of each entity that has not failed on its own
        self._order: Iterator[Actions] | None = None  # of stage 2; what comes in it does not depend on verdicts
        self._next: deque[Actions] = deque()  # taken from it, the first of them not yet judged
        self._passed_over = 0
        self.result: Result | None = None
        self._advance()

    @property
    def judged(self) -> int:
        """How many plans have a verdict."""
        return len(self._verdicts)

    @property
    def sequential(self) -> int:
        """How many plans the paper's algorithm judges up to here: both probes of every entity, then one by one."""
        steps = sum(floor - ceiling for ceiling, floor in zip(self._space.ceilings, self._space.floors, strict=True))
        return steps + self._passed_over + (self.result is not None and not self.result.unfinished)

    def wanted(self, limit: int) -> Sequence[Actions]:
        """At most so many plans without a verdict: first the one that is needed next, then those that may be needed.

        Those of stage 1 are needed all; those of stage 2 unless one before them passes. Plans stay wanted until they
        are judged: who asks remembers which ones are on their way.
        """
        if self.result is not None:
            return ()
        if self._order is None:
            return tuple(islice(self._open_probes(), limit))
        self._look_ahead(limit)
        return tuple(islice((plan for plan in self._next if plan not in self._verdicts), limit))

    def learn(self, plan: Actions, verdict: Verdict) -> None:
        """Takes the verdict on a plan; the first one counts."""
        self._verdicts.setdefault(plan, verdict)
        self._advance()

    def end(self, ending: Ending) -> None:
        """Ends a search that has no result yet with the fallback."""
        if self.result is None:
            self.result = Result(self._fallback, ending, self._frozen() if self._order is not None else ())

    def _advance(self) -> None:
        if self.result is None and self._order is None:
            self._freeze()
        if self.result is None and self._order is not None:
            self._pass_over()

    def _freeze(self) -> None:
        """Stage 1, as far as the verdicts go."""
        for entity in range(len(self._actions)):
            while (probe := self._probe(entity)) and self._verdicts.get(probe) is Verdict.FAIL:
                self._actions[entity] = Action(self._actions[entity] - 1)
            if probe and self._verdicts.get(probe) is Verdict.UNKNOWN:
                self.end(Ending.UNKNOWN)
        if self.result is None and next(self._open_probes(), None) is None:
            self._order = most_private_first(tuple(self._actions), self._space.ceilings, self._key)

    def _probe(self, entity: int) -> Actions | None:
        """This entity's action alone, all others as disclosing as allowed; None where nothing is left to probe."""
        ceilings = self._space.ceilings
        if self._actions[entity] == ceilings[entity]:
            return None
        return (*ceilings[:entity], self._actions[entity], *ceilings[entity + 1 :])

    def _open_probes(self) -> Iterator[Actions]:
        probes = map(self._probe, range(len(self._actions)))
        return (probe for probe in probes if probe is not None and probe not in self._verdicts)

    def _pass_over(self) -> None:
        """Stage 2, as far as the verdicts go."""
        while self.result is None:
            if not self._next:
                self._look_ahead(1)
            if not self._next:
                self.end(Ending.EXHAUSTED)
            elif (verdict := self._verdicts.get(self._next[0])) is None:
                return
            elif verdict is Verdict.PASS:
                self.result = Result(self._next[0], Ending.FOUND, self._frozen())
            elif verdict is Verdict.UNKNOWN:
                self.end(Ending.UNKNOWN)
            else:
                self._next.popleft()
                self._passed_over += 1

    def _look_ahead(self, unjudged: int) -> None:
        """Takes plans from the order until so many are not judged, but none that could waste more than was saved."""
        assert self._order is not None
        saved = self._saved()
        missing = unjudged - sum(plan not in self._verdicts for plan in self._next)
        while missing > 0 and len(self._next) <= saved and (plan := next(self._order, None)) is not None:
            self._next.append(plan)
            missing -= plan not in self._verdicts

    def _frozen(self) -> tuple[int, ...]:
        bounds = zip(self._actions, self._space.ceilings, self._space.floors, strict=True)
        return tuple(entity for entity, (action, low, high) in enumerate(bounds) if action == low < high)

    def _saved(self) -> int:
        """How many probes of the paper's stage 1 were of no use, because a stricter action had passed."""
        return sum(
            action - ceiling - 1
            for action, ceiling in zip(self._actions, self._space.ceilings, strict=True)
            if action > ceiling
        )


def most_private_first(root: Actions, ceilings: Actions, key: Key) -> Iterator[Actions]:
    """The root and all that relaxing leads to, by a queue ordered by key, ties in the order of insertion (algorithm 1).

    >>> plans = most_private_first((Action.REDACT,), (Action.RETAIN,), lambda plan: -sum(plan))
    >>> [plan[0].name for plan in plans]
    ['REDACT', 'ABSTRACT', 'RETAIN']
    """
    queue = [(key(root), 0, root)]
    pushed = {root}
    while queue:
        plan = heappop(queue)[2]
        yield plan
        for entity, action in enumerate(plan):
            if action > ceilings[entity]:
                relaxed = (*plan[:entity], Action(action - 1), *plan[entity + 1 :])
                if relaxed not in pushed:
                    heappush(queue, (key(relaxed), len(pushed), relaxed))
                    pushed.add(relaxed)


def best_of_all(space: Space, key: Key, passes: Callable[[Actions], bool]) -> Actions | None:
    """The comparator-first passing plan of the whole space, also of what stage 1 cuts off; None where none passes.

    It tries up to 3^n plans: for few entities, or none that anybody waits for.

    >>> best_of_all(Space.unrestricted(1), lambda plan: -sum(plan), lambda plan: plan[0] < Action.REDACT)
    (<Action.ABSTRACT: 1>,)
    """
    return next(filter(passes, sorted(space.plans(), key=key)), None)
