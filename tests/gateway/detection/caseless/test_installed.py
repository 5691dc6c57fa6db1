from __future__ import annotations

import pytest

from gateway.detection.caseless.installed import SHIPPED, load, tagger
from gateway.detection.names.artefact import ArtefactError

TAGGER = tagger()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("السيد محمود الشناوي يعمل في شركة النور للتجارة في الإسكندرية", 3),
        ("שמי יעל פרידמן ואני גרה בבאר שבע", 2),
        ("मेरा नाम सुनीता वर्मा है और मैं लखनऊ में रहती हूँ", 2),
        ("আমার নাম নাসরিন আক্তার, আমি চট্টগ্রামে থাকি", 2),
    ],
)
def test_people_and_places_are_found_by_the_shipped_model(text: str, names: int) -> None:
    assert len(list(TAGGER.find(text))) == names


@pytest.mark.parametrize(
    "text",
    [
        "كيف أتعلم الطبخ في البيت؟",
        "מה ההבדל בין קורות חיים למכתב מקדים?",
        "घर पर खाना बनाना कैसे सीखूँ?",
        "বাসায় রান্না শিখব কীভাবে?",
    ],
)
def test_a_question_without_names_has_no_span(text: str) -> None:
    assert list(TAGGER.find(text)) == []


def test_the_shipped_model_is_whole_and_small() -> None:
    assert load().types
    assert SHIPPED.stat().st_size < 9_000_000


def test_every_word_of_the_shipped_model_is_short() -> None:
    words = [name.removeprefix("word ") for name in load().features if name.startswith("word ")]
    assert words
    assert max(map(len, words)) < 30


def test_a_missing_model_is_an_error_that_names_it() -> None:
    with pytest.raises(ArtefactError, match="away"):
        load(SHIPPED.with_name("away.npz"))
