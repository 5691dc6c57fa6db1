from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from tests.support.conversations import DATA, turns

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="needs the published conversations in ../shared/data")


def test_turns_are_as_many_as_asked_for_and_the_same_for_a_seed() -> None:
    said = turns(300, 40, intents=5, seed=7)
    assert [each.body for each in said] == [each.body for each in turns(300, 40, intents=5, seed=7)]
    assert len({each.turn_id for each in said}) == 300
    assert Counter(each.source for each in said) == {"clinc150": 180, "sgd": 120}
    assert len({each.label for each in said if each.source == "clinc150"}) == 5


def test_nobody_shares_a_value_and_each_stands_in_a_text_of_its_own_person() -> None:
    said = turns(300, 40, intents=5)
    owners = defaultdict(set)
    for turn in said:
        for canary in turn.planted:
            owners[canary].add(turn.identifier)
            assert canary.value in turn.messages[-1]["content"]
    assert set(map(len, owners.values())) == {1}


def test_a_dialogue_goes_on_in_the_order_in_which_it_was_held() -> None:
    said = turns(300, 40, intents=5)
    lengths = defaultdict(list)
    for turn in said:
        if turn.source == "sgd":
            lengths[turn.identifier, turn.messages[0]["content"]].append(len(turn.messages))
    assert any(len(each) > 1 for each in lengths.values())
    assert all(each == sorted(each) for each in lengths.values())
