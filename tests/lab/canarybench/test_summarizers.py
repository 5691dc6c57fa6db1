from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.canarybench.clustering import features
from lab.canarybench.publication import Candidate, vocabulary
from lab.canarybench.summarizers import Cluster, contributors_by_term, example, keyword, said
from streams.analytics.features import terms

WORDS = "garden hedge rose tulip train station".split()  # noqa: SIM905
MEMBERS = st.lists(st.tuples(st.integers(0, 5), st.lists(st.sampled_from(WORDS), max_size=6)), min_size=1, max_size=20)


def cluster_of(people: list[int]) -> Cluster:
    return Cluster(np.arange(len(people)), np.array(people))


@settings(deadline=None)
@given(MEMBERS, st.integers(1, 4))
def test_a_supported_vocabulary_shows_only_what_k_contributors_used(
    members: list[tuple[int, list[str]]], k: int
) -> None:
    people, texts = [person for person, _ in members], [" ".join(words) for _, words in members]
    (summary,) = vocabulary([cluster_of(people)], texts, k)
    for term in terms(said(summary)):
        assert len({person for person, text in zip(people, texts, strict=True) if term in text.split()}) >= k


@settings(deadline=None)
@given(MEMBERS)
def test_contributors_are_counted_once_for_a_term(members: list[tuple[int, list[str]]]) -> None:
    people, texts = [person for person, _ in members], [" ".join(words) for _, words in members]
    found = features(texts)
    counted = contributors_by_term(cluster_of(people), found)
    for term, count in zip(found.vocabulary, counted, strict=False):
        assert count == len({person for person, text in zip(people, texts, strict=True) if term in text.split()})


def test_an_example_is_the_longest_text() -> None:
    assert example(cluster_of([0, 1, 2]), ["a", "longest", "long"]) == "Representative example: longest"


def test_keywords_come_by_weight_whoever_used_them() -> None:
    found = features(["garden garden hedge", "garden", "hedge garden"])
    assert keyword(cluster_of([0, 0, 0]), found) == "Topics: garden, hedge"


def test_a_cluster_without_terms_has_nothing_to_say() -> None:
    found = features(["one", "two"])
    assert keyword(cluster_of([0, 1]), found) == next(vocabulary([cluster_of([0, 1])], ["one", "of"], 1)) == ""


def test_what_holds_texts_does_not_print_them() -> None:
    assert "garden" not in repr(Candidate(0, "garden", 25, frozenset())) + repr(features(["garden", "garden"]))
