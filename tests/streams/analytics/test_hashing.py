from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streams.analytics.features import terms
from streams.analytics.hashing import (
    LONGEST_TERM,
    REMEMBERED_TERMS,
    DocumentFrequencies,
    HashedTfIdf,
    column,
    columns_of,
)

TEXTS = st.lists(st.text(max_size=40) | st.sampled_from(["prune the roses", "water roses", "", "the"]), max_size=8)


def lengths(features: HashedTfIdf, texts: list[str]) -> list[float]:
    return [float(np.linalg.norm(row)) for row in features.transform_many(texts).toarray()]


@settings(deadline=None, max_examples=60)
@given(TEXTS, TEXTS)
def test_a_row_has_length_one_or_zero_where_its_text_has_no_term(learned: list[str], texts: list[str]) -> None:
    features = HashedTfIdf()
    features.learn_many(learned)
    expected = [1.0 if list(terms(text)) else 0.0 for text in texts]
    assert lengths(features, texts) == pytest.approx(expected, abs=1e-6)


@settings(deadline=None, max_examples=60)
@given(TEXTS, TEXTS)
def test_learning_and_transforming_at_once_is_the_same_as_both(first: list[str], second: list[str]) -> None:
    at_once, apart = HashedTfIdf(), HashedTfIdf()
    for batch in (first, second):
        rows = at_once.learn_transform_many(batch)
        apart.learn_many(batch)
        assert np.array_equal(rows.toarray(), apart.transform_many(batch).toarray())
    assert np.array_equal(at_once.frequencies.by_column, apart.frequencies.by_column)


def test_a_text_alone_has_the_weights_that_it_has_among_others() -> None:
    features = HashedTfIdf()
    features.learn_many(["prune the roses", "water the roses", "cheap flights"])
    among = features.transform_many(["cheap flights", "water roses"]).toarray()[1]
    alone = features.transform_one("water roses")
    assert {place: float(among[place]) for place in np.flatnonzero(among)} == alone


def test_texts_learned_one_by_one_give_the_frequencies_of_a_batch_but_for_what_fades_within_it() -> None:
    one_by_one, batch = HashedTfIdf(half_life=10**9), HashedTfIdf(half_life=10**9)
    texts = ["prune the roses", "water the roses", ""]
    batch.learn_many(texts)
    for text in texts:
        one_by_one.learn_one(text)
    assert np.allclose(one_by_one.frequencies.by_column, batch.frequencies.by_column, rtol=1e-6)
    assert one_by_one.frequencies.documents == pytest.approx(3)


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    features = HashedTfIdf()
    features.learn_many(["roses", "roses", "roses", "flights"])
    weights = features.transform_one("roses trips")
    assert weights[column("trips") % features.n_terms] > weights[column("roses") % features.n_terms]


def test_what_was_common_long_ago_is_rare_again() -> None:
    features = HashedTfIdf(half_life=100)
    features.learn_many(["roses"] * 100)
    before = features.frequencies.rarities[column("roses") % features.n_terms]
    for _ in range(20):
        features.learn_many(["flights"] * 100)
    assert features.frequencies.by_column[column("roses") % features.n_terms] < 0.01
    assert features.frequencies.rarities[column("roses") % features.n_terms] > before + 3


def test_a_term_has_the_same_number_in_every_process_and_version() -> None:
    assert [column("roses"), column("玫瑰")] == [1707745152, 1638938034]


def test_inflected_words_have_their_first_letters_in_common() -> None:
    shared = set(columns_of("booking")) & set(columns_of("booked"))
    assert not shared
    assert set(columns_of("transfer")) & set(columns_of("transferring"))
    assert len(columns_of("book")) == 1


def test_a_batch_of_no_text_changes_nothing() -> None:
    features = HashedTfIdf()
    features.learn_many(["roses"])
    before = features.frequencies.by_column.copy()
    assert features.learn_transform_many([]).shape == (0, features.n_terms)
    assert np.array_equal(features.frequencies.by_column, before)
    assert features.frequencies.documents == 1


def test_a_text_of_a_megabyte_is_a_row_like_any_other() -> None:
    features = HashedTfIdf()
    sizes = [f"word{number} " for number in range(100_000)]
    assert lengths(features, ["".join(sizes), "x" * 10**6, "修剪" * 250_000]) == pytest.approx([1, 1, 1], abs=1e-5)


def test_what_is_remembered_of_terms_is_bounded() -> None:
    HashedTfIdf().learn_many(["y" * 10**6, "y" * (10**6 + 1)])
    info = columns_of.cache_info()
    assert info.maxsize == REMEMBERED_TERMS
    hits = info.hits
    columns_of("y" * LONGEST_TERM)
    assert columns_of.cache_info().hits == hits + 1


def test_a_lone_surrogate_is_no_letter() -> None:
    assert lengths(HashedTfIdf(), ["\ud800", "roses\ud800"]) == pytest.approx([0, 1])


def test_frequencies_count_as_of_so_many_texts_at_most() -> None:
    frequencies = DocumentFrequencies(np.array([30.0, 10.0]), 40.0)
    assert frequencies.recent(20).documents == 20
    assert frequencies.recent(20).by_column.tolist() == [15, 5]
    assert frequencies.recent(80).by_column.tolist() == [30, 10]


def test_nothing_of_a_text_is_printed() -> None:
    features = HashedTfIdf()
    features.learn_many(["roses"])
    assert "roses" not in repr(features) + str(features) + repr(features.frequencies)
