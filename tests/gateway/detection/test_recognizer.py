from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gateway.detection.recognizer import CONTEXT_CHARACTERS, Pattern
from gateway.types import EntityType, Span


def extents(pattern: Pattern, text: str) -> list[tuple[int, int]]:
    return [(span.start, span.end) for span in pattern.find(text)]


def test_a_span_carries_what_its_pattern_says() -> None:
    pattern = Pattern("pin", EntityType.KEYS, r"\d{4}", 0.5)
    assert list(pattern.find("a 1234")) == [Span(2, 6, EntityType.KEYS, 0.5, "pin")]
    assert pattern.entity_types == frozenset({EntityType.KEYS})


def test_the_group_value_is_the_span() -> None:
    assert extents(Pattern("pin", EntityType.KEYS, r"pin (?P<value>\d+)", 0.5), "pin 12") == [(4, 6)]


def test_a_judge_may_see_several_values_in_a_candidate_or_none() -> None:
    pattern = Pattern(
        "pin", EntityType.KEYS, r"\w+", 0.5, judge=lambda text: [(0, 1), (2, 3)] if len(text) == 3 else []
    )
    assert extents(pattern, "ab abc") == [(3, 4), (5, 6)]


def test_a_text_that_the_prefilter_does_not_hold_in_is_not_searched() -> None:
    pattern = Pattern("pin", EntityType.KEYS, r"\d+", 0.5, prefilter="x")
    assert extents(pattern, "12") == []
    assert extents(pattern, "12 x") == [(0, 2)]


def test_context_must_stand_before_the_candidate_and_near_it() -> None:
    pattern = Pattern("pin", EntityType.KEYS, r"\d+", 0.5, context="pin")
    assert extents(pattern, "PIN 12") == [(4, 6)]
    assert extents(pattern, "12 pin") == []
    assert extents(pattern, "pin" + " " * CONTEXT_CHARACTERS + "12") == []


def test_words_before_a_candidate_raise_and_lower_its_score() -> None:
    pattern = Pattern("pin", EntityType.KEYS, r"\d+", 0.6, raises="pin", lowers="page")
    scores = [
        next(iter(pattern.find(text))).score for text in ("12", "PIN 12", "page 12", "page, pin 12", "12 pin page")
    ]
    assert scores == [0.6, 0.8, 0.3, 0.4, 0.6]


def test_a_text_that_does_not_hold_the_words_of_the_context_is_not_searched() -> None:
    pattern = Pattern("pin", EntityType.KEYS, r"\d+", 0.5, prefilter="[0-9]", context=r"\bpin\b|código")
    prefilter, words = pattern.conditions
    assert prefilter == "[0-9]"
    assert [bool(re.search(words, text)) for text in ("a PIN", "CÓDIGO 1", "Pın", "spin", "codigo")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_a_context_that_engines_may_read_differently_is_no_condition() -> None:
    assert Pattern("pin", EntityType.KEYS, r"\d+", 0.5, context=r"pin\s$").conditions == ()


@pytest.mark.timeout(10)
def test_a_long_context_in_another_script_that_is_no_condition_is_refused_soon() -> None:
    context = "|".join(["пароль", "密码", "código"] * 20) + "|[0-9]"
    assert Pattern("pin", EntityType.KEYS, r"\d+", 0.5, context=context).conditions == ()


@given(st.lists(st.sampled_from(["pin ", "Pin", "spin ", "7", "x 8 ", "-" * 37, " " * 990]), max_size=14).map("".join))
@example("pin 7" + " " * 1000 + "7 pin 8")
def test_each_candidate_has_its_own_context_however_many_there_are(text: str) -> None:
    for context, hint in ((r"\bpin", ""), (r"(?<!s)pin\s", "[pP]in")):
        pattern = Pattern("pin", EntityType.KEYS, r"\d", 0.5, context=context, hint=hint)
        words = re.compile(context, re.IGNORECASE)
        digits = re.finditer(r"\d", text)
        wanted = [each.span() for each in digits if words.search(text, max(0, each.start() - 40), each.start())]
        assert extents(pattern, text) == wanted
