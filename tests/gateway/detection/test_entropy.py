from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.entropy import bits_per_character, has_bits, looks_drawn, looks_secret


@given(st.text(min_size=1))
def test_entropy_lies_between_nothing_and_all_characters_alike(value: str) -> None:
    assert 0 <= bits_per_character(value) <= len(value).bit_length()


@given(st.text("abcd"), st.sampled_from([0.5, 1.0, 1.5, 2.0]))
def test_a_value_has_the_bits_of_its_entropy(value: str, least: float) -> None:
    assert has_bits(value, least) is (bits_per_character(value) >= least)


@pytest.mark.parametrize("value", ["hunter2", "12345678", "p@ssword", "wJalrXUtnFEMI/K7MDENG"])
def test_digits_or_symbols_make_a_secret(value: str) -> None:
    assert looks_secret(value)


@pytest.mark.parametrize("value", ["required", "self.user_password", "aaaaaa1", "string:"])
def test_words_and_names_in_code_are_no_secret(value: str) -> None:
    assert not looks_secret(value)


def test_a_token_without_a_digit_is_words() -> None:
    assert looks_drawn("sk-oriented-dialogue-2")
    assert not looks_drawn("sk-oriented-dialogue")
