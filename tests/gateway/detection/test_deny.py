from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.deny import DenyList, denying
from gateway.detection.detector import Detector
from gateway.detection.pattern_detector import PatternDetector
from gateway.types import DENY_LIST, EntityType, Span
from tests.support.work import calls

PATTERNS = PatternDetector()

FALCON = {"Project Falcon": EntityType.AFFILIATION}


def found(terms: list[str], text: str) -> list[str]:
    deny_list = DenyList(dict.fromkeys(terms, EntityType.AFFILIATION))
    return [text[span.start : span.end] for span in deny_list.find(text)]


def spans(terms: dict[str, EntityType], text: str) -> list[tuple[str, str, str]]:
    detector = denying(PatternDetector(), terms)
    return [(text[each.start : each.end], each.entity_type, each.recognizer) for each in detector.detect(text)]


@pytest.mark.parametrize(
    "form",
    [
        "project falcon",
        "PROJECT FALCON",
        "Project  Falcon",
        "Project\nFalcon",
        "project-falcon",
        "project_falcon",
        "project.falcon",
        "Project – Falcon",
        "ProjectFalcon",
        "projectFalcon",
        "projectfalcon",
        "PROJECTFALCON",
        "Project Falcons",
        "Pröject Fálcon",
        "Pro\u0308ject Falcon",
    ],
)
def test_a_term_is_found_in_all_its_forms(form: str) -> None:
    assert found(["Project Falcon"], f"about {form}.") == [form]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Falcon's end", "Falcon"),
        ("my_falcon_config.yaml", "falcon"),
        ("myFalconConfig", "Falcon"),
        ("FALCONConfig", "FALCON"),
        ("falcon9", "falcon"),
        ("api.falcon.example", "falcon"),
    ],
)
def test_a_term_is_found_inside_identifiers_and_before_a_possessive(text: str, form: str) -> None:
    assert found(["falcon"], text) == [form]


@pytest.mark.parametrize("text", ["falconry", "gyrfalcon", "projectFalconry", "fal con", "Falc"])
def test_a_term_is_not_found_inside_a_word(text: str) -> None:
    assert found(["falcon"], text) == []


def test_words_that_only_read_alike_when_joined_are_other_terms() -> None:
    assert found(["an ice"], "a nice, an ice") == ["an ice"]


def test_words_far_apart_are_no_term() -> None:
    assert found(["Project Falcon"], "project (old) falcon; project .... falcon") == []


def test_an_abbreviation_has_a_plural() -> None:
    assert found(["API"], "two APIs") == ["APIs"]


def test_a_term_without_spaces_between_words_is_found_in_a_sentence_without_any() -> None:
    assert found(["猎鹰项目", "Café"], "我们的猎鹰项目进展顺利 cafes") == ["猎鹰项目", "cafes"]


def test_signs_of_a_term_may_be_others_or_none() -> None:
    assert found(["AT&T", "Foo, Inc."], "AT&T, at-t, ATT; foo inc") == ["AT&T", "at-t", "ATT", "foo inc"]


def test_terms_that_overlap_are_one_span() -> None:
    assert found(["blue falcon", "falcon club"], "Blue Falcon Club") == ["Blue Falcon Club"]


def test_the_longest_term_counts() -> None:
    terms = {"Falcon": EntityType.PRODUCT, "Falcon Works": EntityType.AFFILIATION}
    assert spans(terms, "Falcon Works on Falcon") == [
        ("Falcon Works", "AFFILIATION", DENY_LIST),
        ("Falcon", "PRODUCT", DENY_LIST),
    ]


def test_a_term_that_is_hidden_from_machines_is_found() -> None:
    assert spans(FALCON, "Pro\u200bject Ｆａｌｃｏｎ")[0][1:] == ("AFFILIATION", DENY_LIST)


def test_a_value_that_holds_a_term_is_denied_as_a_whole() -> None:
    assert spans(FALCON, "ask ann@project-falcon.example") == [("ann@project-falcon.example", "EMAIL", DENY_LIST)]


def test_where_no_term_stands_the_detector_finds_what_it_found() -> None:
    text = "ask ann@example.org about falcons"
    assert denying(PatternDetector(), FALCON).detect(text) == PatternDetector().detect(text)


def test_without_terms_the_detector_stays_itself() -> None:
    detector = PatternDetector()
    assert denying(detector, {}) is detector


class _Fixed(Detector):
    def __init__(self, *spans: Span) -> None:
        self.spans = spans

    def detect(self, text: str) -> tuple[Span, ...]:
        return self.spans


def test_a_term_and_what_it_overlaps_are_denied_together() -> None:
    name, key = Span(0, 11, EntityType.NAME, 0.4, "tagger"), Span(16, 40, EntityType.KEYS, 1.0, "api_key")
    detector = denying(_Fixed(name, key), {"Falcon Ray": EntityType.PRODUCT})
    assert detector.detect("Anna Falcon Ray " + "k" * 24) == (Span(0, 15, EntityType.NAME, 1.0, DENY_LIST), key)


def test_no_claim_beats_a_denied_term() -> None:
    card = Span(0, 19, EntityType.CREDIT_CARD, 1.0, "credit_card")
    (span,) = denying(_Fixed(card), {"4111": EntityType.PRODUCT}).detect("4111 1111 1111 1111")
    assert (span.start, span.end, span.entity_type, span.recognizer) == (0, 19, EntityType.CREDIT_CARD, DENY_LIST)


words = st.text("abcdefgh", min_size=2, max_size=6)
gaps = st.sampled_from([" ", "  ", "-", "_", ".", "\n", " - "])


@given(st.lists(words, min_size=1, max_size=4), st.data())
def test_a_planted_form_is_found_wherever_it_stands(term: list[str], data: st.DataObject) -> None:
    drawn = [data.draw(gaps) for _ in term[1:]] + [""]
    cased = [data.draw(st.sampled_from([str.lower, str.upper, str.title]))(word) for word in term]
    form = "".join(map(str.__add__, cased, drawn))
    before, after = data.draw(st.text(" .,;\n😀'\"", max_size=9)), data.draw(st.text(" .,;\n😀", max_size=9))
    text = f"{before} {form} {after}"

    assert found([" ".join(term)], text) == [form]


@given(st.lists(st.text(max_size=8).filter(lambda term: any(map(str.isalnum, term))), max_size=4), st.text())
def test_spans_are_disjoint_and_inside_the_text(terms: list[str], text: str) -> None:
    end = 0
    for span in DenyList(dict.fromkeys(terms, EntityType.AFFILIATION)).find(text + " ".join(terms)):
        assert end <= span.start < span.end <= len(text + " ".join(terms))
        end = span.end


def work(terms: int, words: int) -> int:
    deny_list = DenyList({f"a b {number:x} c": EntityType.AFFILIATION for number in range(terms)})
    return calls(lambda: list(deny_list.find("a b " * words)))


def test_work_grows_with_the_text_and_not_with_the_terms() -> None:
    assert work(2_000, 500) < 2 * work(10, 500)
    assert work(10, 2_000) < 5 * work(10, 500)


@given(st.lists(st.text() | st.just("a Falcon: falcon@corp.example"), max_size=6))
def test_texts_together_are_found_as_one_by_one(texts: list[str]) -> None:
    detector = denying(PATTERNS, FALCON)
    assert detector.detect_all(texts) == [detector.detect(text) for text in texts]
