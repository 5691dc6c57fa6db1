"""Dates by era and with the words for year, month and day."""

from __future__ import annotations

import pytest

from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import date_eastern
from gateway.types import EntityType
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    "value",
    [
        "昭和58年4月2日",
        "令和元年",
        "令和三年五月",
        "平成１２年３月",
        "民國112年3月5日",
        "民国38年",
        "4月2日",
        "十二月三十一日",
        "1990년 3월 5일",
        "3월 5일",
        "2024년",
        "5 มกราคม 2566",
        "12 ส.ค. 2540",
        "พ.ศ. 2566",
        "12월 2일(월)",
        "12月2日（火）",
        "3月5日（周一）",
        "คืนวันที่ 2 พฤศจิกายน",
        "上星期四",
        "下个周一",
    ],
)
def test_a_date_of_east_asia_or_thailand_is_found(value: str) -> None:
    assert found(date_eastern.PATTERNS, f"、{value} ") == [value]


@pytest.mark.parametrize(
    "text", ["昭和の歌", "平成生まれ", "三年級", "5월드컵", "12日間", "2566 บาท", "星期四", "周一"]
)
def test_an_era_a_weekday_or_a_number_alone_is_no_date(text: str) -> None:
    assert found(date_eastern.PATTERNS, text) == []


@pytest.mark.parametrize(
    "text", ["生年月日：昭和58年4月2日", "생년월일: 1990년 3월 5일", "วันเกิด 5 มกราคม 2530", "出生日期：民國75年3月5日"]
)
def test_beside_a_word_for_birth_it_is_a_date_of_birth(text: str) -> None:
    assert [span.entity_type for span in PatternDetector().detect(text)] == [EntityType.BIRTH_DATE]
