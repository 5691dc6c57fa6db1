"""Patterns in languages and scripts other than English; for names, recall is measured but not asserted."""

from __future__ import annotations

from typing import Final

import pytest

from gateway.detection.detector import Detector
from gateway.detection.pattern_detector import PatternDetector
from gateway.types import EntityType, Span
from tests.bench.languages import SENTENCES, Row, measure, table

DETECTOR: Final = PatternDetector()

CONTEXTS: Final = {
    "German": "Schreib mir bitte an {}, oder komm vorbei.",
    "French": "Vous pouvez me joindre ici : {}, merci d’avance.",
    "Spanish": "Mi contacto es {}; gracias por todo.",
    "Italian": "Scrivimi pure a {}, per favore.",
    "Dutch": "Je kunt mij bereiken via {}, alvast bedankt.",
    "Portuguese": "O meu contacto é {}. Obrigado!",
    "Polish": "Proszę pisać na „{}”, dziękuję.",
    "Arabic": "يمكنك التواصل معي عبر {}، وشكراً لك.",
    "Hindi": "संपर्क के लिए मेरा पता है {}। धन्यवाद।",
    "Chinese": "请通过{}联系我，谢谢。",
    "Japanese": "{}までご連絡ください。",
}
PHONES: Final = {
    "German": "+49 30 23125 017",
    "French": "+33 1 99 00 12 34",
    "Spanish": "+34 612 34 56 78",
    "Italian": "+39 312 345 6789",
    "Dutch": "+31 20 123 4567",
    "Portuguese": "+351 912 345 678",
    "Polish": "+48 512 345 678",
    "Arabic": "+971 50 123 4567",
    "Hindi": "+91 98765 43210",
    "Chinese": "+86 138 0013 8000",
    "Japanese": "+81 90-1234-5678",
}
IBANS: Final = {
    "German": "DE89 3704 0044 0532 0130 00",
    "French": "FR14 2004 1010 0505 0001 3M02 606",
    "Spanish": "ES91 2100 0418 4502 0005 1332",
    "Italian": "IT60 X054 2811 1010 0000 0123 456",
    "Dutch": "NL91 ABNA 0417 1643 00",
    "Portuguese": "PT50 0002 0123 1234 5678 9015 4",
    "Polish": "PL61 1090 1014 0000 0712 1981 2874",
    "Arabic": "AE07 0331 2345 6789 0123 456",
}
CARD: Final = "4111 1111 1111 1111"
EMAIL: Final = "alex.kim@corp.example"
URL: Final = "https://corp.example/account?id=7"
DIGITS: Final = {
    "Arabic-Indic": "٠١٢٣٤٥٦٧٨٩",
    "Persian": "۰۱۲۳۴۵۶۷۸۹",
    "Devanagari": "०१२३४५६७८९",
    "full-width": "０１２３４５６７８９",
}


def found(text: str) -> list[tuple[str, EntityType]]:
    return [(text[span.start : span.end], span.entity_type) for span in DETECTOR.detect(text)]


@pytest.mark.parametrize("language", CONTEXTS)
def test_each_value_is_found_where_it_stands_in_a_sentence_of_each_language(language: str) -> None:
    values = {
        EMAIL: EntityType.EMAIL,
        PHONES[language]: EntityType.PHONE_NUMBER,
        CARD: EntityType.CREDIT_CARD,
        IBANS.get(language, IBANS["German"]): EntityType.IBAN,
    }
    for value, entity_type in values.items():
        assert found(CONTEXTS[language].format(value)) == [(value, entity_type)]


@pytest.mark.parametrize("language", CONTEXTS)
def test_a_url_is_covered_in_a_sentence_of_each_language(language: str) -> None:
    ((value, entity_type),) = found(CONTEXTS[language].format(URL))
    assert value.startswith(URL)
    assert entity_type == EntityType.URL


@pytest.mark.parametrize("digits", DIGITS.values(), ids=list(DIGITS))
def test_numbers_are_found_in_other_digits(digits: str) -> None:
    written = str.maketrans("0123456789", digits)
    for value, entity_type in {
        "+971 50 123 4567": EntityType.PHONE_NUMBER,
        "+91 98765 43210": EntityType.PHONE_NUMBER,
        CARD: EntityType.CREDIT_CARD,
        IBANS["German"]: EntityType.IBAN,
        "192.168.17.4": EntityType.IP_ADDRESS,
    }.items():
        number = value.translate(written)
        assert found(f"({number})") == [(number, entity_type)]


@pytest.mark.parametrize("marks", ["\u202a{}\u202c", "\u2067{}\u2069", "\u200f{}\u200f", "\u061c{}", "\u200e{}"])
def test_direction_marks_around_and_inside_a_number_hide_nothing(marks: str) -> None:
    for number in ["+972 50-123-4567", "+972\u200e 50\u200f-123-4567"]:
        assert found(f"הטלפון שלי הוא {marks.format(number)} תודה") == [(number, EntityType.PHONE_NUMBER)]


@pytest.mark.parametrize(
    ("text", "value", "entity_type"),
    [
        ("我的手机是13800138000，请打给我", "13800138000", EntityType.PHONE_NUMBER),
        ("電話は03-1234-5678です", "03-1234-5678", EntityType.PHONE_NUMBER),
        ("電話は０３－１２３４－５６７８です", "０３－１２３４－５６７８", EntityType.PHONE_NUMBER),
        ("卡号4111111111111111到期", "4111111111111111", EntityType.CREDIT_CARD),
        ("邮箱:alex.kim@corp.example。", EMAIL, EntityType.EMAIL),
        ("メールはａｌｅｘ＠ｃｏｒｐ．ｅｘａｍｐｌｅです", "ａｌｅｘ＠ｃｏｒｐ．ｅｘａｍｐｌｅ", EntityType.EMAIL),
        ("服务器192.168.17.4坏了", "192.168.17.4", EntityType.IP_ADDRESS),
    ],
)
def test_a_value_that_touches_letters_of_a_script_without_spaces_is_found(
    text: str, value: str, entity_type: EntityType
) -> None:
    assert found(text) == [(value, entity_type)]


@pytest.mark.parametrize("language", SENTENCES)
def test_patterns_find_nothing_but_days_in_plain_sentences(language: str) -> None:
    for sentence in SENTENCES[language]:
        types = {entity_type for _, entity_type in found(sentence.replace("{", "").replace("}", ""))}
        assert types <= {EntityType.TIME}


class FindsFirstLetters(Detector):
    """A detector that finds the first letters of a text as a name."""

    def __init__(self, letters: int) -> None:
        self._letters = letters

    def detect(self, text: str) -> tuple[Span, ...]:
        return (Span(0, self._letters, EntityType.NAME, 1.0, "letters"),)


def test_the_table_counts_names_that_are_touched_and_covered_and_spans_that_touch_none() -> None:
    sentences = {"first": ["{Ann Lee} met {Bo}.", "{Al} came."], "later": ["So {Ann} came."]}
    rows = measure(FindsFirstLetters(3), sentences)
    assert rows == [Row("first", 3, 2, 1, 0), Row("later", 1, 0, 0, 1)]
    assert table(rows).splitlines()[-1] == "| later | 1 | 0 | 0 | 1 |"


def test_in_each_language_the_same_number_of_names_is_looked_for() -> None:
    assert {row.names for row in measure(PatternDetector(()))} == {5}
