from __future__ import annotations

import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.custom import checksum_named, compiled, custom
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType
from tests.support import work


def badge(pattern: str = "B-[0-9]{6}", *context: str) -> Pattern:
    return custom("badge", EntityType.ID_NUMBER, pattern, 0.6, context=context)


def found(recognizer: Pattern, text: str) -> list[str]:
    return [text[span.start : span.end] for span in recognizer.find(text)]


def test_a_span_has_the_name_type_and_score_of_its_recognizer() -> None:
    (span,) = badge().find("see B-123456")
    assert (span.start, span.end, span.recognizer) == (4, 12, "badge")
    assert (span.entity_type, span.score) == (EntityType.ID_NUMBER, 0.6)


def test_a_group_called_value_is_the_value() -> None:
    assert found(badge(r"badge (?P<value>[0-9]+)(?: old)?"), "badge 12 old") == ["12"]


def test_a_match_without_its_value_is_no_span() -> None:
    assert found(badge("(?P<value>[0-9]+)|none"), "none 12") == ["12"]


def test_a_context_word_must_stand_before_the_value() -> None:
    recognizer = badge("B-[0-9]{6}", "badge", "staff no")
    assert found(recognizer, "BADGE B-123456") == ["B-123456"]
    assert found(recognizer, "badges B-123456; invoice B-123456") == []
    assert found(recognizer, f"badge{' ' * 41}B-123456") == []


def test_words_raise_and_lower_the_score() -> None:
    recognizer = custom("badge", EntityType.ID_NUMBER, "B-[0-9]{6}", 0.6, raises=["employee"], lowers=["invoice"])
    assert [span.score for span in recognizer.find("employee B-123456")] == [0.8]
    assert [span.score for span in recognizer.find("invoice B-123456")] == [0.3]


def test_words_of_the_context_are_no_expressions() -> None:
    assert found(badge("B-[0-9]{6}", "staff (no"), "staff (no B-123456") == ["B-123456"]
    assert found(badge("B-[0-9]{6}", "c.d"), "cxd B-123456") == []


def test_check_digits_must_hold() -> None:
    recognizer = custom("dni", EntityType.ID_NUMBER, "[0-9]{8}-[A-Z]", 0.9, checksum="es.dni")
    assert found(recognizer, "54362315-K 54362315-L") == ["54362315-K"]
    assert recognizer.has_checksum
    assert not badge().has_checksum


@pytest.mark.parametrize("name", ["nosuch", "es.nosuch", "es", "os", "..os", "util", "numdb", "es.dni.x", "", "Luhn"])
def test_a_module_without_check_digits_is_no_checksum(name: str) -> None:
    with pytest.raises(ValueError, match="no checksum of that name"):
        checksum_named(name)


@pytest.mark.parametrize("pattern", ["(?=a)b", "(?<!a)b", r"(a)\1", "a{1001}", "(?:(?:a{99}){99}){99}", r"a\Z"])
def test_a_pattern_that_cannot_be_searched_for_in_linear_time_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="linear time"):
        compiled(pattern)


@pytest.mark.parametrize(("pattern", "character"), [("ab(", 3), ("[a", 1), ("a**", 3), ("*", 1)])
def test_an_invalid_expression_is_refused_with_the_place_of_the_error(pattern: str, character: int) -> None:
    with pytest.raises(ValueError, match=f"look at character {character}$"):
        compiled(pattern)


@pytest.mark.parametrize("pattern", ["", "a*", "a|", "^"])
def test_a_pattern_that_matches_the_empty_text_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="empty"):
        compiled(pattern)


@pytest.mark.parametrize("start", [0, 1, 760, 768, 769, 1020, 1024, 1030, 2000])
def test_a_value_is_found_whole_wherever_the_text_is_cut(start: int) -> None:
    text = " " * start + "B-" + "1" * 200 + "é" * 1500
    assert found(badge(r"\bB-[0-9]+"), text) == ["B-" + "1" * 200]
    assert found(badge(r"B-[0-9]+$"), text) == []


def test_where_the_text_is_cut_no_word_begins_and_nothing_is_found_twice() -> None:
    assert found(badge(r"\bb+"), "a" * 768 + "bbb" + " " * 999) == []
    assert found(badge("1+"), " " * 760 + "1" * 100 + " " * 999) == ["1" * 100]


def test_a_lone_surrogate_hides_nothing() -> None:
    assert found(badge(), "\ud800 B-123456 \udfff é B-654321") == ["B-123456", "B-654321"]


@given(st.text("ab1 é\n", max_size=3000))
def test_the_same_is_found_as_in_one_search(text: str) -> None:
    assert found(badge("a[b1]{1,9}|1+b?"), text) == re.findall("a[b1]{1,9}|1{1,256}b?", text)


READS_ON = badge("x[^y]*y|x")  # each match reads to the end of the text


def seconds(characters: int) -> float:
    return work.seconds(lambda: list(READS_ON.find("x" * characters)))


def test_work_grows_no_faster_than_the_text() -> None:
    assert len(list(READS_ON.find("x" * 300))) == 300
    assert any(seconds(40_000) < 8 * seconds(10_000) + 0.05 for _ in range(3))


@pytest.mark.parametrize("checksum", [None, "luhn", "es.dni"])
def test_a_recognizer_can_be_sent_to_another_process_after_it_was_used(checksum: str | None) -> None:
    own = custom("own", EntityType.ID_NUMBER, "[0-9A-Z-]{5,}", 0.9, context=["no"], raises=["my"], checksum=checksum)
    text = "my no 54362315-K, no 4111111111111111, no 12345"
    expected = list(own.find(text))
    assert expected
    assert list(pickle.loads(pickle.dumps(own)).find(text)) == expected
