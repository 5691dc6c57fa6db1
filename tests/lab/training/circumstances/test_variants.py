from __future__ import annotations

from string import ascii_lowercase

import numpy as np

from lab.training.circumstances.designs import Vectors
from lab.training.circumstances.variants import Variants

TEXT = "My sister is a nurse in Bristol and she has asthma, 41, since May."
NEAR = ["nurse", *(f"nurse{each}" for each in ascii_lowercase[:20])]  # all the nearest that a word has
FAR = ["soup", *(f"soup{each}" for each in ascii_lowercase[:20])]
VECTORS = Vectors(
    {word: at for at, word in enumerate((*NEAR, *FAR))},
    np.array([*([90, at] for at in range(21)), *([at, 90] for at in range(21)), [0, 0]], dtype=np.int8),
)


def test_a_text_has_the_same_variants_each_time_and_they_differ() -> None:
    first, again = (list(Variants([TEXT], VECTORS).of(TEXT, 6)) for _ in range(2))
    assert first == again
    assert len({*first}) > 3


def test_only_letters_change_and_no_word_comes_from_elsewhere() -> None:
    for variant in Variants([TEXT], VECTORS).of(TEXT, 40):
        assert [each for each in variant if not each.isalpha()] == [each for each in TEXT if not each.isalpha()]
        assert {word.strip(",.").lower() for word in variant.split()} <= {
            *NEAR, *(word.strip(",.").lower() for word in TEXT.split())
        }  # fmt: skip


def test_near_words_stand_for_a_word_more_often_than_far_ones() -> None:
    others = [each for each in Variants(FAR, VECTORS).of("nurse", 4000) if each != "nurse"]
    near = sum(each in NEAR for each in others)
    assert 0.6 < near / len(others) < 0.7
