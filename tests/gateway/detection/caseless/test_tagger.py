from __future__ import annotations

import pytest

from gateway.detection.caseless.tagger import CaselessTagger
from gateway.detection.pattern_detector import PatternDetector
from tests.gateway.detection.caseless.models import small_model

TAGGER = CaselessTagger(small_model())


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in TAGGER.find(text)]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("قال أحمد إن سارة هنا", ["أحمد", "سارة"]),
        ("סיפרתי לאבא של דוד", ["דוד"]),
        ("राहुल कल आएगा", ["राहुल"]),
        ("রহিম আজ আসবে", ["রহিম"]),
    ],
)
def test_a_name_is_found_in_each_script(text: str, spans: list[str]) -> None:
    assert found(text) == spans


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("جاء وأحمد معه", ["أحمد"]),
        ("قلت لسارة كل شيء", ["سارة"]),
        ("אמרתי לדוד הכול", ["דוד"]),
        ("נסענו מחיפה אתמול", ["חיפה"]),
        ("রহিমকে বলেছি", ["রহিম"]),
        ("ঢাকায় থাকি", ["ঢাকা"]),
        ("করিমের বই", ["করিম"]),
    ],
)
def test_what_is_attached_to_a_name_is_left_out(text: str, spans: list[str]) -> None:
    assert found(text) == spans


@pytest.mark.parametrize("text", ["قابلت وليد أمس", "ראיתי את ורד ואת לאה", "বগুড়া যাব"])
def test_a_name_that_begins_or_ends_like_an_attachment_stays_whole(text: str) -> None:
    assert all(each in {"وليد", "ורד", "לאה", "বগুড়া"} for each in found(text))
    assert found(text)


def test_a_list_of_names_is_split_at_its_ands() -> None:
    assert found("حضر أحمد وسارة ووليد أمس") == ["أحمد", "سارة", "وليد"]


def test_an_article_that_lost_a_letter_stays_with_the_place() -> None:
    assert found("سافر للرياض أمس") == ["لرياض"]


@pytest.mark.parametrize("written", ["أَحْمَد", "احمد", "أحـمد"])
def test_optional_signs_and_other_letters_hide_no_name(written: str) -> None:
    assert found(f"قال {written} نعم") == [written]


def test_marks_of_direction_do_not_break_a_span() -> None:
    detector = PatternDetector((TAGGER,))
    text = "قال \u200fأح\u200fمد\u200e نعم"
    assert [text[span.start : span.end].strip("\u200e\u200f") for span in detector.detect(text)] == ["أح\u200fمد"]


def test_words_in_other_scripts_are_left_to_others() -> None:
    assert found("Ahmad said أحمد to David in Haifa") == ["أحمد"]
    assert found("Ahmad said hello to David in Haifa") == []


def test_many_texts_give_what_each_gives_alone() -> None:
    texts = ["قال أحمد", "nothing", "", "דוד כאן"]
    assert TAGGER.find_all(texts) == [list(TAGGER.find(text)) for text in texts]
