from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from streams.analytics.features import MAX_TERMS, STOP_WORDS, features, terms

WORDS = st.sampled_from("garden hedge rose tulip train station the of 415 x ünder".split())  # noqa: SIM905
TEXTS = st.lists(st.lists(WORDS, max_size=8).map(" ".join), min_size=1, max_size=12)


@settings(deadline=None)
@given(TEXTS)
def test_weights_are_scikit_learns(texts: list[str]) -> None:
    found = features(texts)
    if not found.vocabulary:
        return
    reference = TfidfVectorizer(
        vocabulary=found.vocabulary, tokenizer=lambda text: list(terms(text)), token_pattern=None
    )
    assert np.allclose(found.weights.toarray(), reference.fit_transform(texts).toarray(), atol=1e-5)


@settings(deadline=None)
@given(TEXTS)
def test_the_vocabulary_holds_every_term_of_two_texts_in_order(texts: list[str]) -> None:
    each = [set(terms(text)) for text in texts]
    expected = {term for one in each for term in one if sum(term in other for other in each) >= 2}
    assert features(texts).vocabulary == tuple(sorted(expected))


@settings(deadline=None)
@given(TEXTS)
def test_rows_have_length_one_or_are_empty(texts: list[str]) -> None:
    lengths = np.linalg.norm(features(texts).weights.toarray(), axis=1)
    assert np.all(np.isclose(lengths, 1, atol=1e-5) | (lengths == 0))


def test_only_the_most_frequent_terms_are_kept() -> None:
    texts = [f"common word{number:05d}" for number in range(MAX_TERMS + 10) for _ in range(2)]
    vocabulary = features(texts).vocabulary
    assert len(vocabulary) == MAX_TERMS
    assert "common" in vocabulary


def test_stop_words_are_no_terms() -> None:
    assert not list(terms(" ".join(STOP_WORDS)))
