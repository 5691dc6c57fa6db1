"""One pass over all conditions finds what asking each recognizer for itself finds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.engine import OneByOne, OnePass, engine
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType, Span
from tests.gateway.detection.values import surroundings, values

re2 = pytest.importorskip("re2", reason="needs google-re2")

DATA = Path(__file__).parents[4] / "shared" / "data"
ONE_BY_ONE = OneByOne(PATTERNS)
ONE_PASS = OnePass(PATTERNS)
WORDS = [word for pattern in PATTERNS for word in re.findall(r"[^\W\d_]{3,}", pattern.context + pattern.raises)]
NUMBERS = st.from_regex(r"[$€]?[A-Z]{0,2}[0-9]{1,4}([ .:/-][0-9]{1,4}){0,4}[A-Z]?", fullmatch=True)


class Whole:
    """A recognizer that is no pattern: all of a text is a name."""

    name = "whole"
    entity_types = frozenset({EntityType.NAME})
    has_checksum = False

    def find(self, text: str) -> Iterator[Span]:
        yield Span(0, len(text), EntityType.NAME, 0.5, self.name)


class Blind:
    """A pass that fails: it says of no condition that it is met, not even of the one that always is."""

    def Match(self, text: bytes) -> list[int]:  # noqa: N802 - google-re2's name
        return []


def same(text: str) -> bool:
    return list(ONE_PASS.find(text)) == list(ONE_BY_ONE.find(text))


@given(st.lists(values() | surroundings() | NUMBERS | st.sampled_from(WORDS) | st.text(max_size=8), max_size=6))
def test_both_engines_find_the_same_in_generated_text(parts: list[str]) -> None:
    assert same(" ".join(parts))
    assert same("".join(parts))


@given(st.text(st.characters(categories=["Cs", "L", "N", "P", "S", "Z", "C"]), max_size=60))
def test_both_engines_find_the_same_in_text_that_no_encoding_takes(text: str) -> None:
    assert same(text)
    assert same(f"mail a@b.example{text}call 415-555-0123")


@pytest.mark.parametrize("name", ["minimization/wildchat", "minimization/sharegpt", "detection/presidio_research"])
def test_both_engines_find_the_same_in_real_text(name: str) -> None:
    path = DATA / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"needs ../shared/data/{name}.jsonl")
    texts = [str(json.loads(line)["text"])[:4000] for line in path.read_text(encoding="utf-8").splitlines()[:100]]
    assert [text for text in texts if not same(text)] == []


def test_the_installed_engine_makes_one_pass() -> None:
    assert isinstance(engine(PATTERNS), OnePass)


def test_a_recognizer_that_is_no_pattern_is_always_asked() -> None:
    assert list(OnePass([Whole()]).find("x")) == [Span(0, 1, EntityType.NAME, 0.5, "whole")]


def test_a_pattern_without_conditions_is_always_searched() -> None:
    assert len(list(OnePass([Pattern("pin", EntityType.KEYS, r"\d{4}", 0.5)]).find("1234"))) == 1


def test_where_the_pass_fails_every_recognizer_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    one_pass = OnePass(PATTERNS)
    for group in one_pass._groups:
        monkeypatch.setattr(group, "_set", Blind())
    assert list(one_pass.find("mail a@b.example")) == list(ONE_BY_ONE.find("mail a@b.example")) != []


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_every_engine_reads_the_conditions_alike(pattern: Pattern) -> None:
    assert pattern.conditions
    for condition in pattern.conditions:
        re2.compile(condition)
        assert not re.search(r"\\[dDsSwWBAZ]|\^(?<!\[\^)|\$$|\(\?[a-z=!<]", condition.replace("(?:", "("))


@given(st.lists(values() | NUMBERS | st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join))
def test_conditions_hide_nothing(text: str) -> None:
    hidden = [pattern.name for pattern in PATTERNS if any(pattern.search(text)) and not any(pattern.find(text))]
    assert hidden == []


def test_a_hundred_thousand_addresses_are_all_found() -> None:
    text = "ann@corp.example " * 100_000
    assert sum(span.recognizer == "email" for span in ONE_PASS.find(text)) == 100_000


def test_broken_surrogates_beside_a_value_change_nothing() -> None:
    spans = {span.recognizer for span in ONE_PASS.find("\ud800 ann@corp.example \udfff 4111 1111 1111 1111\ud83d")}
    assert {"email", "credit_card"} <= spans
