"""Folding one character at a time is folding the text."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from streams.canaries.folding import fold, latin, letters, places


@given(st.text())
def test_the_letters_are_those_of_the_words(text: str) -> None:
    assert letters(text).decode() == "".join(filter(str.isalnum, latin(text)))


@given(st.text())
def test_each_byte_comes_from_the_character_that_folds_to_it(text: str) -> None:
    origins = places(text).tolist()
    assert len(origins) == len(letters(text))
    assert origins == sorted(origins)
    for origin in set(origins):
        assert letters(text[origin]) == bytes(
            byte for byte, place in zip(letters(text), origins, strict=True) if place == origin
        )


@given(st.text())
def test_case_width_and_accents_change_no_letters(text: str) -> None:
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
    assert letters(composed) == letters(decomposed)


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_and_other_texts_are_folded_alike(text: str) -> None:
    assert letters(text) == letters(text + "я").removesuffix(letters("я"))
    assert fold(text) == fold(f"{text} №").removesuffix("no")
