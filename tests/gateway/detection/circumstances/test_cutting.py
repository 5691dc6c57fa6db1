from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.eastern.units import has_eastern

RUNS = st.text(alphabet="aé我妈病了がナ가나กาเ้病關", min_size=1, max_size=30)
KNOWN = EasternWords(["我", "妈", "病了", "病", "关", "ナ", "가나", "กา", "a"])


@given(RUNS)
def test_the_parts_of_a_run_are_the_run_and_none_is_empty(run: str) -> None:
    parts = [*KNOWN.cut(run)]
    assert "".join(parts) == run
    assert all(parts)


def test_the_longest_known_word_counts() -> None:
    assert [*KNOWN.cut("病了病")] == ["病了", "病"]


def test_what_is_unknown_between_known_words_is_one_word() -> None:
    assert [*KNOWN.cut("我欧阳娜妈")] == ["我", "欧阳娜", "妈"]
    assert [*KNOWN.cut("ไมกาไม")] == ["ไม", "กา", "ไม"]


def test_traditional_characters_are_known_by_their_simplified_form() -> None:
    assert [*KNOWN.cut("關媽")] == ["關", "媽"]


def test_letters_of_other_scripts_stay_together() -> None:
    assert [*KNOWN.cut("Pythonが")] == ["Python", "が"]
    assert [*KNOWN.cut("aaa")] == ["aaa"]


def test_no_word_ends_before_a_vowel_sign() -> None:
    assert [*EasternWords(["ฉัน", "นก", "กิน"]).cut("ฉันกินนก")] == ["ฉัน", "กิน", "นก"]
    assert [*EasternWords(["ก"]).cut("กิก")] == ["กิ", "ก"]


def test_signs_and_other_scripts_need_no_cuts() -> None:
    assert not has_eastern("– ‘Anna’ Анна 😀 …")
    assert all(has_eastern(each) for each in ("“我”", "ก", "가", "ナ"))
