from __future__ import annotations

import pytest
from scipy.sparse import csr_array

from streams.analytics.features import STOP_WORDS, TermMatrix, terms


def test_terms_are_words_and_numbers_of_two_characters_and_more_in_lower_case() -> None:
    assert list(terms("Plan B: rose_bush, 415 Ünder x")) == ["plan", "rose", "bush", "415", "ünder"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("修剪玫瑰", ["修剪", "剪玫", "玫瑰"]),
        ("バラの剪定", ["バラ", "ラの", "の剪", "剪定"]),
        ("iPhone手机v12", ["iphone", "手机", "v12"]),
        ("ตัดกุ", ["ตัด", "ัดก", "ดกุ"]),
        ("장미를 가지치기", ["장미를", "가지치기"]),
        ("कृपया गुलाब", ["कृपया", "गुलाब"]),
        ("cafe\u0301 café ＡＢＣ", ["café", "café", "abc"]),
        ("ab\ud800cd", ["ab", "cd"]),
    ],
)
def test_every_script_has_terms(text: str, expected: list[str]) -> None:
    assert list(terms(text)) == expected


def test_stop_words_are_no_terms() -> None:
    assert not list(terms(" ".join(STOP_WORDS)))


def test_features_print_no_term() -> None:
    assert "garden" not in repr(TermMatrix(("garden",), csr_array((1, 1))))
