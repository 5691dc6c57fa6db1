from __future__ import annotations

import pytest

from gateway.detection.caseless.announced import announced, whole
from gateway.detection.caseless.installed import load
from gateway.detection.caseless.ordinary import is_ordinary

LEXICON = load().lexicon


def names(text: str) -> list[str]:
    return [text[start:end] for start, end in announced(text, LEXICON)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("سافر خالي عدنان أمس", "عدنان"),
        ("وصديقتي لجين مريضة", "لجين"),
        ("גיסתי הודיה לא באה", "הודיה"),
        ("पड़ोस के पिंटू ने देखा", "पिंटू"),
        ("वार्डन पूनम को बताया", "पूनम"),
        ("পাড়ার রনি জেনে গেছে", "রনি"),
        ("বন্ধু তুষারকে বলেছি", "তুষার"),
    ],
)
def test_a_word_for_a_relative_or_a_role_announces_a_name(text: str, name: str) -> None:
    assert names(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "أخي لا يرد وصديقتي تريد هدية",
        "أختي الكبرى سافرت",
        "אחותי מבשלת והשכן שלנו מרעיש",
        "मेरा भाई घर पर है और पापा को बुखार है",
        "আমার ভাই আজ আসবে, পাড়ার ছেলেরা খেলছে",
    ],
)
def test_verbs_and_ordinary_words_behind_it_are_no_names(text: str) -> None:
    assert names(text) == []


def test_who_speaks_more_than_once_is_named() -> None:
    chat = "غدير: وينك؟\nربيع: جاي\nغدير: طيب"
    assert names(chat) == ["غدير", "ربيع", "غدير"]
    assert names("السؤال: ما هذا؟\nالجواب: لا أعرف\nالسؤال: لماذا؟") == []
    assert names("غدير: وينك؟") == []


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("नितिन सर ने कहा", "नितिन", "नितिन सर"),
        ("সুমন ভাই এসেছে", "সুমন", "সুমন ভাই"),
        ("שאלתי את סבתא רחל", "רחל", "סבתא רחל"),
        ("रमेश ने कहा", "रमेश", "रमेश"),
    ],
)
def test_an_honorific_belongs_to_the_name(text: str, name: str, expected: str) -> None:
    start = text.index(name)
    begin, end = whole(text, start, start + len(name))
    assert text[begin:end] == expected


def test_words_of_chats_and_numbers_are_ordinary() -> None:
    assert all(map(is_ordinary, ["شوف", "خلص", "أنا", "אוהבים", "नाराज़", "বলিস", "12"]))
    assert not any(map(is_ordinary, ["علي", "דנה", "सुनीता", "রহিম"]))
