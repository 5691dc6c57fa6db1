from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.names.tagger import Tagger
from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.recognizer import Extent, Recognizer
from gateway.detection.second_look.second_look import SENTENCES, Classifier, SecondLook, Sentences
from gateway.types import EntityType, Span
from tests.gateway.detection.names.models import small_model
from tests.gateway.detection.second_look.models import classifier, lexicon

TAGGER = Tagger(small_model())


class Asked:
    """A classifier that records the stretches that it reads."""

    def __init__(self, asking: Classifier) -> None:
        self._asking = asking
        self.stretches: list[str] = []

    name = "asked"
    entity_types = frozenset({EntityType.NAME, EntityType.GEOLOCATION})
    has_checksum = False

    def find(self, text: str) -> Iterable[Span]:
        return self._asking.find(text)

    def find_in(self, text: str, extents: Iterable[Extent]) -> Iterable[Span]:
        for start, end in extents:
            self.stretches.append(text[start:end])
            yield from self._asking.find_in(text, [(start, end)])


def second_look(sentences: Sentences) -> SecondLook:
    return SecondLook(TAGGER, classifier(), lexicon(), sentences)


def found(text: str, sentences: Sentences = "doubtful") -> list[str]:
    return [text[span.start : span.end] for span in second_look(sentences).find(text)]


def asked(text: str, sentences: Sentences = "doubtful") -> list[str]:
    noting = Asked(classifier())
    list(SecondLook(TAGGER, noting, lexicon(), sentences).find(text))
    return noting.stretches


def test_it_finds_a_name_that_the_tagger_doubts() -> None:
    assert list(TAGGER.find("named Zuleika")) == []
    assert found("named Zuleika") == ["Zuleika"]


def test_it_is_asked_about_the_sentences_with_a_doubt_only() -> None:
    text = "All is well. She is named Zuleika. It rains.\n\nNothing. A man named Smithson!"
    assert asked(text) == ["She is named Zuleika. ", "A man named Smithson!"]


def test_where_the_tagger_is_sure_it_is_not_asked() -> None:
    assert asked("Ann Smith met Maria in Paris. All is well.") == []
    assert asked("") == []


@pytest.mark.parametrize("text", ["named 42", "named smile"])
def test_numbers_and_common_words_are_no_doubt(text: str) -> None:
    assert asked(text) == []


def test_a_claim_where_the_tagger_has_no_doubt_does_not_count() -> None:
    text = "Zuleika is named Smithson"
    assert found(text) == ["Smithson"]


def test_always_asks_about_everything_and_every_claim_counts() -> None:
    assert asked("Zuleika.\n\nIt rains.", "always") == ["Zuleika.\n\n", "It rains."]
    assert found("Zuleika.\n\nIt rains.", "always") == ["Zuleika"]


def test_it_stands_beside_the_tagger_in_one_detector() -> None:
    text = "Ann is named Zuleika"
    recognizers: list[Recognizer] = [TAGGER, second_look("doubtful")]
    spans = PatternDetector(recognizers).detect(text)
    assert [(text[span.start : span.end], span.recognizer) for span in spans] == [
        ("Ann", "tagger"),
        ("Zuleika", "pieces"),
    ]


def test_it_is_named_and_typed_as_its_classifier() -> None:
    look = second_look("doubtful")
    assert (look.name, look.entity_types, look.has_checksum) == ("pieces", classifier().entity_types, False)


@given(st.text(max_size=60), st.sampled_from(SENTENCES))
def test_any_text_is_read_and_always_in_the_same_way(text: str, sentences: Sentences) -> None:
    assert found(text, sentences) == found(text, sentences)
