from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.names.installed import load
from gateway.detection.names.tagger import Tagger
from gateway.detection.names.words import split
from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import PATTERNS
from gateway.types import EntityType
from tests.gateway.detection.names.models import TYPES, small_model

TAGGER = Tagger(small_model())
SHIPPED = Tagger(load())
WORDS = st.sampled_from(
    ["Ann", "ann", "Smith", "Paris", "in", "named", "O'Neil", "Oslo", "blue", "Ann's", "王小明", "x_y", "हिन्दी", "42"]
)
GAPS = st.sampled_from([" ", ", ", ". ", "\n", "-", "/", " = ", "\n\n", "(", "'", "—", ""])
TEXTS = st.one_of(
    st.text(max_size=80), st.lists(st.tuples(WORDS, GAPS), max_size=20).map(lambda each: "".join(map("".join, each)))
)


def found(text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.entity_type.value) for span in TAGGER.find(text)]


def test_a_name_of_two_words_is_one_span() -> None:
    assert found("Ask Ann Smith, please") == [("Ann Smith", "NAME")]


def test_a_comma_parts_two_names_and_types_part_too() -> None:
    assert found("Ann, Maria") == [("Ann", "NAME"), ("Maria", "NAME")]
    assert found("Ann Oslo") == [("Ann", "NAME"), ("Oslo", "GEOLOCATION")]


def test_the_possessive_is_no_part_of_a_name() -> None:
    assert found("Ann's and O'Neil's and Maria’s") == [("Ann", "NAME"), ("O'Neil", "NAME"), ("Maria", "NAME")]


def test_a_doubtful_word_counts_beside_a_sure_one_only() -> None:
    assert found("named Blue") == []
    assert found("named Blue Smith") == [("Blue Smith", "NAME")]


def test_a_name_that_is_hardly_likely_is_none_however_low_the_threshold_and_a_place_is_one() -> None:
    logits = np.log(np.array([0.24, 0.24], dtype=np.float32) / 0.76)
    doubtful = replace(small_model(threshold=0.1), slope=0.0, intercepts=logits)
    assert list(Tagger(doubtful).find("Ann")) == []
    assert [span.entity_type for span in Tagger(doubtful).find("Oslo")] == [EntityType.GEOLOCATION]
    likelier = replace(doubtful, intercepts=logits + np.float32(0.1))
    assert [span.entity_type for span in Tagger(likelier).find("Ann")] == [EntityType.NAME]


def test_a_name_in_lower_case_must_be_likelier() -> None:
    logits = np.log(np.array([0.39, 0.39], dtype=np.float32) / 0.61)
    doubtful = replace(small_model(threshold=0.1), slope=0.0, intercepts=logits)
    assert [span.entity_type for span in Tagger(doubtful).find("Ann")] == [EntityType.NAME]
    assert list(Tagger(doubtful).find("ann")) == []
    likelier = replace(doubtful, intercepts=logits + np.float32(0.1))
    assert [span.entity_type for span in Tagger(likelier).find("ann")] == [EntityType.NAME]


def test_a_type_whose_threshold_no_score_reaches_is_off_and_not_claimed() -> None:
    weights = small_model(threshold=2.0)
    assert list(Tagger(weights).find("Ann in Paris")) == []
    assert Tagger(weights).entity_types == frozenset()
    assert TAGGER.entity_types == {EntityType.NAME, EntityType.GEOLOCATION}


def test_it_stands_beside_patterns_in_one_detector() -> None:
    text = "Ann Smith: ann@corp.example"
    spans = PatternDetector((*PATTERNS, TAGGER)).detect(text)
    assert [(text[span.start : span.end], span.recognizer) for span in spans] == [
        ("Ann Smith", "tagger"),
        ("ann@corp.example", "email"),
    ]


@given(TEXTS)
def test_spans_are_disjoint_inside_the_text_and_whole_words(text: str) -> None:
    last = 0
    for span in TAGGER.find(text):
        assert last <= span.start < span.end <= len(text)
        assert 0 <= span.score <= 1
        assert not is_cut(text, span.start)
        assert not is_cut(text, span.end)
        last = span.end


def is_cut(text: str, at: int) -> bool:
    """Returns whether an offset is between two letters or digits of a script with spaces."""
    around = text[max(0, at - 1) : at + 1]
    return re.fullmatch(r"\w\w", around) is not None and not any(map(is_unspaced, around))


def is_unspaced(character: str) -> bool:
    return "\u0e00" <= character <= "\u0eff" or "\u1000" <= character <= "\uffff"


@given(st.lists(TEXTS, min_size=1, max_size=6), st.integers(1, 5))
def test_the_cache_changes_no_result(texts: list[str], capacity: int) -> None:
    forgetful = Tagger(small_model(), capacity)
    for text in texts:
        assert list(forgetful.find(text)) == list(Tagger(small_model()).find(text))


@given(TEXTS, TEXTS)
def test_a_further_paragraph_changes_nothing_before_it(text: str, appended: str) -> None:
    between = "\n\nthe the the\n\n"
    alone = list(TAGGER.find(text + between))
    longer = [span for span in TAGGER.find(text + between + appended) if span.end <= len(text)]
    assert longer == alone


def test_a_megabyte_of_one_word_and_very_many_words_are_read() -> None:
    assert list(TAGGER.find("x" * 1_000_000)) == []
    assert len(list(TAGGER.find("Ann, " * 20_000))) == 20_000
    assert list(TAGGER.find(" ".join(map(str, range(20_000))))) == []


def test_broken_surrogates_are_read() -> None:
    assert found("Ann \ud800 Smith \udfff") == [("Ann", "NAME"), ("Smith", "NAME")]


def test_training_sees_the_logits_that_decide() -> None:
    logits = TAGGER.logits("Ann blue")
    assert np.allclose(logits.presence, [5, -5], atol=0.001)
    assert logits.of_types[0].argmax() == TYPES.index(EntityType.NAME)
    assert TAGGER.logits("").of_types.shape == (0, len(TYPES))


@given(st.lists(WORDS, min_size=1, max_size=40), st.integers(1, 60))
def test_a_score_is_the_same_to_the_last_bit_however_much_is_judged_beside_it(words: list[str], more: int) -> None:
    text = " ".join(words) + "\n\n"
    alone = SHIPPED.logits(text + "the the\n")
    longer = SHIPPED.logits(text + "the the\n" * (1 + more))
    count = len(split(text).forms)
    assert alone.presence[:count].tolist() == longer.presence[:count].tolist()


@given(st.lists(TEXTS | st.just("\x03\x02"), max_size=8), st.sampled_from([TAGGER, SHIPPED]))
def test_texts_that_are_read_together_do_not_influence_each_other(texts: list[str], tagger: Tagger) -> None:
    assert tagger.find_all(texts) == [list(tagger.find(text)) for text in texts]


def test_more_texts_than_are_read_together_are_all_read() -> None:
    texts = [f"Ann Smith of Oslo {number}" for number in range(4000)]
    assert {len(spans) for spans in TAGGER.find_all(texts)} == {2}
