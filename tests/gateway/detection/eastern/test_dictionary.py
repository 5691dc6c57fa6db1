from __future__ import annotations

import numpy as np

from gateway.detection.eastern.dictionary import Dictionary, EasternClass, runs
from gateway.detection.eastern.units import split
from tests.gateway.detection.eastern.models import dictionary


def flags(known: Dictionary, text: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    units = split(text)
    return known.flags(units.codes)[units.is_judged].reshape(-1, 7, 8)


def test_a_known_word_is_marked_where_it_begins_where_it_ends_and_all_over() -> None:
    marked = flags(dictionary(), "我王小明好")[:, :, EasternClass.GIVEN.bit_length() - 1]
    assert marked[:, 2].tolist() == [0, 1, 0, 0, 0]
    assert marked[:, 5].tolist() == [0, 0, 0, 1, 0]
    assert marked[:, 6].tolist() == [0, 1, 1, 1, 0]


def test_an_unknown_text_has_no_flags() -> None:
    assert not flags(dictionary(), "今天天气很好").any()


def test_a_text_may_be_shorter_than_the_longest_word() -> None:
    assert not flags(dictionary(), "王").any()
    assert [len(each) for each in runs(np.array([29579], dtype=np.uint32))] == [1]
