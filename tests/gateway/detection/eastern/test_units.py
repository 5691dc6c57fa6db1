from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.eastern.units import REACH, has_eastern, split

FAR = 2 * REACH + 1  # units on either side of a letter that are kept

_LETTERS = st.text(st.sampled_from("王學学のカ민수สมชาย่เ aB1９.\n　\ud800𠮷"), min_size=1, max_size=80)


def units(text: str) -> list[str]:
    made = split(text)
    return [text[start:end] for start, end in zip(made.starts, made.ends, strict=True) if end]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("王さん", ["王", "さ", "ん"]),
        ("민수는", ["민", "수", "는"]),
        ("คุณเก่ง", ["คุ", "ณ", "เก่", "ง"]),
        ("李Anna12号", ["李", "Anna", "12", "号"]),
        ("王 李", ["王", " ", "李"]),
    ],
)
def test_a_unit_is_a_letter_a_cluster_of_thai_or_a_run_of_others(text: str, expected: list[str]) -> None:
    assert units(text) == expected


def test_forms_of_one_character_are_the_same() -> None:
    assert np.array_equal(split("陳國強").codes, split("陈国强").codes)


def test_what_is_far_from_these_letters_is_left_out() -> None:
    assert len(units("x." * 50 + "王" + "y." * 50)) == FAR + 1 + FAR


def test_parts_that_are_apart_do_not_see_each_other() -> None:
    made = split("王" + "x." * 100 + "李")
    parts = [(int(end) > 0) for end in made.ends]
    gap, part = [False] * (REACH + 1), [True] * (FAR + 1)
    assert parts == [*gap, *part, *gap, *part, *gap]


def test_texts_in_other_scripts_have_none() -> None:
    assert not any(map(has_eastern, ["", "Ann Lee", "Анна", "آنا", "x\ud800", "—"]))


@given(_LETTERS)
def test_units_are_in_order_and_cover_every_letter_of_these_scripts(text: str) -> None:
    if not has_eastern(text):
        return
    made = split(text)
    inside = [(int(start), int(end)) for start, end in zip(made.starts, made.ends, strict=True) if end]
    assert all(start < end for start, end in inside)
    assert all(before[1] <= after[0] for before, after in pairwise(inside))
    covered = {at for start, end in inside for at in range(start, end)}
    assert all(at in covered for at, letter in enumerate(text) if has_eastern(letter))
