from __future__ import annotations

from collections.abc import Iterator

import pytest

from gateway.detection.assembly import recognizers
from gateway.detection.attributes.beside_people import beside_people
from gateway.detection.attributes.listed import LANGUAGES
from gateway.detection.attributes.sheets import BESIDE, SAID
from gateway.detection.model_names import CIRCUMSTANCES as NAME
from gateway.detection.names.installed import load
from gateway.detection.pattern_detector import PatternDetector
from gateway.types import EntityType, Span

OF_PEOPLE = [
    ("Guest list:\n- Marta Ellwood: vegan\n- Piotr Zaleski: two seats", ["vegan"]),
    ("Dorothea Kessler hat sich krankgemeldet (Burnout).", ["Burnout"]),
    ("nom|ville|remarques\nSolène Marchand|Brest|végétarienne\nYvon Kerbrat|Quimper|", ["végétarienne"]),
    ("74-year-old, epilepsy for years.", ["epilepsy"]),
    ("Name: Elif Yalçın, boşanmış", ["boşanmış"]),
    ("Geburtsdatum 03.02.1961. Bekannt: Epilepsie.\n\nSeit 2019 auch eine Psoriasis.", ["Epilepsie", "Psoriasis"]),
    ("My uncle wets the bed. Falls twice a week.", ["wets the bed", "Falls twice a week"]),
    ("Mrs Orla Fenwick, 83. Muddled since midnight.", ["Muddled since midnight"]),
]
OF_NOBODY = [
    "Depression and diabetes are common. Vegan recipes are not.",
    "Die Epilepsie ist eine Krankheit des Gehirns. Psoriasis betrifft die Haut.",
    "Marta Ellwood signed it. Vegan dishes are on the left.",
    "My uncle has a boat.\n\nHypothyroidism is common.",
    "Definition of divorced, by Marta Ellwood.",
    "Epilepsy runs in families.\n\nMarta Ellwood, born 3 February 1961",
    "def vegan(dish: str) -> bool:\n    return dish in VEGAN",
    "2024-05-01 12:00:01 INFO deploy: migrated shards, disabled cache, 0 errors",
]


@pytest.fixture(scope="module")
def detector() -> PatternDetector:
    others = (each for each in recognizers((), {*LANGUAGES}, load()) if each.name != NAME)
    return PatternDetector([*others], few_texts=True)


def attributes(detector: PatternDetector, text: str) -> Iterator[str]:
    return (text[span.start : span.end] for span in detector.detect(text) if span.recognizer in (SAID, BESIDE))


@pytest.mark.parametrize(("text", "values"), OF_PEOPLE)
def test_an_attribute_counts_beside_a_name_and_in_a_record(
    detector: PatternDetector, text: str, values: list[str]
) -> None:
    assert [*attributes(detector, text)] == values


@pytest.mark.parametrize("text", OF_NOBODY)
def test_without_either_a_term_says_nothing_of_anybody(detector: PatternDetector, text: str) -> None:
    assert [*attributes(detector, text)] == []


def test_a_doubtful_name_is_none_and_other_spans_stay() -> None:
    text = "Ann vegan"
    vegan = Span(4, 9, EntityType.DIETARY_PREFERENCE, 0.6, BESIDE)
    for score, left in ((0.9, 2), (0.2, 1)):
        assert len(beside_people([Span(0, 3, EntityType.NAME, score, "tagger"), vegan], text)) == left
    assert beside_people([vegan._replace(recognizer="other")], text) == [vegan._replace(recognizer="other")]
