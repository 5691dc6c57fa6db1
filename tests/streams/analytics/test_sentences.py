from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streams.analytics.features import STOP_WORDS
from streams.analytics.sentences import FRAME_WORDS, LONGEST_SENTENCE, foreign_words, permitted

TERMS = ["damaged parcel", "refund"]
ALLOWED = sorted(STOP_WORDS | FRAME_WORDS | {"damaged", "parcel", "refund"})


@given(st.lists(st.sampled_from(ALLOWED), min_size=1, max_size=12), st.text(alphabet="xyzéß", min_size=3, max_size=8))
def test_a_sentence_of_allowed_words_is_kept_and_one_more_word_drops_it(words: list[str], foreign: str) -> None:
    sentence = " ".join(words).capitalize() + "."
    assert permitted(sentence, TERMS) == sentence
    assert permitted(f"{sentence} {foreign}", TERMS) == ""


@pytest.mark.parametrize(
    "hidden",
    ["p. a. r. k. e. r.", "a1", "7", "[NAME1]", "ra\u200bt", "ｚａｎｚｉｂａｒ", "🙂", "`ls`", "<b>", "\n- x", "预订"],
)
def test_nothing_is_smuggled_in_as_signs_letters_or_numbers(hidden: str) -> None:
    assert foreign_words(f"People ask about a refund {hidden}", TERMS)


def test_a_long_sentence_is_dropped() -> None:
    assert permitted("refund " * (LONGEST_SENTENCE // 7), TERMS)
    assert permitted("refund " * (LONGEST_SENTENCE // 7 + 1), TERMS) == ""
