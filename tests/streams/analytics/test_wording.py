from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streams.analytics.wording import LONGEST_WORD, phrases, segments, written


def words(text: str) -> list[str]:
    return [word for segment in segments(text) for word in segment]


@pytest.mark.parametrize(
    "marker", ["[NAME]", "[NAME1]", "[NAME1.2]", "[EMAIL12]", "[HEALTH_INFORMATION3]", "[IP_ADDRESS1]"]
)
def test_a_redaction_marker_is_no_term_and_no_phrase_crosses_it(marker: str) -> None:
    assert list(segments(f"refund {marker} parcel")) == [("refund",), ("parcel",)]


@pytest.mark.parametrize("between", [". ", ", ", " - the ", " 24 ", "; ", " (", "/", "\u200b"])
def test_no_phrase_crosses_punctuation_numbers_or_stop_words(between: str) -> None:
    assert list(segments(f"refund{between}parcel")) == [("refund",), ("parcel",)]


@pytest.mark.parametrize("between", [" ", "  ", "\n", "-", " - "])
def test_spaces_and_hyphens_join_a_phrase(between: str) -> None:
    assert list(segments(f"late{between}parcel")) == [("late", "parcel")]


def test_neither_numbers_nor_keys_are_words() -> None:
    assert words(f"42157 2024 x {'k' * (LONGEST_WORD + 1)} 401k") == ["401k"]


def test_a_words_spelling_does_not_matter() -> None:
    assert words("ＰＡＲＣＥＬ Parcel parcel") == ["parcel"] * 3


def test_what_an_apostrophe_joins() -> None:
    assert words("don't what's l'hôtel bank’s") == ["hôtel", "bank"]


def test_scripts_without_spaces_are_cut_into_pairs_of_characters() -> None:
    assert list(segments("我想预订酒店。谢谢")) == [("我想", "想预", "预订", "订酒", "酒店"), ("谢谢",)]
    assert words("猫 hotel") == ["猫", "hotel"]


@pytest.mark.parametrize("word", ["बीमारी", "ἀρχή", "العَرَبِيَّة", "cafe\u0301", "приве\u0301т"])
def test_marks_belong_to_their_word(word: str) -> None:
    assert len(words(word)) == 1


def test_three_characters_are_a_word_in_thai() -> None:
    assert list(segments("จองโรงแรม")) == [("จอง", "องโ", "งโร", "โรง", "รงแ", "งแร", "แรม")]


def test_function_words_of_other_languages_are_no_terms() -> None:
    assert words("Ich möchte eine Rechnung für das Hotel und je voudrais une chambre avec vue") == [
        "rechnung", "hotel", "une", "chambre", "vue",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "phrase",
    ["จองโรง", "late parcel refund", "预订酒店", "酒店 预订", "酒店 猫", "猫 酒店", "hotel 预订", "ホテル 予約"],
)
def test_a_phrase_is_shown_as_it_was_written(phrase: str) -> None:
    (segment,) = segments(phrase)
    assert written(segment) == phrase


@given(st.text())
def test_any_text_has_words_that_are_again_words_when_shown(text: str) -> None:
    for segment in segments(text):
        assert all(segment)
        for phrase in phrases(segment, 1):
            assert [word for each in segments(written(phrase)) for word in each] == list(phrase)
