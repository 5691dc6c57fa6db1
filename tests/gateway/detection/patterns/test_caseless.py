from __future__ import annotations

import pytest

from gateway.detection.patterns import caseless_money, caseless_times
from gateway.detection.patterns.labelled_in_script import PATTERNS as NUMBERS
from gateway.types import EntityType
from tests.gateway.detection.finding import found

PLATES_AND_PHONES = tuple(
    each for each in NUMBERS if each.entity_type is EntityType.VEHICLE or each.name == "mobile_in_india"
)

MONEY = [
    ("مرتبي تلات تلاف وخمسمية جنيه", ["تلات تلاف وخمسمية جنيه"]),
    ("اقترضت من البنك ستين ألف ولم أسددها", ["ستين ألف"]),
    ("זה החוב שלי: חמשת אלפים ושלוש מאות שקל", ["חמשת אלפים ושלוש מאות שקל"]),
    ("דמי השכירות עלו מ-3,100 ל-3,650 ש״ח", ["3,100", "3,650 ש״ח"]),
    ("मेरी पगार साढ़े ग्यारह हज़ार है", ["साढ़े ग्यारह हज़ार"]),
    ("चार लाख साठ हज़ार का कर्ज़", ["चार लाख साठ हज़ार"]),
    ("মাসিক বেতন তেইশ হাজার পাঁচশ টাকা", ["তেইশ হাজার পাঁচশ টাকা"]),
    ("ছয় লাখ টাকা ঋণ", ["ছয় লাখ টাকা"]),
]
NO_MONEY = [
    "سكان المدينة مليونان وتذكرة القطار ثمانون جنيها",
    "حكايات ألف ليلة وليلة",
    "כרטיס לרכבת עולה 27 שקלים, אלף תודות",
    "पंद्रह हज़ार रुपये के अंदर फ़ोन, हज़ार बार समझाया",
    "শহরে দশ লাখ মানুষ, চালের কেজি ষাট টাকা",
]
TIMES = [
    ("نلتقي الساعة تسعة وربع الصبح", ["الساعة تسعة وربع الصبح"]),
    ("موعدي بعد العشاء", ["بعد العشاء"]),
    ("ניפגש בארבע וחצי אחר הצהריים", ["בארבע וחצי אחר הצהריים"]),
    ("रात साढ़े नौ बजे फ़ोन आया", ["रात साढ़े नौ बजे"]),
    ("বিকেল সাড়ে পাঁচটায় আসব", ["বিকেল সাড়ে পাঁচটায়"]),
    ("أمي سبعة وخمسين سنة", ["سبعة وخمسين سنة"]),
    ("הנכדה בת שנתיים וחצי", ["שנתיים וחצי"]),
    ("उम्र सैंतालीस साल", ["सैंतालीस साल"]),
    ("বয়স বাহাত্তর বছর", ["বাহাত্তর বছর"]),
]
NO_TIMES = [
    "كم ساعة أحتاج للنوم؟ منذ عشرين سنة والعالم يتغير",
    "שלוש אפשרויות טובות, חמש שנים של מחקר",
    "बजे का मतलब क्या है, तीन साल का कोर्स",
    "পাঁচটা প্রশ্ন দাও, দুই বছরের কোর্স",
]


@pytest.mark.parametrize(("text", "amounts"), MONEY)
def test_somebodys_money_is_found_in_words_and_figures(text: str, amounts: list[str]) -> None:
    assert sorted(set(found(caseless_money.PATTERNS, text))) == sorted(amounts)


@pytest.mark.parametrize("text", NO_MONEY)
def test_prices_and_counts_are_nobodys_money(text: str) -> None:
    assert found(caseless_money.PATTERNS, text) == []


@pytest.mark.parametrize(("text", "values"), TIMES)
def test_times_of_day_and_ages_are_found_in_words(text: str, values: list[str]) -> None:
    assert found(caseless_times.PATTERNS, text) == values


@pytest.mark.parametrize("text", NO_TIMES)
def test_counted_things_and_years_are_neither_times_nor_ages(text: str) -> None:
    assert found(caseless_times.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("لوحة السيارة ر س ط 8812", ["ر س ط 8812"]),
        ("הרכב נגרר, 52-418-77", ["52-418-77"]),
        ("मुझे 087654 32109 पर बुलाएँ", ["087654 32109"]),
        ("في الصفحة ب 12 من الكتاب", []),
        ("פרקים 52-418-77 בספר", []),
        ("rows 87654 32109", []),
    ],
)
def test_plates_and_indian_mobiles_need_a_word_or_a_script_beside_them(text: str, values: list[str]) -> None:
    assert found(PLATES_AND_PHONES, text) == values
