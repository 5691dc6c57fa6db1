from __future__ import annotations

import pytest

from gateway.detection.caseless.affixes import Attached, inside, readings, roots


def test_each_way_to_take_a_word_apart_is_offered() -> None:
    assert {(each.before, each.word) for each in readings("וברמת")} >= {("ו", "ברמת"), ("וב", "רמת")}


@pytest.mark.parametrize("form", ["Anna", "राहुल", "2024", "דן"])
def test_nothing_is_taken_from_words_that_have_nothing_attached_or_are_too_short(form: str) -> None:
    assert readings(form) == ()


def test_the_offsets_are_those_of_the_word_as_written() -> None:
    form = "وَأَحْمَد"
    start, end = inside(form, Attached("و", "احمد", ""))
    assert form[start:end].startswith("أ")
    assert end == len(form)


def test_a_plural_and_a_possessive_have_their_root() -> None:
    assert "كتاب" in roots("وكتابها")
    assert "খবর" in roots("খবরটি")
