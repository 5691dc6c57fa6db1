from __future__ import annotations

from string import ascii_lowercase

import numpy as np

from gateway.detection.circumstances.cutting import EasternWords
from lab.training.circumstances.designs import Read
from lab.training.circumstances.lessons import marked_read
from lab.training.circumstances.variants import Neighbours, Variants
from lab.training.rows import Row

NEAR = ["nurse", *(f"nurse{each}" for each in ascii_lowercase[:20])]  # all the nearest that a word has
FAR = ["soup", *(f"soup{each}" for each in ascii_lowercase[:20])]
VECTORS = {
    **{word: np.array([90, at], dtype=np.int8) for at, word in enumerate(NEAR)},
    **{word: np.array([at, 90], dtype=np.int8) for at, word in enumerate(FAR, 21)},
}


def read(text: str) -> Read:
    return marked_read(Row("made", "1", text), EasternWords(["护士", "医生", "妹妹"]))


TEXT = read("My sister is a nurse in Bristol and she has asthma, 41, since May.")


def test_a_text_has_the_same_variants_each_time_and_they_differ() -> None:
    first, again = (list(Variants([TEXT], Neighbours(VECTORS, {})).of(TEXT, 6)) for _ in range(2))
    assert first == again
    assert len({*first}) > 3


def test_only_letters_change_and_no_word_comes_from_elsewhere() -> None:
    for variant in Variants([TEXT], Neighbours(VECTORS, {})).of(TEXT, 40):
        assert [each for each in variant if not each.isalpha()] == [each for each in TEXT.text if not each.isalpha()]
        assert {word.strip(",.").lower() for word in variant.split()} <= {
            *NEAR, *(word.strip(",.").lower() for word in TEXT.text.split())
        }  # fmt: skip


def test_near_words_stand_for_a_word_more_often_than_far_ones() -> None:
    variants = Variants([*map(read, FAR)], Neighbours(VECTORS, {}))
    others = [each for each in variants.of(read("nurse"), 4000) if each != "nurse"]
    near = sum(each in NEAR for each in others)
    assert 0.65 < near / len(others) < 0.75


def test_words_of_the_same_group_stand_for_half_of_those_that_others_like_them_replace() -> None:
    variants = Variants([*map(read, FAR)], Neighbours(VECTORS, {"nurse": ["Krankenpfleger"]}))
    others = [each for each in variants.of(read("nurse"), 4000) if each != "nurse"]
    assert 0.3 < others.count("krankenpfleger") / len(others) < 0.4
    assert 0.3 < sum(each in NEAR for each in others) / len(others) < 0.4


def test_words_that_are_written_together_are_replaced_one_by_one() -> None:
    vectors = {word: np.array([90, at], dtype=np.int8) for at, word in enumerate(("护士", "医生"))}
    text = read("妹妹护士")
    assert {*Variants([text], Neighbours(vectors, {})).of(text, 400)} >= {"妹妹护士", "妹妹医生", "护士护士"}
