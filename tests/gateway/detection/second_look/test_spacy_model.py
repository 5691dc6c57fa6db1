from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gateway.detection.names.artefact import ArtefactError
from gateway.detection.second_look import spacy_model
from gateway.detection.second_look.spacy_model import SCORE, SpacyClassifier, load
from gateway.types import EntityType

if TYPE_CHECKING:
    from spacy.language import Language


def pipeline() -> Language:
    spacy = pytest.importorskip("spacy", reason="a second look by spaCy needs the package spacy")
    made: Language = spacy.blank("en")
    ruler = made.add_pipe("entity_ruler")
    labels = {
        "PERSON": ["Ann", "ann", "Maria Rossi", "x[0]"],
        "GPE": ["oslo"],
        "DATE": ["monday", "annual", "3 days", "10"],
    }
    patterns = [{"label": label, "pattern": value} for label, values in labels.items() for value in values]
    ruler.add_patterns([*patterns, {"label": "ORDINAL", "pattern": "first"}])
    return made


def found(text: str) -> list[tuple[str, str]]:
    spans = SpacyClassifier("spacy:blank", pipeline()).find(text)
    return [(text[span.start : span.end], span.entity_type.value) for span in spans]


def test_its_entities_are_spans_of_our_types() -> None:
    assert found("first Ann, then Maria Rossi in oslo") == [
        ("Ann", "NAME"),
        ("Maria Rossi", "NAME"),
        ("oslo", "GEOLOCATION"),
    ]


def test_names_in_lower_case_are_left_out() -> None:
    assert found("then ann") == []


def test_times_say_when() -> None:
    assert found("monday or 3 days, not annual") == [("monday", "TIME"), ("3 days", "TIME")]


def test_code_is_left_out() -> None:
    assert found("x = f(Ann);\nAsk Ann") == [("Ann", "NAME")]
    assert found("see x[0] there") == []


def test_a_word_is_never_cut() -> None:
    assert found("at 10am there") == [("10am", "TIME")]


def test_offsets_are_right_behind_pictures_surrogates_and_in_long_texts() -> None:
    text = "👍 \ud800 Ann.\n\n" + "so it goes on. " * 1500 + "Ann"
    spans = list(SpacyClassifier("spacy:blank", pipeline()).find(text))
    assert [text[span.start : span.end] for span in spans] == ["Ann", "Ann"]
    assert {(span.score, span.recognizer) for span in spans} == {(SCORE, "spacy:blank")}


def test_it_looks_only_where_it_is_asked() -> None:
    classifier = SpacyClassifier("spacy:blank", pipeline())
    assert [(span.start, span.end) for span in classifier.find_in("Ann. Ann. Ann.", [(5, 10)])] == [(5, 8)]
    assert EntityType.NAME in classifier.entity_types


def test_what_is_not_installed_is_an_error_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spacy_model, "find_spec", lambda _: None)
    with pytest.raises(ArtefactError, match=r"pip install 'spacy>=3\.8'"):
        load("en_core_web_sm")


def test_an_unknown_pipeline_is_an_error_that_names_it() -> None:
    pytest.importorskip("spacy", reason="a second look by spaCy needs the package spacy")
    with pytest.raises(ArtefactError, match="no pipeline no_such_pipeline"):
        load("no_such_pipeline")
