from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from gateway.detection.agreement import agreed
from gateway.detection.assembly import recognizers
from gateway.detection.circumstances.reading import CircumstanceReading, Told
from gateway.detection.circumstances.tagger import CircumstanceTagger
from gateway.detection.names.installed import load
from gateway.detection.pattern_detector import PatternDetector
from gateway.settings import DetectionSettings
from gateway.types import EntityType, Span
from tests.gateway.detection.circumstances.models import small_model

NAME, TIME = EntityType.NAME, EntityType.TIME


def stays(kind: EntityType, recognizer: str, likely: float, score: float = 0.4, *, is_english: bool = False) -> bool:
    reading = CircumstanceReading((), Told([0], [3], [likely], [is_english]))
    return bool(agreed([Span(0, 3, kind, score, recognizer)], reading))


@pytest.mark.parametrize("kind", [NAME, TIME, EntityType.AFFILIATION, EntityType.GEOLOCATION, EntityType.ADDRESS])
def test_a_doubtful_name_needs_the_network_in_other_languages_than_english(kind: EntityType) -> None:
    assert not stays(kind, "tagger", 0.1)
    assert stays(kind, "tagger", 0.3)
    assert stays(kind, "tagger", 0.0, score=0.6)
    assert stays(kind, "tagger", 0.0, is_english=True)


@pytest.mark.parametrize("recognizer", ["said_beside", "tagger"])
def test_what_a_list_or_the_tagger_says_of_people_must_not_be_nothing_at_all(recognizer: str) -> None:
    assert not stays(EntityType.FINANCIAL_INFORMATION, recognizer, 0.01, score=0.99)
    assert stays(EntityType.FINANCIAL_INFORMATION, recognizer, 0.02)


def test_nor_must_an_amount_be_that_no_word_says_is_somebodys() -> None:
    assert not stays(EntityType.FINANCIAL_INFORMATION, "amount", 0.01, score=0.5)
    assert stays(EntityType.FINANCIAL_INFORMATION, "amount", 0.02, score=0.5)
    assert stays(EntityType.FINANCIAL_INFORMATION, "amount", 0.01, score=0.51)


@pytest.mark.parametrize("recognizer", ["caseless_tagger", "eastern"])
def test_nor_must_what_the_other_models_of_names_find(recognizer: str) -> None:
    assert not stays(NAME, recognizer, 0.01, score=0.99)
    assert stays(NAME, recognizer, 0.02)


@pytest.mark.parametrize(
    ("kind", "recognizer"),
    [
        (EntityType.HEALTH_INFORMATION, "structure"),
        (EntityType.HEALTH_INFORMATION, "deny_list"),
        (EntityType.OCCUPATION, "a_recognizer_of_the_configuration"),
        (EntityType.HEALTH_INFORMATION, "said"),
        (EntityType.DIETARY_PREFERENCE, "diet_of_kin"),
        (EntityType.GENDER, "gender_after_age"),
        (EntityType.INCOME, "income"),
        (TIME, "date_numeric"),
        (EntityType.EMAIL, "email"),
        (EntityType.KEYS, "password_quoted"),
        (EntityType.ID_NUMBER, "tagger"),
    ],
)
def test_what_a_grammar_a_label_a_form_or_the_configuration_says_is_not_judged(
    kind: EntityType, recognizer: str
) -> None:
    assert stays(kind, recognizer, 0.0)


def test_where_the_network_reads_nothing_all_stays() -> None:
    span = Span(4, 7, EntityType.HEALTH_INFORMATION, 0.3, "said_beside")

    assert agreed([span], CircumstanceReading((), Told([0], [3], [0.0], [False]))) == [span]


@dataclass(frozen=True)
class Said:
    """Takes a word for what is told of somebody's health, as the tagger of names may."""

    word: str
    name: str = "tagger"
    entity_types: frozenset[EntityType] = frozenset({EntityType.HEALTH_INFORMATION})
    has_checksum: bool = False

    def find(self, text: str) -> Iterator[Span]:
        at = text.find(self.word)
        if at >= 0:
            yield Span(at, at + len(self.word), EntityType.HEALTH_INFORMATION, 0.7, self.name)


NETWORK = CircumstanceTagger(small_model())


def test_a_detector_with_the_network_leaves_out_what_it_takes_for_nothing() -> None:
    text = "We have a long road ahead of us today."

    assert PatternDetector((Said("road"),)).detect(text)
    assert not PatternDetector((Said("road"), NETWORK)).detect(text)
    assert PatternDetector((Said("flu"), NETWORK)).detect(text.replace("road", "flu"))


def test_it_judges_a_value_that_is_written_with_escapes_as_it_reads_the_text_without_them() -> None:
    text = "We have a long %s ahead of us today."

    assert PatternDetector((Said("flu"), NETWORK)).detect(text % "f&#108;u")
    assert not PatternDetector((Said("road"), NETWORK)).detect(text % "r&#111;ad")


def test_a_paragraph_of_few_words_is_too_short_to_judge() -> None:
    detector = PatternDetector((Said("road"), NETWORK))

    assert detector.detect("a long road")
    assert detector.detect("a long road\n\nWe have nothing else to say to anybody today.")
    assert not detector.detect("a long road\nWe have nothing else to say to anybody today.")


SHIPPED = PatternDetector(recognizers((), DetectionSettings().languages, load()))


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("You should know that at home we are a halal cousin, a keto daughter and a lactose-free brother.", "keto"),
        ("You should know that at home we are a heterosexual aunt, a pansexual daughter and a queer nephew.", "queer"),
        ("Mijn zus is advocaat. Welk cadeau past bij haar?", "advocaat"),
        ("I earn $714,868.86 a year. Give me three steps to debug this Python traceback.", "$714,868.86"),
    ],
)
def test_what_a_sentence_says_of_a_person_is_found_whatever_the_network_thinks(sentence: str, said: str) -> None:
    assert said in " ".join(sentence[span.start : span.end] for span in SHIPPED.detect(sentence))
