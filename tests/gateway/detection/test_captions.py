"""Labels are nobody's values: what a model finds in one is dropped, whoever has a label's name stays."""

from __future__ import annotations

import pytest

from gateway.detection.captions import without_captions
from gateway.types import EntityType, Span


def left(text: str, *claims: tuple[str, EntityType, str]) -> list[str]:
    spans = [
        Span(text.index(value), text.index(value) + len(value), entity_type, 0.6, recognizer)
        for value, entity_type, recognizer in claims
    ]
    return [text[span.start : span.end] for span in without_captions(spans, text)]


NAME, KEYS, OCCUPATION = EntityType.NAME, EntityType.KEYS, EntityType.OCCUPATION


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        ("Date of birth\n1990-01-02", "Date"),
        ("date_of_birth  | 1990-01-02", "date_of_birth"),
        ("<cbc:FamilyName>Kruk</cbc:FamilyName>", "FamilyName"),
    ],
)
@pytest.mark.parametrize("model", ["tagger", "circumstances", "eastern", "caseless_tagger"])
def test_no_model_finds_a_value_in_a_label_of_several_words(text: str, claimed: str, model: str) -> None:
    assert left(text, (claimed, NAME, model)) == []


def test_a_label_of_one_word_is_one_where_a_value_was_found_behind_it() -> None:
    value = ("4471", KEYS, "structure")
    assert left("PUK: 4471", ("PUK", NAME, "tagger"), value) == ["4471"]
    assert left("PUK is 4471", ("PUK", NAME, "tagger"), value) == ["PUK", "4471"]


def test_who_has_the_name_of_a_label_stays_in_a_chat() -> None:
    assert left("Pat: are you there", ("Pat", NAME, "tagger")) == ["Pat"]


def test_a_job_in_a_sentence_is_no_label() -> None:
    assert left("she is, as attending physician, here", ("attending physician", OCCUPATION, "circumstances")) != []


def test_a_label_with_a_number_holds_a_value() -> None:
    assert left("Address line 22", ("line 22", EntityType.ADDRESS, "tagger")) != []


def test_what_patterns_and_lists_find_stays() -> None:
    assert left("Date of birth\n1990-01-02", ("Date", NAME, "deny_list")) == ["Date"]
