from __future__ import annotations

import numpy as np
import pytest

from gateway.detection.eastern.dictionary import Dictionary
from gateway.detection.eastern.installed import load
from gateway.detection.eastern.tagger import EasternTagger
from tests.gateway.detection.eastern.models import small_network

TEXTS = [
    "王小明在东京",
    "Ann Lee in Oslo",
    "",
    "민수가 서울에 있다",
    "x" * 60 + "王小明" + "y" * 60 + "สมชาย",
    "今天很好",
]
SENTENCES = {
    "我叫陈思远，在北京工作。": ["陈思远", "北京"],
    "田中さんは大阪に住んでいます。": ["田中", "大阪"],
    "저는 김민수이고 서울에 살아요.": ["김민수", "서울"],
    "คุณวิชัย ทองสุข จากกรุงเทพ": ["วิชัย ทองสุข", "กรุงเทพ"],
}


@pytest.fixture(scope="module")
def small() -> EasternTagger:
    return EasternTagger(small_network())


@pytest.fixture(scope="module")
def shipped() -> EasternTagger:
    return EasternTagger(load())


def values(tagger: EasternTagger, text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.entity_type.value) for span in tagger.find(text)]


def test_names_and_places_are_found_without_spaces_around_them(small: EasternTagger) -> None:
    assert values(small, "我叫王小明在东京。") == [("王小明", "NAME"), ("东京", "GEOLOCATION")]
    assert values(small, "민수가 서울에") == [("민수", "NAME"), ("서울", "GEOLOCATION")]
    assert values(small, "คุณสมชายมา") == [("สมชาย", "NAME")]


def test_traditional_characters_are_found_like_simplified_ones(small: EasternTagger) -> None:
    assert values(small, "東京") == [("東京", "GEOLOCATION")]


def test_many_texts_together_have_the_same_spans_as_one_by_one(small: EasternTagger, shipped: EasternTagger) -> None:
    for tagger in (small, shipped):
        assert tagger.find_all(TEXTS * 3) == [list(tagger.find(text)) for text in TEXTS * 3]


def test_what_stands_far_behind_changes_no_span_not_even_its_score(shipped: EasternTagger) -> None:
    for text in SENTENCES:
        alone = list(shipped.find(text + "\n" * 7))
        assert [
            span for span in shipped.find(text + "\n" * 7 + "王五去了上海。" * 40) if span.end <= len(text)
        ] == alone


def test_texts_in_other_scripts_have_no_spans(small: EasternTagger) -> None:
    assert list(small.find("Ann Lee in Oslo, Анна в Осло")) == []


@pytest.mark.parametrize("text", SENTENCES)
def test_the_shipped_model_finds_people_and_places(shipped: EasternTagger, text: str) -> None:
    assert [value for value, _ in values(shipped, text)] == SENTENCES[text]


def test_a_long_text_is_judged_like_its_parts(shipped: EasternTagger) -> None:
    once = list(shipped.find("我叫陈思远，在北京工作。\n"))
    assert len(list(shipped.find("我叫陈思远，在北京工作。\n" * 2000))) == 2000 * len(once)


@pytest.mark.parametrize("text", ["", "\n", "\ud800王", "𠮷野家", "ก" * 300, "王" * 3000, "่่่่", "e\u0301王"])
def test_odd_texts_break_nothing(shipped: EasternTagger, text: str) -> None:
    assert all(0 <= span.start < span.end <= len(text) for span in shipped.find(text))


def test_a_dictionary_of_one_word_is_enough() -> None:
    one = Dictionary(np.array([1], dtype=np.uint32), np.array([1], dtype=np.uint8))
    assert one.flags(np.array([5, 6], dtype=np.uint32)).shape[0] == 2
