from __future__ import annotations

import pytest

from gateway.detection.patterns.counted import PATTERNS
from gateway.types import EntityType
from tests.gateway.detection.finding import found

COUNTED = [
    (
        EntityType.TIME,
        "会议在5月20日下午，令和4年9月12日に、2023년 3월 9일에",
        ["5月20日", "令和4年9月12日", "2023년 3월 9일"],
    ),
    (EntityType.TIME, "في 3 آذار 2022 و ב-9 ביוני", ["3 آذار 2022", "9 ביוני"]),
    (EntityType.TIME, "२२ मार्च, ২ মে ২০২৪, 1 สิงหาคม 2567", ["२२ मार्च", "২ মে ২০২৪", "1 สิงหาคม 2567"]),
    (EntityType.TIME, "до 5 мая, від 15 травня 2021, στις 8 Ιουνίου", ["5 мая", "15 травня 2021", "8 Ιουνίου"]),
    (EntityType.BIRTH_DATE, "昭和58年4月2日生まれ、1972年12月25日出生", ["昭和58年4月2日", "1972年12月25日"]),
    (EntityType.BIRTH_DATE, "जन्म 9 जून 1985", ["9 जून 1985"]),
    (EntityType.AGE, "今年67岁，五岁，72歳、73세, หกขวบ 4 ขวบ", ["67岁", "五岁", "72歳", "73세", "4 ขวบ"]),
    (EntityType.AGE, "อายุ 70 ปี, उम्र 68 साल, עומר בן 34", ["70 ปี", "68 साल", "34"]),
    (
        EntityType.FINANCIAL_INFORMATION,
        "月租金3200元，보증금 3천만 원, راتب 1800 دينار",
        ["3200元", "3천만 원", "1800 دينار"],
    ),
    (
        EntityType.INCOME,
        "सैलरी 9 लाख, راتبها 11 ألف درهم, оклад сто двадцать тысяч, заробляє 31 тис. грн, השכר 17,500 שקל",
        ["9 लाख", "11 ألف درهم", "сто двадцать тысяч", "31 тис. грн", "17,500 שקל"],
    ),
    (
        EntityType.FINANCIAL_INFORMATION,
        "חוב של תשעים אלף שקל, долг 400 тысяч рублей",
        ["תשעים אלף שקל", "400 тысяч рублей"],
    ),
    (EntityType.FINANCIAL_INFORMATION, "उस पर दो लाख का कर्ज है, দুই লাখ টাকা ঋণ", ["दो लाख", "দুই লাখ টাকা"]),
]
UNCOUNTED = [
    "这款耳机售价399元，保修一年，版本4.2.0",
    "21世紀と3세기, 60分, 5グラム",
    "ใช้งานได้ 3 ปี ราคา 1,990 บาท",
    "जनवरी 12000, फ़रवरी 13500",
    "Поезд идёт 40 лет, цена 900 рублей",
    "Оклад есть, просто тысячи хватит",
    "В городе 300 тысяч жителей, двадцать тысяч книг",
    "एक लाख लोग आए, पाँच हज़ार किताबें",
    "מאה אלף תושבים, 12 ألف نسمة",
]


@pytest.mark.parametrize(("entity_type", "text", "values"), COUNTED, ids=lambda each: str(each)[:30])
def test_numbers_are_known_by_their_unit(entity_type: EntityType, text: str, values: list[str]) -> None:
    of_type = [each for each in PATTERNS if each.entity_type is entity_type]
    assert sorted(found(of_type, text)) == sorted(values)


@pytest.mark.parametrize("text", UNCOUNTED)
def test_what_is_of_nobody_is_left_alone(text: str) -> None:
    assert found(PATTERNS, text) == []
