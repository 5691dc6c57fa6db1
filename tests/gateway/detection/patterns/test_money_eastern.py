"""Amounts of somebody's money and ages that are told of somebody, in Chinese, Japanese, Korean and Thai."""

from __future__ import annotations

import pytest

from gateway.detection.patterns import age_told_eastern, money_eastern
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("我表哥借走七千五，押金三万二也没退，一共418块5", ["七千五", "三万二", "418块5"]),
        ("每月给孩子一千六，租金新臺幣八千元，罰款港幣兩千元", ["一千六", "新臺幣八千元", "港幣兩千元"]),
        ("前夫每月付两千二抚养费", ["两千二"]),
        ("家賃は七万二千円で、1,850円を立て替えた。ご祝儀は三万包んだ", ["七万二千円", "1,850円", "三万"]),
        ("월세 38만에 관리비 5만, 보증금 칠백에", ["38만", "5만", "칠백"]),
        ("형한테 사천만 원을 빌려줬고 과태료 6만원", ["사천만 원", "6만원"]),
        ("ยืมพี่มาสองหมื่นสามพัน ค่าไฟ 1,240 บาท", ["สองหมื่นสามพัน", "1,240 บาท"]),
    ],
)
def test_an_amount_counts_beside_a_word_for_somebodys_money(text: str, amounts: list[str]) -> None:
    assert found(money_eastern.PATTERNS, text) == amounts


@pytest.mark.parametrize(
    "text",
    [
        "这座城市有三百万人口，售价399元，一共三百人，转了一万公里，费用说明，还有一千五百米",
        "三万人の観客、価格は1980円、百円ショップ、一万二千字以内で",
        "인구 5만 명, 총 13만 명, 정가는 150만원, 조회수 30만회, 합계 2만 개",
        "ประชากรสองแสนคน ราคา 1,290 บาท ระยะทางรวมห้าพันเมตร",
    ],
)
def test_counts_and_prices_are_nobodys_money(text: str) -> None:
    assert found(money_eastern.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("家父五十有六，外婆年过花甲，孩子三岁半", ["五十有六", "年过花甲", "三岁半"]),
        ("娘は八つになりました。祖母は七十過ぎ", ["八つ", "七十過ぎ"]),
        ("저는 마흔셋인데 우리 애는 다섯 살", ["마흔셋", "다섯 살"]),
        ("หลานขวบครึ่ง", ["ขวบครึ่ง"]),
        ("息子は小学二年生です", ["小学二年生"]),
        ("막내가 중학교 2학년", ["중학교 2학년"]),
    ],
)
def test_an_age_in_words_counts_behind_a_word_for_a_person(text: str, ages: list[str]) -> None:
    assert found(age_told_eastern.PATTERNS, text) == ages


@pytest.mark.parametrize(
    "text",
    [
        "公司成立七个月了。三十有多少个因数？七旬是什么意思？",
        "三つの理由を挙げて。七つの海。妹は三つの言語を話す。",
        "서른 개의 사과, 스물네 시간 영업, 4학년 교과서",
        "ระยะเวลา 9 เดือน",
    ],
)
def test_such_numbers_of_other_things_are_no_age(text: str) -> None:
    assert found(age_told_eastern.PATTERNS, text) == []
