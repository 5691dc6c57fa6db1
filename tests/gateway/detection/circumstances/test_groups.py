from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.circumstances.groups import WordGroups
from gateway.detection.circumstances.spelling import spellings

WORDS = st.text(alphabet="abcdeé", min_size=1, max_size=5)


@given(st.dictionaries(WORDS, st.integers(1, 2048)), st.lists(WORDS))
def test_each_word_has_the_group_that_it_was_given_and_others_have_none(
    groups: dict[str, int], forms: list[str]
) -> None:
    rows = WordGroups.of(groups).rows([[each] for each in (*groups, *forms)]).tolist()
    assert rows == [groups.get(each, 0) for each in (*groups, *forms)]


def test_a_word_with_an_article_has_the_group_of_the_word_alone() -> None:
    assert WordGroups.of({"مدير": 3}).rows([spellings("والمدير"), spellings("Manager")]).tolist() == [3, 0]


def test_hashes_are_in_order() -> None:
    hashes = WordGroups.of({"flu": 1, "nurse": 2, "cook": 3}).hashes
    assert np.array_equal(hashes, np.sort(hashes))
