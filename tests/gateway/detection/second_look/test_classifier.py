from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.names.words import split
from gateway.detection.second_look.classifier import TokenClassifier
from gateway.types import EntityType, Span
from tests.gateway.detection.second_look.models import PiecesOfThree, classifier, lexicon

WORDS = st.sampled_from(
    ["Zuleika", "smithson", "LAPPEENRANTA", "may", "then", "Zoë", "王小明", "x_y", "👍", "O'Zulu", "\ud800"]
)
GAPS = st.sampled_from([" ", ", ", ". ", "\n", "\n\n", "-", " = ", "(", ""])
TEXTS = st.one_of(
    st.text(max_size=60), st.lists(st.tuples(WORDS, GAPS), max_size=20).map(lambda each: "".join(map("".join, each)))
)


def found(text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.entity_type.value) for span in classifier().find(text)]


def test_a_piece_that_is_found_is_found_as_the_whole_word() -> None:
    assert found("in LAPPEENRANTA now") == [("LAPPEENRANTA", "GEOLOCATION")]


def test_neighbours_of_one_type_are_one_span() -> None:
    assert found("ask Zuleika Smithson there") == [("Zuleika Smithson", "NAME")]


def test_a_common_word_in_lower_case_needs_more() -> None:
    assert found("may we? Ask May, and Mayra") == [("May", "NAME"), ("Mayra", "NAME")]


def test_a_line_of_code_needs_more_still() -> None:
    assert found("x = f(May, Zuleika);") == [("Zuleika", "NAME")]


def test_a_word_with_a_score_below_a_fifth_is_not_claimed() -> None:
    assert found("Dimitri") == []


def test_types_that_patterns_find_more_surely_are_left_to_them() -> None:
    assert found("Mailbox") == []
    assert classifier().entity_types == {EntityType.NAME, EntityType.GEOLOCATION, EntityType.ADDRESS}


def test_offsets_are_right_behind_other_scripts_and_in_every_window() -> None:
    text = "Zoë 👍 王小明 " + "so it goes on and on, " * 60 + "Zuleika. " * 30 + "\n\n" + "Ünïcode Smithson"
    assert found(text) == [("Zuleika", "NAME")] * 30 + [("Smithson", "NAME")]


def test_no_window_is_too_long_or_reaches_into_another_paragraph() -> None:
    model = PiecesOfThree()
    list(TokenClassifier("pieces", model, lexicon()).find("a b c\n\nd e\n\n" + "f " * 300))
    assert model.windows == [3, 2, 126, 126, 48]


def test_only_what_it_is_asked_about_is_looked_at() -> None:
    text = "Zuleika. Smithson. Zuleika."
    assert [(span.start, span.end) for span in classifier().find_in(text, [(9, 19)])] == [(9, 17)]


def test_a_text_without_words_does_not_run_the_model() -> None:
    model = PiecesOfThree()
    assert list(TokenClassifier("pieces", model, lexicon()).find(" 👍 …")) == []
    assert model.windows == []


def test_threads_share_it() -> None:
    shared = classifier()
    texts = [f"Zuleika{'!?'[at % 2] * at} Smithson" for at in range(2, 200)] * 5
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda text: list(shared.find(text)), texts))
    assert together == [list(classifier().find(text)) for text in texts]


@given(TEXTS)
def test_spans_are_disjoint_whole_words_inside_the_text_and_always_the_same(text: str) -> None:
    spans = list(classifier().find(text))
    assert spans == list(classifier().find(text))
    words = split(text)
    assert_whole_words(spans, words.starts, words.ends)


def assert_whole_words(spans: list[Span], starts: list[int], ends: list[int]) -> None:
    last = 0
    for span in spans:
        assert last <= span.start < span.end
        assert span.start in starts
        assert span.end in ends
        assert 0 <= span.score <= 1
        last = span.end


@given(TEXTS, TEXTS)
def test_a_further_paragraph_changes_nothing_before_it(text: str, appended: str) -> None:
    alone = list(classifier().find(f"{text}\n\nso"))
    longer = list(classifier().find(f"{text}\n\nso\n\nso {appended}"))
    assert longer[: len(alone)] == alone


def test_a_megabyte_of_one_word_and_very_many_words_are_read() -> None:
    assert found("x" * 1_000_000) == []
    assert len(found("Zuleika, " * 3_000)) == 3_000
