from __future__ import annotations

from gateway.detection.caseless.features import describe
from gateway.detection.names.features import KINDS
from tests.gateway.detection.caseless.models import lexicon

MOST = 50  # features of a word, beyond which the sums of five words may not fit into 16 bits


def test_a_name_with_something_attached_is_known_beneath() -> None:
    assert "beneath FIRST_NAME" in describe("وأحمد", lexicon()).features
    assert "class FIRST_NAME" in describe("أحمد", lexicon()).features


def test_all_spellings_of_a_word_are_the_same_to_the_model() -> None:
    assert describe("أَحْمَد", lexicon()) == describe("احمد", lexicon())


def test_of_a_word_in_another_script_only_the_shape_counts() -> None:
    assert describe("David", lexicon()).features == describe("Haifa", lexicon()).features


def test_features_are_few_and_kinds_are_in_their_range() -> None:
    for form in ("أ" * 64, "ক্ষ" * 21, "וכשמהבית", "12:30", "x"):
        described = describe(form, lexicon())
        assert len(described.features) <= MOST
        assert 0 <= described.kind < KINDS
