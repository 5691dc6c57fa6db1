"""Every comparator answers for a pair and for the swapped pair alike; the one that orders plans is a total preorder."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.plans.comparator import Comparator, Counting, PlanOrder, Preference, Variant
from gateway.types import Action, Actions
from lab.search.judge_comparator import Judge, Unjudged, preference_of

VARIANTS = st.builds(Variant, st.lists(st.sampled_from(Action), max_size=8).map(tuple), st.text(max_size=10))
OCCURRENCES = st.lists(st.integers(1, 4), min_size=1, max_size=5).map(tuple)


async def by_length(question: str) -> str:
    """A model that finds the version with the shorter text more private."""
    versions = [question.split(f"<version_{at}>\n")[1].split(f"\n</version_{at}>", maxsplit=1)[0] for at in (1, 2)]
    first, second = map(len, versions)
    return "SAME" if first == second else "1" if first < second else "2"


COMPARATORS = [Counting(), Judge(by_length)]


@pytest.mark.parametrize("comparator", COMPARATORS, ids=lambda each: type(each).__name__)
@given(first=VARIANTS, second=VARIANTS)
async def test_swapping_the_variants_swaps_the_answer(comparator: Comparator, first: Variant, second: Variant) -> None:
    assert await comparator.prefer(first, second) is (await comparator.prefer(second, first)).swapped


@pytest.mark.parametrize("comparator", COMPARATORS, ids=lambda each: type(each).__name__)
@given(variant=VARIANTS)
async def test_a_variant_is_as_private_as_itself(comparator: Comparator, variant: Variant) -> None:
    assert await comparator.prefer(variant, variant) is Preference.SAME


@given(st.data(), OCCURRENCES)
def test_relaxing_one_action_is_strictly_less_private(data: st.DataObject, occurrences: tuple[int, ...]) -> None:
    order = PlanOrder(occurrences)
    plan = data.draw(_plans(occurrences))
    for at, action in enumerate(plan):
        if action is not Action.RETAIN:
            relaxed = (*plan[:at], Action(action - 1), *plan[at + 1 :])
            assert order.key(relaxed) > order.key(plan)


@given(VARIANTS, VARIANTS, VARIANTS)
async def test_the_order_by_counting_is_transitive(first: Variant, second: Variant, third: Variant) -> None:
    comparator = Counting()
    not_worse = (Preference.FIRST, Preference.SAME)
    if await comparator.prefer(first, second) in not_worse and await comparator.prefer(second, third) in not_worse:
        assert await comparator.prefer(first, third) in not_worse


@given(OCCURRENCES, st.data())
async def test_plans_are_ordered_as_the_variants_that_they_make(
    occurrences: tuple[int, ...], data: st.DataObject
) -> None:
    plans = [data.draw(_plans(occurrences)) for _ in range(2)]
    first, second = (_variant(occurrences, plan) for plan in plans)
    keys = [PlanOrder(occurrences).key(plan) for plan in plans]
    preferred = await Counting().prefer(first, second)
    assert (preferred is Preference.SAME) == (keys[0] == keys[1])
    assert (preferred is Preference.FIRST) == (keys[0] < keys[1])


async def test_one_retained_span_says_more_than_many_abstracted_ones() -> None:
    retained, abstracted = Variant((Action.RETAIN,)), Variant((Action.ABSTRACT,) * 9)
    assert await Counting().prefer(retained, abstracted) is Preference.SECOND


async def test_of_as_many_retained_spans_the_abstracted_ones_decide_and_redacted_ones_never() -> None:
    fewer, more = Variant((Action.RETAIN, Action.REDACT, Action.REDACT)), Variant((Action.RETAIN, Action.ABSTRACT))
    assert await Counting().prefer(fewer, more) is Preference.FIRST
    assert await Counting().prefer(fewer, Variant((Action.RETAIN,))) is Preference.SAME


async def test_a_judge_that_always_names_the_first_version_decides_nothing() -> None:
    async def first_again(question: str) -> str:
        return "1"

    assert await Judge(first_again).prefer(Variant((), "a"), Variant((), "b")) is Preference.SAME


async def test_a_judge_is_asked_once_for_each_order_of_a_pair() -> None:
    asked: list[str] = []

    async def recorded(question: str) -> str:
        asked.append(question)
        return await by_length(question)

    judge = Judge(recorded)
    pair = Variant((), "short"), Variant((), "a longer one")
    assert await judge.prefer(*pair) is await judge.prefer(*pair) is Preference.FIRST
    assert len(asked) == len(set(asked)) == 2


@pytest.mark.parametrize("prose", ["", "The first one, I think.", "1 or 2", "3", "SAME SAME"])
def test_an_answer_in_prose_is_no_preference(prose: str) -> None:
    with pytest.raises(Unjudged) as raised:
        preference_of(prose)
    assert not prose or prose not in str(raised.value)


def test_a_variant_prints_no_text() -> None:
    assert "Ann" not in repr(Variant((Action.RETAIN,), "Ann Lee"))


def _plans(occurrences: tuple[int, ...]) -> st.SearchStrategy[Actions]:
    return st.tuples(*(st.sampled_from(Action) for _ in occurrences))


def _variant(occurrences: tuple[int, ...], plan: Actions) -> Variant:
    return Variant(tuple(action for count, action in zip(occurrences, plan, strict=True) for _ in range(count)))
