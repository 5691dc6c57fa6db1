"""Laws of the whole detector, patterns and taggers, that hold for every text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Set
from html import escape
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from gateway.detection.circumstances.installed import load as load_circumstances
from gateway.detection.circumstances.judging import SECRETS
from gateway.detection.circumstances.tagger import CircumstanceTagger
from gateway.detection.model_names import CIRCUMSTANCES as NAME
from gateway.detection.names.installed import load
from gateway.detection.names.tagger import Tagger
from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Recognizer
from gateway.detection.structure.recognizer import Structure
from gateway.detection.views import READINGS, SPELLINGS, read
from gateway.detection.views.view import View
from gateway.types import Span
from tests.gateway.detection.values import surroundings, values
from tests.support.thoroughness import examples

WEIGHTS = load()
TAGGER = Tagger(WEIGHTS)
CIRCUMSTANCES = load_circumstances()
RECOGNIZERS: tuple[Recognizer, ...] = (*PATTERNS, Structure(), TAGGER, CircumstanceTagger(CIRCUMSTANCES))
DETECTOR = PatternDetector(RECOGNIZERS)
# Separates a text from what is appended: a blank line, and as many words as the tagger looks ahead.
APART = "\n\nand so\n\n"

NAMES = ["Anna Schmidt", "Jean-Luc Dupont", "Dr. O'Neil", "María García", "Иван Петров", "王伟", "محمد علي"]
SENTENCES = [
    "Please call me tomorrow. ",
    "def f(x):\n    return x",
    "I live in Berlin, ",
    "Our office is at 12 Elm Street, ",
    "My son drives a forklift and has had a stent since May. ",
    '{"a": "',
    "password: ",
    "name=",
    "first,last,dob\n",
    "<name>",
    '"email": "',
    "\\n",
    "\n\n",
    "- ",
]
DISGUISES: list[Callable[[str], str]] = [
    str,
    escape,
    "\u200b".join,
    lambda value: "".join(f"&#{ord(character)};" for character in value),
    lambda value: "".join(f"\\u{ord(character):04x}" for character in value if ord(character) < 0x10000),
    lambda value: value.replace("@", " (at) ").replace(".", " dot "),
    " ".join,
]
SPELLED = ["john at corp dot com", "four one five", "five five five", "oh one two three", "4 1 5 5 5 5 0 1 2 3", "(at)"]


def texts() -> st.SearchStrategy[str]:
    """Generates texts of values, names, prose, code and noise, plain or disguised."""
    value = values() | st.sampled_from(NAMES)
    disguised = st.tuples(st.sampled_from(DISGUISES), value).map(lambda drawn: drawn[0](drawn[1]))
    noise = st.text(st.characters(), max_size=20) | surroundings()
    piece = st.one_of(value, disguised, st.sampled_from([*SENTENCES, *SPELLED]), noise)
    return st.lists(piece, max_size=8).map(" ".join) | st.lists(piece, max_size=8).map("".join)


def claims(text: str) -> list[Span]:
    """Returns the claims of all recognizers, in the text as written and in all its views."""
    written = [span for recognizer in RECOGNIZERS for span in recognizer.find(text)]
    views = list(read(View(text), READINGS))
    beneath = [view.original(span) for view in views for each in RECOGNIZERS for span in each.find(view.text)]
    spellings = list(read(views[-1] if views else View(text), SPELLINGS))
    spelled = [(view, span) for view in spellings for each in PATTERNS for span in each.find(view.text)]
    return [*written, *beneath, *(view.original(span) for view, span in spelled if view.touches(span))]


@given(texts())
@settings(max_examples=examples(300), derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_spans_are_disjoint_sorted_and_inside_the_text(text: str) -> None:
    spans = DETECTOR.detect(text)
    assert all(0 <= span.start < span.end <= len(text) and 0 < span.score <= 1 for span in spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))


@given(texts())
@settings(max_examples=examples(200), derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_every_letter_or_digit_that_a_recognizer_claims_stays_covered(text: str) -> None:
    covered = {at for span in DETECTOR.detect(text) for at in range(span.start, span.end)}
    for claim in claims(text):
        if claim.recognizer != NAME:
            assert _left(text, claim.start, claim.end, covered) == []


@given(texts())
@settings(max_examples=examples(200), derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_every_word_that_tells_something_by_itself_stays_covered(text: str) -> None:
    covered = {at for span in DETECTOR.detect(text) for at in range(span.start, span.end)}
    told = (each for each in claims(text) if each.recognizer == NAME and each.entity_type not in SECRETS)
    for claim in told:
        for start, end in claim.sure or [(claim.start, claim.end)]:
            # What stands between a name and the end of what is told of it may be a little word.
            assert not _are_three_together(_left(text, start, end, covered))


def _left(text: str, start: int, end: int, covered: Set[int]) -> list[int]:
    return [at for at in range(start, end) if at not in covered and text[at].isalnum()]


def _are_three_together(places: list[int]) -> bool:
    return any({at, at + 1, at + 2} <= set(places) for at in places)


@given(texts())
@settings(max_examples=examples(100), derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_the_same_text_has_the_same_spans_whatever_was_looked_at_before(text: str) -> None:
    taggers = Tagger(WEIGHTS, cached_words=16), CircumstanceTagger(CIRCUMSTANCES, cached_words=16)
    assert PatternDetector((*RECOGNIZERS[:-2], *taggers)).detect(text) == DETECTOR.detect(text)


@given(texts(), texts())
@settings(max_examples=examples(300), derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_text_appended_a_blank_line_and_two_words_away_changes_no_span(text: str, more: str) -> None:
    assume("PRIVATE" not in text)
    before, after = DETECTOR.detect(text + APART), DETECTOR.detect(text + APART + more)
    assert [span for span in after if span.start < len(text)] == [span for span in before if span.start < len(text)]


@given(st.text(st.characters(), max_size=200))
@settings(max_examples=examples(500), suppress_health_check=[HealthCheck.too_slow])
def test_no_text_of_any_characters_breaks_detection(text: str) -> None:
    DETECTOR.detect(text)


@given(st.text(st.sampled_from("ab@.1 4+-_()[]{}<>&#;%\\/\"'u0dATt\n,:=\u200b\u0301\ud800Ａа一٣"), max_size=80))
@settings(max_examples=examples(500), suppress_health_check=[HealthCheck.too_slow])
def test_no_text_of_the_characters_that_patterns_and_views_look_for_breaks_detection(text: str) -> None:
    spans = DETECTOR.detect(text)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)


def test_no_unicode_character_breaks_detection() -> None:
    step = 0x1000
    for first in range(0, sys.maxunicode, step):
        DETECTOR.detect("".join(map(chr, range(first, min(first + step, sys.maxunicode + 1)))))


BAD_TEXTS = {
    "a lone high surrogate": "\ud800 alex@corp.example \ud83d",
    "a lone low surrogate inside": "al\udc00ex@corp.example",
    "NULs": "\x00alex@corp.example\x00" * 10,
    "an entity of a surrogate": "&#xD800;&#xDFFF;&#0;&#1114112; alex@corp.example",
    "an escape of half a pair": r"\ud83d alex@corp.example \ude00",
    "surrogates percent-encoded": "%ED%A0%80 alex@corp.example",
    "only marks": "\u0301" * 1000 + "alex@corp.example",
    "only invisible ones": "\u200b" * 1000 + "alex@corp.example",
}


@pytest.mark.parametrize("text", BAD_TEXTS.values(), ids=list(BAD_TEXTS))
def test_broken_text_is_detected_in(text: str) -> None:
    found = "".join(text[span.start : span.end] for span in DETECTOR.detect(text))
    assert "corp.example" in found


FLOODS = {
    "entities of entities": "&" + "amp;" * 50_000 + "#64;",
    "entities": "&#64;" * 50_000,
    "zero-width characters": "\u200b" * 250_000,
    "zero-width characters between letters": "a\u200b" * 100_000,
    "marks": "e" + "\u0301" * 250_000,
    "percent signs": "%25" * 80_000 + "40",
    "backslashes": "\\" * 250_000 + "n",
    "one word": "a" * 250_000,
    "at signs": " at " * 60_000,
}


@pytest.mark.timeout(120)
@pytest.mark.parametrize("flood", FLOODS.values(), ids=list(FLOODS))
def test_an_email_after_a_flood_is_found(flood: str) -> None:
    text = f"{flood} alex@corp.example"
    spans = PatternDetector().detect(text)
    assert any(text[span.start : span.end] == "alex@corp.example" for span in spans)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("email", ["a.b@corp.example ", "a.b&#64;corp.example ", "a.b (at) corp dot example "])
def test_a_hundred_thousand_emails_are_a_hundred_thousand_spans(email: str) -> None:
    assert len(PatternDetector().detect(email * 100_000)) == 100_000


@given(st.lists(texts(), max_size=6))
def test_texts_together_are_found_as_one_by_one(together: list[str]) -> None:
    assert DETECTOR.detect_all(together) == [DETECTOR.detect(text) for text in together]
