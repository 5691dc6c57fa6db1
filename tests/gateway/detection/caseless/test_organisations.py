from __future__ import annotations

import pytest

from gateway.detection.caseless.organisations import is_description, organisations


def found(text: str) -> list[str]:
    return [text[start:end] for start, end in organisations(text, ())]


@pytest.mark.parametrize(
    ("text", "organisation"),
    [
        ("أعمل في شركة الريف الأخضر للتجارة منذ عام", "شركة الريف الأخضر للتجارة"),
        ("اشتكى من مدرسة الخزامى أمس", "مدرسة الخزامى"),
        ("התקבלתי לחברת דולפין לבן אתמול", "חברת דולפין לבן"),
        ("היא לומדת בתיכון הארז בכיתה י", "תיכון הארז"),
        ("मैं गंगोत्री ट्रेडर्स में काम करता हूँ", "गंगोत्री ट्रेडर्स"),
        ("बेटी सरस्वती विद्या मंदिर में पढ़ती है", "सरस्वती विद्या मंदिर"),
        ("আমি রূপালী মিডিয়া থেকে লিখছি", "রূপালী মিডিয়া"),
        ("ছেলে সবুজ বাংলা কিন্ডারগার্টেনে যায়", "সবুজ বাংলা কিন্ডারগার্টেনে"),
    ],
)
def test_an_organisation_is_found_whole(text: str, organisation: str) -> None:
    assert found(text) == [organisation]


@pytest.mark.parametrize(
    "text",
    [
        "أبحث عن شركة تأمين جيدة ومدرسة للأطفال",
        "כל חברת ביטוח שולחת מכתב",
        "वह सरकारी अस्पताल में है, अच्छा स्कूल चुनो",
        "একটা ভালো ক্লিনিক খুঁজছি",
    ],
)
def test_a_description_is_none(text: str) -> None:
    assert found(text) == []


def test_two_words_may_be_a_name_where_the_model_sees_a_part() -> None:
    text = "تركت صالون لمسة أمس"
    assert found(text) == []
    assert [text[start:end] for start, end in organisations(text, [(11, 15)])] == ["صالون لمسة"]


def test_what_something_is_does_not_say_what_it_is_called() -> None:
    assert all(map(is_description, ["شركة توصيل", "בבית ספר יסודי", "সরকারি হাসপাতাল"]))
    assert not is_description("صيدلية الياسمين")
