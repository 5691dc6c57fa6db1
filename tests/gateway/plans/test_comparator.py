"""Every comparator answers for a pair and for the swapped pair alike; the one that orders plans is a total preorder."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.plans.comparator import (
    Comparator,
    Counting,
    Disclosure,
    PlanOrder,
    Preference,
    Shown,
    Variant,
    identifying,
)
from gateway.types import Action, EntityType
from lab.search.judge_comparator import Judge, Unjudged, preference_of
from lab.search.learned_comparator import Learned, shipped

SPANS = st.lists(st.builds(Shown, st.sampled_from(Action), st.sampled_from(EntityType)), max_size=8).map(tuple)
VARIANTS = st.builds(Variant, SPANS, st.text(max_size=10))
ENTITIES = st.lists(st.tuples(st.sampled_from(EntityType), st.integers(1, 4)), min_size=1, max_size=5)


async def by_length(question: str) -> str:
    """A model that finds the version with the shorter text more private."""
    versions = [question.split(f"<version_{at}>\n")[1].split(f"\n</version_{at}>", maxsplit=1)[0] for at in (1, 2)]
    first, second = map(len, versions)
    return "SAME" if first == second else "1" if first < second else "2"


COMPARATORS = [Disclosure(), Counting(), Learned(shipped()), Judge(by_length)]


@pytest.mark.parametrize("comparator", COMPARATORS, ids=lambda each: type(each).__name__)
@given(first=VARIANTS, second=VARIANTS)
async def test_swapping_the_variants_swaps_the_answer(comparator: Comparator, first: Variant, second: Variant) -> None:
    assert await comparator.prefer(first, second) is (await comparator.prefer(second, first)).swapped


@pytest.mark.parametrize("comparator", COMPARATORS, ids=lambda each: type(each).__name__)
@given(variant=VARIANTS)
async def test_a_variant_is_as_private_as_itself(comparator: Comparator, variant: Variant) -> None:
    assert await comparator.prefer(variant, variant) is Preference.SAME


@given(st.data(), ENTITIES)
def test_relaxing_one_action_is_strictly_less_private(
    data: st.DataObject, entities: list[tuple[EntityType, int]]
) -> None:
    order = PlanOrder.of(entities)
    plan = data.draw(st.tuples(*(st.sampled_from(Action) for _ in entities)))
    for at, action in enumerate(plan):
        if action is not Action.RETAIN:
            relaxed = (*plan[:at], Action(action - 1), *plan[at + 1 :])
            assert order.key(relaxed) > order.key(plan)


@given(VARIANTS, VARIANTS, VARIANTS)
async def test_the_order_by_disclosure_is_transitive(first: Variant, second: Variant, third: Variant) -> None:
    comparator = Disclosure()
    not_worse = (Preference.FIRST, Preference.SAME)
    if await comparator.prefer(first, second) in not_worse and await comparator.prefer(second, third) in not_worse:
        assert await comparator.prefer(first, third) in not_worse


@given(ENTITIES, st.data())
async def test_plans_are_ordered_as_the_variants_that_they_make(
    entities: list[tuple[EntityType, int]], data: st.DataObject
) -> None:
    plans = [data.draw(st.tuples(*(st.sampled_from(Action) for _ in entities))) for _ in range(2)]
    first, second = (_variant(entities, plan) for plan in plans)
    keys = [PlanOrder.of(entities).key(plan) for plan in plans]
    preferred = await Disclosure().prefer(first, second)
    assert (preferred is Preference.SAME) == (keys[0] == keys[1])
    assert (preferred is Preference.FIRST) == (keys[0] < keys[1])


def test_a_name_says_more_than_a_time() -> None:
    order = PlanOrder.of([(EntityType.NAME, 1), (EntityType.TIME, 1)])
    assert order.key((Action.RETAIN, Action.REDACT)) > order.key((Action.REDACT, Action.RETAIN))


def test_a_business_address_counts_as_an_address() -> None:
    assert identifying(EntityType.BUSINESS_ADDRESS) == identifying(EntityType.ADDRESS)


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
    assert "Ann" not in repr(Variant((Shown(Action.RETAIN, EntityType.NAME),), "Ann Lee"))


def _variant(entities: Sequence[tuple[EntityType, int]], plan: Sequence[Action]) -> Variant:
    return Variant(
        tuple(Shown(action, each) for (each, count), action in zip(entities, plan, strict=True) for _ in range(count))
    )
