"""Freeze-then-search: finds the most private plan that keeps the utility.

It makes no calls itself: it returns the plans that it wants judged, takes the verdicts in any order, and ends with the
result. Source: data-minimization paper, section 4.1.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from heapq import heappop, heappush
from itertools import islice, product
from typing import TYPE_CHECKING

from gateway.types import Action, Actions
from streams.searcher.utility import Verdict

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison

    Key = Callable[[Actions], SupportsRichComparison]


@dataclass(frozen=True, slots=True)
class Space:
    """The plans to choose from: for every entity its allowed actions, the strictest first.

    >>> Space.between((Action.RETAIN, Action.ABSTRACT), (Action.ABSTRACT, Action.ABSTRACT)).most_private
    (<Action.ABSTRACT: 1>, <Action.ABSTRACT: 1>)
    """

    allowed: tuple[Actions, ...]

    def __post_init__(self) -> None:
        if not all(actions and list(actions) == sorted(set(actions), reverse=True) for actions in self.allowed):
            raise ValueError("every entity needs an action, and its actions go from the strictest to the laxest")

    @classmethod
    def unrestricted(cls, n: int) -> Space:
        """Returns all 3^n plans of n entities."""
        return cls.between((Action.RETAIN,) * n, (Action.REDACT,) * n)

    @classmethod
    def between(cls, ceilings: Actions, floors: Actions) -> Space:
        """Returns the plans between each entity's ceiling and floor, its most and its least disclosing action."""
        bounds = zip(ceilings, floors, strict=True)
        return cls(tuple(tuple(map(Action, range(floor, ceiling - 1, -1))) for ceiling, floor in bounds))

    @property
    def most_private(self) -> Actions:
        """The strictest action of every entity."""
        return tuple(actions[0] for actions in self.allowed)

    @property
    def least_private(self) -> Actions:
        """The laxest action of every entity."""
        return tuple(actions[-1] for actions in self.allowed)

    def relaxed(self, plan: Actions) -> Iterator[Actions]:
        """Yields the plans that differ from this one by one entity's next laxer action."""
        for entity, (action, actions) in enumerate(zip(plan, self.allowed, strict=True)):
            if action is not actions[-1]:
                yield (*plan[:entity], actions[actions.index(action) + 1], *plan[entity + 1 :])

    def most_private_first(self, root: Actions, key: Key) -> Iterator[Actions]:
        """Yields the root and all plans that relaxing it leads to, ordered by key, ties in the order of insertion.

        This is algorithm 1 without its utility predicate, which decides where to stop, not what comes next.

        >>> plans = Space.unrestricted(1).most_private_first((Action.REDACT,), lambda plan: -sum(plan))
        >>> [plan[0].name for plan in plans]
        ['REDACT', 'ABSTRACT', 'RETAIN']
        """
        queue = [(key(root), 0, root)]
        pushed = {root}
        while queue:
            plan = heappop(queue)[2]
            yield plan
            for relaxed in self.relaxed(plan):
                if relaxed not in pushed:
                    heappush(queue, (key(relaxed), len(pushed), relaxed))
                    pushed.add(relaxed)

    def best(self, key: Key, passes: Callable[[Actions], bool]) -> Actions | None:
        """Returns the first passing plan by key, including those that stage 1 cuts off; None if none passes.

        It tries up to 3^n plans, so use it for few entities or offline.

        >>> Space.unrestricted(1).best(lambda plan: -sum(plan), lambda plan: plan[0] < Action.REDACT)
        (<Action.ABSTRACT: 1>,)
        """
        return next(filter(passes, sorted(product(*self.allowed), key=key)), None)


class Ending(StrEnum):
    """How a search ended. Only FOUND is the oracle's result."""

    FOUND = "found"
    EXHAUSTED = "exhausted"  # no plan that stage 1 left passes
    UNKNOWN = "unknown"  # a plan could not be judged
    BUDGET = "budget"  # the calls were used up


@dataclass(frozen=True, slots=True)
class Result:
    """The plan of a search, or the fallback if ``unfinished``; ``frozen`` are the entities that stage 1 fixed."""

    plan: Actions
    ending: Ending
    frozen: tuple[int, ...] = ()

    @property
    def unfinished(self) -> bool:
        """Whether the plan is the policy's fallback and not the oracle's."""
        return self.ending is not Ending.FOUND


class Search:
    """The search of one prompt, with a comparator's ``key``: smaller is more private, equal is SAME.

    Guarantee: for any verdicts, in any order, and any number of plans requested ahead, the result is that of the
    paper's sequential algorithm on ``space``: the first passing plan by key that stage 1 left, if relaxing an action
    never makes the key smaller. It requests no more plans than that algorithm. An UNKNOWN verdict freezes nothing and
    is not a failure; it ends the search when the plan is needed.

    >>> search = Search(lambda plan: -sum(plan), Space.unrestricted(2))
    >>> while search.result is None:
    ...     plan = search.wanted(1)[0]
    ...     search.learn(plan, Verdict.PASS if plan[1] is Action.RETAIN else Verdict.FAIL)
    >>> [action.name for action in search.result.plan], search.result.frozen
    (['REDACT', 'RETAIN'], (1,))
    """

    def __init__(self, key: Key, space: Space, fallback: Actions | None = None) -> None:
        """``fallback`` is the result of an unfinished search, by default the most private plan."""
        self._key = key
        self._space = space
        self._fallback = space.most_private if fallback is None else fallback
        self._verdicts: dict[Actions, Verdict] = {}
        self._steps = [0] * len(space.allowed)  # how many actions of each entity failed on their own
        self._order: Iterator[Actions] | None = None  # of stage 2
        self._next: deque[Actions] = deque()  # taken from it, the first of them not yet judged
        self._passed_over = 0
        self.result: Result | None = None
        self._advance()

    @property
    def sequential(self) -> int:
        """How many plans the paper's algorithm has judged so far: all probes of every entity, then one by one."""
        probes = sum(len(actions) - 1 for actions in self._space.allowed)
        return probes + self._passed_over + (self.result is not None and not self.result.unfinished)

    def wanted(self, limit: int) -> Sequence[Actions]:
        """Returns up to ``limit`` plans without a verdict: first the one needed next, then those that may be needed.

        Stage 1 needs all of its plans, stage 2 only those before the first that passes. Plans are returned again until
        they have a verdict, so the caller remembers which ones are being judged.
        """
        if self.result is not None:
            return ()
        if self._order is None:
            return tuple(islice(self._open_probes(), limit))
        self._look_ahead(limit)
        return tuple(islice((plan for plan in self._next if plan not in self._verdicts), limit))

    def learn(self, plan: Actions, verdict: Verdict) -> None:
        """Records the verdict on a plan; only the first one counts."""
        self._verdicts.setdefault(plan, verdict)
        self._advance()

    def _advance(self) -> None:
        if self.result is None and self._order is None:
            self._freeze()
        if self.result is None and self._order is not None:
            self._pass_over()

    def _end(self, ending: Ending) -> None:
        self.result = Result(self._fallback, ending, self._frozen() if self._order is not None else ())

    def _freeze(self) -> None:
        """Runs stage 1 as far as the verdicts allow."""
        for entity in range(len(self._steps)):
            while (probe := self._probe(entity)) and self._verdicts.get(probe) is Verdict.FAIL:
                self._steps[entity] += 1
            if probe and self._verdicts.get(probe) is Verdict.UNKNOWN:
                self._end(Ending.UNKNOWN)
                return
        if next(self._open_probes(), None) is None:
            root = tuple(actions[step] for actions, step in zip(self._space.allowed, self._steps, strict=True))
            self._order = self._space.most_private_first(root, self._key)

    def _probe(self, entity: int) -> Actions | None:
        """Returns the plan with this entity's action and all others as lax as allowed; None if no probe is left."""
        actions, step, lax = self._space.allowed[entity], self._steps[entity], self._space.least_private
        if step == len(actions) - 1:
            return None
        return (*lax[:entity], actions[step], *lax[entity + 1 :])

    def _open_probes(self) -> Iterator[Actions]:
        probes = map(self._probe, range(len(self._steps)))
        return (probe for probe in probes if probe is not None and probe not in self._verdicts)

    def _pass_over(self) -> None:
        """Runs stage 2 as far as the verdicts allow."""
        while self.result is None:
            if not self._next:
                self._look_ahead(1)
            if not self._next:
                self._end(Ending.EXHAUSTED)
            elif (verdict := self._verdicts.get(self._next[0])) is None:
                return
            elif verdict is Verdict.PASS:
                self.result = Result(self._next[0], Ending.FOUND, self._frozen())
            elif verdict is Verdict.UNKNOWN:
                self._end(Ending.UNKNOWN)
            else:
                self._next.popleft()
                self._passed_over += 1

    def _look_ahead(self, unjudged: int) -> None:
        """Takes plans from the order until ``unjudged`` are not judged, but never wastes more calls than were saved."""
        assert self._order is not None
        saved = self._saved()
        missing = unjudged - sum(plan not in self._verdicts for plan in self._next)
        while missing > 0 and len(self._next) <= saved and (plan := next(self._order, None)) is not None:
            self._next.append(plan)
            missing -= plan not in self._verdicts

    def _frozen(self) -> tuple[int, ...]:
        steps = zip(self._space.allowed, self._steps, strict=True)
        return tuple(entity for entity, (actions, step) in enumerate(steps) if 0 < step == len(actions) - 1)

    def _saved(self) -> int:
        """Returns how many probes of the paper's stage 1 are unnecessary because a stricter action has passed."""
        steps = zip(self._space.allowed, self._steps, strict=True)
        return sum(max(0, len(actions) - 2 - step) for actions, step in steps)
