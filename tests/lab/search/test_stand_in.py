from __future__ import annotations

import asyncio
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from gateway.types import Action
from lab.search.prompt_files import read
from lab.search.stand_in import EntityPair, PairNeed, StandIn, StandInNeeds, needs_of
from streams.searcher.calls import Calls
from tests.lab.search.made import prompt
from tests.lab.search.published import EVERYWHERE, data_set

RETAIN, ABSTRACT, REDACT = Action
MADE = [prompt(n, f"made-{seed}-{n}") for n in range(1, 7) for seed in range(300)]


def test_needs_follow_from_the_prompts_id_and_types_alone() -> None:
    assert [needs_of(each) for each in MADE] == [needs_of(each) for each in MADE]
    assert len({needs_of(prompt(6, f"made-{seed}")) for seed in range(100)}) > 50


def test_all_kinds_of_needs_occur() -> None:
    kinds = Counter(pair.kind for each in MADE for pair in needs_of(each).pairs)
    strictest = Counter(action for each in MADE for action in needs_of(each).strictest)
    assert set(kinds) == set(PairNeed)
    assert strictest[REDACT] > strictest[RETAIN] > strictest[ABSTRACT] > 0


def test_pairs_are_of_entities_that_may_go_and_no_entity_is_in_two() -> None:
    for each in MADE:
        needs = needs_of(each)
        paired = [index for pair in needs.pairs for index in (pair.first, pair.second)]
        assert len(set(paired)) == len(paired)
        assert all(needs.strictest[index] is REDACT for index in paired)


def test_retaining_everything_is_always_enough() -> None:
    assert all(needs_of(each).score((RETAIN,) * len(each.entities)) == 10 for each in MADE)


def test_a_pair_is_met_by_what_its_kind_says() -> None:
    met = {
        kind: {
            (first, second)
            for first, second in product(Action, Action)
            if EntityPair(kind, 0, 1).is_met((first, second))
        }
        for kind in PairNeed
    }
    assert met[PairNeed.ONE_RETAINED] == {pair for pair in product(Action, Action) if RETAIN in pair}
    assert met[PairNeed.ONE_SHOWN] == set(product(Action, Action)) - {(REDACT, REDACT)}
    assert met[PairNeed.TOGETHER] == {(RETAIN, RETAIN), *product((ABSTRACT, REDACT), (ABSTRACT, REDACT))}


def test_every_unmet_need_costs_points() -> None:
    needs = StandInNeeds((RETAIN, RETAIN, REDACT, REDACT), (EntityPair(PairNeed.ONE_SHOWN, 2, 3),))
    assert needs.score((RETAIN, RETAIN, REDACT, RETAIN)) == 10
    assert needs.score((ABSTRACT, RETAIN, REDACT, RETAIN)) == 9
    assert needs.score((REDACT, RETAIN, REDACT, RETAIN)) == 7
    assert needs.score((REDACT, REDACT, REDACT, REDACT)) == 2


async def test_asking_it_is_a_call() -> None:
    calls = Calls(asyncio.Semaphore(1), 9)
    score = await StandIn().of(MADE[0], calls)((RETAIN,), 0)
    assert (score, calls.take_spent().calls) == (10, 1)


@pytest.mark.parametrize("dataset", EVERYWHERE)
def test_prompts_have_needs_that_a_search_can_find(dataset: str, tmp_path: Path) -> None:
    """Pairs are few where there are many entities."""
    for each in read([data_set(dataset, tmp_path)]):
        needs = needs_of(each)
        assert len(needs.pairs) <= 3
