"""Freeze-then-search against the paper's algorithm written down plainly, and against brute force."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random
from zlib import crc32

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from gateway.plans.comparator import Disclosed, PlanOrder
from gateway.types import Action, Actions
from streams.searcher.search import Ending, Result, Search, Space
from streams.searcher.utility import Verdict

RETAIN, ABSTRACT, REDACT = Action
PASS, FAIL, UNKNOWN = Verdict

Utility = Callable[[Actions], Verdict]


@dataclass
class Case:
    """A prompt of entities with these weights, and a utility function that is as arbitrary as can be.

    Plans that hide one entity alone have a share of verdicts of their own, so that searches go past stage 1.
    """

    weights: tuple[int, ...]
    alone: tuple[Verdict, ...]
    together: tuple[Verdict, ...]
    seed: int
    cleared: Verdict = UNKNOWN  # what an unknown verdict becomes
    asked: list[Actions] = field(default_factory=list)

    @property
    def n(self) -> int:
        return len(self.weights)

    def utility(self, plan: Actions) -> Verdict:
        verdicts = self.alone if sum(action > RETAIN for action in plan) == 1 else self.together
        verdict = verdicts[crc32(bytes(plan), self.seed) % len(verdicts)]
        return self.cleared if verdict is UNKNOWN else verdict

    def key(self, plan: Actions) -> Disclosed:
        return PlanOrder(self.weights).key(plan)


def cases(*verdicts: Verdict, most: int = 6) -> st.SearchStrategy[Case]:
    shares = st.lists(st.sampled_from(verdicts), min_size=1, max_size=12).map(tuple)
    weights = st.lists(st.integers(1, 3), max_size=most).map(tuple)
    return st.builds(Case, weights, shares, shares, st.integers(0, 10**9))


def sequential(case: Case, space: Space) -> tuple[Actions | None, int]:
    """Algorithm 1 as the paper prints it, with its stage 1: the plan, None where the queue runs empty; plans judged."""
    judged = 0

    def passes(plan: Actions) -> bool:
        nonlocal judged
        judged += 1
        return case.utility(plan) is PASS

    lax, root = space.least_private, list(space.least_private)
    for entity, actions in enumerate(space.allowed):
        passed = [action for action in actions[:-1] if passes(_with(lax, entity, action))]
        root[entity] = max(passed, default=actions[-1])
    queue, visited, count = [(case.key(tuple(root)), 0, tuple(root))], set[Actions](), 0
    while queue:
        plan = heapq.heappop(queue)[2]
        if plan in visited:
            continue
        visited.add(plan)
        if passes(plan):
            return plan, judged
        for entity, action in enumerate(plan):
            if laxer := [other for other in space.allowed[entity] if other < action]:
                child = _with(plan, entity, max(laxer))
                if child not in visited:
                    count += 1
                    heapq.heappush(queue, (case.key(child), count, child))
    return None, judged


def _with(plan: Actions, entity: int, action: Action) -> Actions:
    return (*plan[:entity], action, *plan[entity + 1 :])


def run(case: Case, space: Space, width: int, order: Random) -> Search:
    """The search with up to ``width`` questions on their way, answered in any order."""
    search, on_their_way = Search(case.key, space), list[Actions]()
    while search.result is None:
        for plan in search.wanted(width):
            if plan not in on_their_way and len(on_their_way) < width:
                on_their_way.append(plan)
                case.asked.append(plan)
        plan = on_their_way.pop(order.randrange(len(on_their_way)))
        search.learn(plan, case.utility(plan))
    return search


def spaces(n: int) -> st.SearchStrategy[Space]:
    allowed = st.sets(st.sampled_from(Action), min_size=1).map(lambda actions: tuple(sorted(actions, reverse=True)))
    return st.lists(allowed, min_size=n, max_size=n).map(lambda each: Space(tuple(each)))


@given(st.data(), cases(PASS, FAIL), st.integers(1, 12), st.randoms(use_true_random=False))
def test_any_order_of_answers_and_any_width_end_where_the_papers_sequential_algorithm_ends(
    data: st.DataObject, case: Case, width: int, order: Random
) -> None:
    space = data.draw(st.one_of(st.just(Space.unrestricted(case.n)), spaces(case.n)))
    search = run(case, space, width, order)
    assert search.result is not None
    plan, judged = sequential(case, space)
    assert search.result.plan == (space.most_private if plan is None else plan)
    assert search.result.ending is (Ending.EXHAUSTED if plan is None else Ending.FOUND)
    assert search.sequential == judged


@given(st.data(), cases(PASS, FAIL, UNKNOWN), st.integers(1, 12), st.randoms(use_true_random=False))
def test_no_plan_is_asked_for_twice_and_no_more_than_the_sequential_algorithm_asks(
    data: st.DataObject, case: Case, width: int, order: Random
) -> None:
    space = data.draw(spaces(case.n))
    search = run(case, space, width, order)
    assert len(set(case.asked)) == len(case.asked)
    if search.result is not None and search.result.ending is not Ending.UNKNOWN:
        assert len(case.asked) <= sequential(case, space)[1]


@given(cases(PASS, FAIL), st.integers(1, 12), st.randoms(use_true_random=False))
def test_what_is_found_comes_first_among_all_passing_plans_of_the_space_that_stage_one_left(
    case: Case, width: int, order: Random
) -> None:
    result = run(case, Space.unrestricted(case.n), width, order).result
    assert result is not None
    left = [
        plan
        for plan in product(*([RETAIN] if entity in result.frozen else Action for entity in range(case.n)))
        if all(plan[entity] <= _strictest(case, entity) for entity in range(case.n))
    ]
    passing = [plan for plan in left if case.utility(plan) is PASS]
    assert result.unfinished == (not passing)
    if passing:
        assert result.plan in passing
        assert case.key(result.plan) == min(map(case.key, passing))


def _strictest(case: Case, entity: int) -> Action:
    alone = [_with((RETAIN,) * case.n, entity, action) for action in (REDACT, ABSTRACT)]
    return next((plan[entity] for plan in alone if case.utility(plan) is PASS), RETAIN)


@given(cases(PASS, FAIL, UNKNOWN), st.integers(1, 12), st.randoms(use_true_random=False))
def test_a_plan_that_cannot_be_judged_never_changes_a_plan_that_is_found(case: Case, width: int, order: Random) -> None:
    """Whatever an outage turns the unknown verdicts into, a finished search would have ended the same."""
    result = run(case, Space.unrestricted(case.n), width, order).result
    assert result is not None
    if result.unfinished:
        assert result.plan == (REDACT,) * case.n
        return
    for cleared in (PASS, FAIL):
        clear = replace(case, cleared=cleared, asked=[])
        assert run(clear, Space.unrestricted(case.n), 1, order).result == result


@settings(max_examples=50)
@given(cases(PASS, FAIL, most=4))
def test_the_best_of_all_plans_is_never_less_private_than_what_is_found(case: Case) -> None:
    space = Space.unrestricted(case.n)
    best = space.best(case.key, lambda plan: case.utility(plan) is PASS)
    found = run(case, space, 1, Random(0)).result
    assert found is not None
    passing = [plan for plan in product(*space.allowed) if case.utility(plan) is PASS]
    assert (best is None) == (not passing)
    if best is not None and not found.unfinished:
        assert case.key(best) == min(map(case.key, passing)) <= case.key(found.plan)


def test_stage_one_can_cut_off_the_best_plan() -> None:
    """Either of two entities alone is missed, both together are not: the paper's algorithm retains both."""
    utility = {(REDACT, REDACT), (RETAIN, RETAIN)}
    search = answered(lambda plan: PASS if plan in utility else FAIL, 2)
    assert search == Result((RETAIN, RETAIN), Ending.FOUND, frozen=(0, 1))
    assert Space.unrestricted(2).best(_key, utility.__contains__) == (REDACT, REDACT)


def test_where_stage_one_saved_nothing_nothing_is_asked_ahead() -> None:
    search = Search(_key, Space.unrestricted(2))
    for plan in [(REDACT, RETAIN), (RETAIN, REDACT)]:
        search.learn(plan, FAIL)
    for plan in [(ABSTRACT, RETAIN), (RETAIN, ABSTRACT)]:
        search.learn(plan, PASS)
    assert search.wanted(9) == ((ABSTRACT, ABSTRACT),)


def test_the_probes_that_stage_one_saved_are_asked_ahead_in_stage_two() -> None:
    search = Search(_key, Space.unrestricted(2))
    assert search.wanted(9) == ((REDACT, RETAIN), (RETAIN, REDACT))
    for plan in search.wanted(9):
        search.learn(plan, PASS)
    assert search.wanted(1) == ((REDACT, REDACT),)
    assert search.wanted(9) == ((REDACT, REDACT), (ABSTRACT, REDACT), (REDACT, ABSTRACT))


def test_a_prompt_without_entities_is_judged_as_it_is() -> None:
    assert answered(lambda plan: PASS, 0) == Result((), Ending.FOUND)
    assert answered(lambda plan: FAIL, 0) == Result((), Ending.EXHAUSTED)


def test_an_exhausted_search_ends_with_the_fallback_and_never_with_the_original() -> None:
    assert answered(lambda plan: FAIL, 2).plan == (REDACT, REDACT)
    search = Search(_key, Space.unrestricted(1), fallback=(ABSTRACT,))
    search.learn((REDACT,), UNKNOWN)
    assert search.result == Result((ABSTRACT,), Ending.UNKNOWN)
    assert search.result.unfinished


def test_what_is_learnt_after_the_end_changes_nothing() -> None:
    search = Search(_key, Space.unrestricted(1))
    for verdict in (PASS, FAIL, UNKNOWN):
        search.learn((REDACT,), verdict)
    assert search.result == Result((REDACT,), Ending.FOUND)
    assert search.wanted(9) == ()


def test_ceilings_and_floors_bound_every_plan_that_is_asked_for() -> None:
    case = Case((1, 1), (FAIL,), (FAIL,), 0)
    run(case, Space.between((ABSTRACT, RETAIN), (REDACT, ABSTRACT)), 4, Random(0))
    assert case.asked
    assert all(plan[0] >= ABSTRACT and plan[1] <= ABSTRACT for plan in case.asked)


@pytest.mark.parametrize("actions", [(), (RETAIN, REDACT), (REDACT, REDACT)])
def test_an_entity_has_actions_from_the_strictest_to_the_laxest(actions: Actions) -> None:
    with pytest.raises(ValueError, match="every entity needs an action"):
        Space((actions,))
    with pytest.raises(ValueError, match="every entity needs an action"):
        Space.between((REDACT,), (RETAIN,))


def test_an_entity_that_has_no_abstraction_goes_from_redacted_to_retained() -> None:
    case = Case((1,), (FAIL,), (FAIL,), 0)
    run(case, Space(((REDACT, RETAIN),)), 4, Random(0))
    assert case.asked == [(REDACT,), (RETAIN,)]


def test_an_entity_whose_only_action_a_policy_names_is_not_frozen_by_the_search() -> None:
    search = Search(_key, Space(((RETAIN,), (REDACT, RETAIN))))
    search.learn((RETAIN, REDACT), FAIL)
    search.learn((RETAIN, RETAIN), PASS)
    assert search.result == Result((RETAIN, RETAIN), Ending.FOUND, frozen=(1,))


def test_of_two_verdicts_on_one_plan_the_first_counts() -> None:
    search = Search(_key, Space.unrestricted(2))
    for plan in ((REDACT, RETAIN), (RETAIN, REDACT)):
        search.learn(plan, PASS)
    _, ahead, *_ = search.wanted(9)
    for verdict in (FAIL, PASS):
        search.learn(ahead, verdict)
    search.learn((REDACT, REDACT), FAIL)
    assert search.result is None


@given(st.integers(0, 4).flatmap(spaces))
def test_every_plan_of_a_space_comes_once(space: Space) -> None:
    assert sorted(space.most_private_first(space.most_private, _key)) == sorted(product(*space.allowed))


def test_plans_of_equal_keys_are_tried_in_the_order_in_which_they_were_reached() -> None:
    order = list(Space.unrestricted(2).most_private_first((REDACT, REDACT), lambda plan: 0))
    assert order[:3] == [(REDACT, REDACT), (ABSTRACT, REDACT), (REDACT, ABSTRACT)]


def answered(utility: Utility, n: int) -> Result:
    search = Search(_key, Space.unrestricted(n))
    while search.result is None:
        plan = search.wanted(1)[0]
        search.learn(plan, utility(plan))
    return search.result


def _key(plan: Actions) -> int:
    return -sum(plan)


# Searches that are wrong on purpose: each must fail a law above.


class FreezesOnUnknown(Search):
    def learn(self, plan: Actions, verdict: Verdict) -> None:
        super().learn(plan, FAIL if verdict is UNKNOWN else verdict)


class TakesTheFirstPassThatArrives(Search):
    def learn(self, plan: Actions, verdict: Verdict) -> None:
        super().learn(plan, verdict)
        if verdict is PASS and self._order is not None and self.result is None:
            self.result = Result(plan, Ending.FOUND, self._frozen())


class SendsTheOriginal(Search):
    def _end(self, ending: Ending) -> None:
        self.result = Result(self._space.least_private, ending)


class LooksAheadWithoutBound(Search):
    def _saved(self) -> int:
        return 99


class SkipsStageOne(Search):
    def _freeze(self) -> None:
        self._order = self._space.most_private_first(self._space.most_private, self._key)


def depth_first(space: Space, root: Actions, key: object) -> Iterator[Actions]:
    """All plans, not by the comparator: the last entity is relaxed to the end first."""
    return product(*(actions[actions.index(action) :] for action, actions in zip(root, space.allowed, strict=True)))


# That a law is broken is enough; nobody reads the smallest example.
WITHOUT_SHRINKING = settings(
    phases=[Phase.generate], derandomize=True, database=None, report_multiple_bugs=False, max_examples=500
)

LAWS: Mapping[str, Callable[[], None]] = {
    "sequential": test_any_order_of_answers_and_any_width_end_where_the_papers_sequential_algorithm_ends,
    "asks": test_no_plan_is_asked_for_twice_and_no_more_than_the_sequential_algorithm_asks,
    "wide": test_where_stage_one_saved_nothing_nothing_is_asked_ahead,
    "first": test_what_is_found_comes_first_among_all_passing_plans_of_the_space_that_stage_one_left,
    "unknown": test_a_plan_that_cannot_be_judged_never_changes_a_plan_that_is_found,
}


@pytest.mark.parametrize(
    ("wrong", "law"),
    [
        (FreezesOnUnknown, "unknown"),
        (TakesTheFirstPassThatArrives, "sequential"),
        (SendsTheOriginal, "sequential"),
        (LooksAheadWithoutBound, "wide"),
        (SkipsStageOne, "first"),
    ],
)
def test_a_wrong_search_breaks_a_law(wrong: type[Search], law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "Search", wrong)
    # Hypothesis reads a test's settings when it is defined, so that loading a profile now would change nothing.
    monkeypatch.setattr(LAWS[law], "_hypothesis_internal_use_settings", WITHOUT_SHRINKING, raising=False)
    with pytest.raises((AssertionError, IndexError, ExceptionGroup)):
        LAWS[law]()


def test_an_order_that_ignores_the_comparator_breaks_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """By cases of its own: the two orders often agree, so that few examples may not tell them apart."""
    law = LAWS["first"].hypothesis.inner_test  # type: ignore[attr-defined]
    randoms = [Random(seed) for seed in range(2_000)]
    for random in randoms:
        law(_drawn(random), 4, random)
    monkeypatch.setattr(Space, "most_private_first", depth_first)
    with pytest.raises(AssertionError):
        for random in randoms:
            law(_drawn(random), 4, random)


def _drawn(random: Random) -> Case:
    weights = tuple(random.choices((1, 2, 3), k=random.randint(2, 5)))
    alone, together = (tuple(random.choices((PASS, FAIL), k=6)) for _ in range(2))
    return Case(weights, alone, together, random.getrandbits(30))
