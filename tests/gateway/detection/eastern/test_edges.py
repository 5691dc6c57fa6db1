from __future__ import annotations

import pytest

from gateway.detection.eastern.dictionary import EasternClass
from gateway.detection.eastern.edges import corrected, ordinary
from gateway.types import EntityType, Span


def after_correction(
    text: str, *written: str, entity_type: EntityType = EntityType.NAME, classes: EasternClass = EasternClass.GIVEN
) -> list[str]:
    spans = [Span(text.index(each), text.index(each) + len(each), entity_type, 0.9, "eastern") for each in written]
    return [text[span.start : span.end] for span in corrected(((span, classes) for span in spans), text)]


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("請白石先生來", "白石", "白石先生"),
        ("担当は水野課長です", "水野", "水野課長"),
        ("남궁 과장님께 드려요", "남궁", "남궁 과장님"),
        ("ขอพบนางสาวดวงใจ", "ดวงใจ", "นางสาวดวงใจ"),
        ("联系司马文静", "文静", "司马文静"),
        ("氏名：水野 葵、東京", "水野", "水野 葵"),
        ("新郎は岸 航平さん", "航平", "岸 航平"),
        ("동생 수빈이는 학생", "수빈", "수빈이"),
        ("이름 한나래, 나이", "한나", "한나래"),
        ("ดวงใจ ทองเอก นะ", "ดวงใจ ทอง", "ดวงใจ ทองเอก"),
        ("古丽·阿依夏，来", "阿依夏", "古丽·阿依夏"),
        ("联系司马文静", "马文静", "司马文静"),
        ("ดวงใจ ทองเอก นะ", "ดวง", "ดวงใจ"),
        ("아멜리 라로슈가 왔다", "아멜리 ", "아멜리 라로슈"),
        ("アンドレアです", "アンド", "アンドレア"),
    ],
)
def test_a_name_that_was_cut_is_whole_with_its_title(text: str, found: str, whole: str) -> None:
    assert after_correction(text, found)[0].startswith(whole)


def test_a_surname_that_was_found_alone_takes_its_given_name_along() -> None:
    assert after_correction("联系人柏霜。", "柏", classes=EasternClass.SURNAME) == ["柏霜"]
    assert after_correction("柏在那里", "柏", classes=EasternClass.SURNAME) == []


def test_one_letter_and_the_rest_of_a_name_are_one_span() -> None:
    assert after_correction("由柏霜雪来", "柏", "霜雪") == ["柏霜雪"]


def test_an_organisation_in_thai_goes_on_to_the_next_space() -> None:
    organisation = EntityType.AFFILIATION
    assert after_correction("ที่โรงพยาบาลสายน้ำผึ้ง วันนี้", "โรงพยาบาลสาย", entity_type=organisation) == ["โรงพยาบาลสายน้ำผึ้ง"]
    assert after_correction("ไปโรงพยาบาลได้ไหม", "โรงพยาบาล", entity_type=organisation) == []


@pytest.mark.parametrize(
    ("text", "found", "classes"),
    [
        ("今年春天来了", "春天", EasternClass.WORD),
        ("家に三人います", "三人", EasternClass.GIVEN),
        ("去过十三万次", "十三万", EasternClass(0)),
        ("祖父の家", "祖父", EasternClass.WORD | EasternClass.GIVEN),
        ("우리 학교운동장에서", "운동", EasternClass(0)),
        ("温和一点", "温", EasternClass.SURNAME),
    ],
)
def test_words_numbers_and_pieces_of_words_name_nobody(text: str, found: str, classes: EasternClass) -> None:
    assert after_correction(text, found, classes=classes) == []


def test_a_korean_full_name_that_is_also_a_word_stays() -> None:
    assert after_correction("배우 나도향은", "나도향", classes=EasternClass.WORD) == ["나도향"]


def test_ordinary_words_are_listed_once_and_clean() -> None:
    assert all(word == word.strip() and "\n" not in word for word in ordinary())
    assert {"祖母", "할머니", "โรงพยาบาล"} <= ordinary()
