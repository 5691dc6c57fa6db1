from __future__ import annotations

from scipy.sparse import csr_array

from streams.analytics.features import STOP_WORDS, TermMatrix, terms


def test_terms_are_words_and_numbers_of_two_characters_and_more_in_lower_case() -> None:
    assert list(terms("Plan B: rose_bush, 415 Ünder x")) == ["plan", "rose", "bush", "415", "ünder"]


def test_stop_words_are_no_terms() -> None:
    assert not list(terms(" ".join(STOP_WORDS)))


def test_features_print_no_term() -> None:
    assert "garden" not in repr(TermMatrix(("garden",), csr_array((1, 1))))
