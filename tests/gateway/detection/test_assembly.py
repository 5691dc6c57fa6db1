from __future__ import annotations

import pytest

from gateway.detection.assembly import full_detector, pattern_detector, recognizers
from gateway.detection.attributes import ATTRIBUTES
from gateway.detection.custom import custom
from gateway.detection.names.installed import load
from gateway.detection.names.weights import Weights
from gateway.detection.patterns import PATTERNS
from gateway.types import EntityType

BADGE = custom("badge", EntityType.ID_NUMBER, "B-[0-9]{6}", 0.9)
LANGUAGES = {language for each in (*PATTERNS, *ATTRIBUTES) for language in each.languages}


@pytest.fixture(scope="module")
def weights() -> Weights:
    return load()


def test_a_full_detector_has_all_recognizers_with_names_of_their_own(weights: Weights) -> None:
    names = [each.name for each in recognizers((BADGE,), LANGUAGES, weights)]
    patterns, attributes = ([each.name for each in some] for some in (PATTERNS, ATTRIBUTES))
    assert names == [
        *patterns,
        "structure",
        "badge",
        *attributes,
        "said",
        "circumstances",
        "tagger",
        "caseless_tagger",
        "eastern",
    ]
    assert len(set(names)) == len(names)


def test_patterns_of_other_languages_are_left_out(weights: Weights) -> None:
    left_out = {each.name for each in (*PATTERNS, *ATTRIBUTES) if each.languages and "de" not in each.languages}
    names = {each.name for each in recognizers((), {"de"}, weights)}
    assert left_out
    assert not left_out & names
    assert {each.name for each in PATTERNS if not each.languages} <= names


def test_names_are_found_by_the_full_detector_only(weights: Weights) -> None:
    text = "Anna Schmidt has badge B-123456"
    found = [span.recognizer for span in pattern_detector((BADGE,), LANGUAGES).detect(text)]
    assert found == ["badge"]
    spans = full_detector((BADGE,), LANGUAGES, weights).detect(text)
    assert [text[span.start : span.end] for span in spans] == ["Anna Schmidt", "B-123456"]
    assert spans[0].recognizer == "tagger"
