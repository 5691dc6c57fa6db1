"""One pass over all conditions finds the same as running each recognizer by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.engine import Engine, OneByOne, OnePass, Passes, _hyperscan, engine, hyperscan_passes, re2_passes
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType, Span
from tests.gateway.detection.values import surroundings, values

re2 = pytest.importorskip("re2", reason="needs google-re2")
hyperscan = pytest.importorskip("hyperscan", reason="needs hyperscan")

ROOT = Path(__file__).parents[3]
DATA = ROOT.parent / "shared" / "data"
ONE_BY_ONE = OneByOne(PATTERNS)
PASSES: list[Passes] = [hyperscan_passes, re2_passes]
ONE_PASS = OnePass(PATTERNS, hyperscan_passes)
WORDS = [word for pattern in PATTERNS for word in re.findall(r"[^\W\d_]{3,}", pattern.context + pattern.raises)]
NUMBERS = st.from_regex(r"[$€]?[A-Z]{0,2}[0-9]{1,4}([ .:/-][0-9]{1,4}){0,4}[A-Z]?", fullmatch=True)


class Whole:
    """A recognizer, not a pattern, that finds the whole text as a name."""

    name = "whole"
    entity_types = frozenset({EntityType.NAME})
    has_checksum = False

    def find(self, text: str) -> Iterator[Span]:
        yield Span(0, len(text), EntityType.NAME, 0.5, self.name)


class Blind:
    """A pass that fails: it reports no condition as met, not even the one that every text meets."""

    def Match(self, text: bytes) -> list[int]:  # noqa: N802 - google-re2's name
        return []

    def scan(self, text: bytes, **_: object) -> None:
        raise hyperscan.error


def found(engine: Engine, text: str) -> list[Span]:
    return engine.find_all([text])[0]


def same(text: str) -> bool:
    return all(found(OnePass(PATTERNS, passes), text) == found(ONE_BY_ONE, text) for passes in PASSES)


@given(st.lists(values() | surroundings() | NUMBERS | st.sampled_from(WORDS) | st.text(max_size=8), max_size=6))
def test_all_engines_find_the_same_in_generated_text(parts: list[str]) -> None:
    assert same(" ".join(parts))
    assert same("".join(parts))


@given(st.text(st.characters(categories=["Cs", "L", "N", "P", "S", "Z", "C"]), max_size=60))
def test_all_engines_find_the_same_in_text_that_no_encoding_takes(text: str) -> None:
    assert same(text)
    assert same(f"mail a@b.example{text}call 415-555-0123")


@pytest.mark.parametrize("name", ["minimization/wildchat", "minimization/sharegpt", "detection/presidio_research"])
def test_all_engines_find_the_same_in_real_text(name: str) -> None:
    path = DATA / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"needs ../shared/data/{name}.jsonl")
    texts = [str(json.loads(line)["text"])[:4000] for line in path.read_text(encoding="utf-8").splitlines()[:100]]
    assert [text for text in texts if not same(text)] == []


@pytest.mark.parametrize("path", [*ROOT.glob("*.md"), ROOT / "Makefile", ROOT / "pyproject.toml", Path(__file__)])
def test_all_engines_find_the_same_in_the_projects_own_files(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [at for at in range(0, len(text), 4000) if not same(text[at : at + 4000])] == []


def test_the_installed_engines_make_one_pass() -> None:
    assert isinstance(engine(PATTERNS), OnePass)
    assert isinstance(engine(PATTERNS, few_texts=True), OnePass)


def test_the_same_conditions_are_compiled_once() -> None:
    again = OnePass(PATTERNS, hyperscan_passes)
    assert all(one is other for one, other in zip(again._passes, ONE_PASS._passes, strict=True))


def test_threads_read_at_the_same_time(texts: int = 400) -> None:
    words = ["mail a@b.example", "nothing here", "call 415-555-0123 on Friday"] * texts
    expected = [found(ONE_BY_ONE, word) for word in words[:3]] * texts
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda word: found(ONE_PASS, word), words)) == expected


def test_a_recognizer_that_is_no_pattern_is_always_asked() -> None:
    assert found(OnePass([Whole()], hyperscan_passes), "x") == [Span(0, 1, EntityType.NAME, 0.5, "whole")]


def test_a_pattern_without_conditions_is_always_searched() -> None:
    assert len(found(OnePass([Pattern("pin", EntityType.KEYS, r"\d{4}", 0.5)], hyperscan_passes), "1234")) == 1


@pytest.mark.parametrize("has_re2", [True, False])
def test_a_condition_that_is_too_long_for_hyperscan_hides_nothing(
    has_re2: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gateway.detection.engine._HAS_RE2", has_re2)
    words = "|".join(f"word{number:05d}" for number in range(2_000 + has_re2))
    long = Pattern("long", EntityType.NAME, words, 0.5, prefilter=words)
    one_pass = OnePass([long, *PATTERNS], hyperscan_passes)
    assert [span.recognizer for span in found(one_pass, "word00042 and nothing else")] == ["long"]
    assert found(one_pass, "nothing else") == []


@pytest.mark.parametrize(("passes", "part"), [(hyperscan_passes, "_database"), (re2_passes, "_set")])
def test_where_the_pass_fails_every_recognizer_is_asked(
    passes: Passes, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_pass = OnePass(PATTERNS, passes)
    for each in one_pass._passes:
        monkeypatch.setattr(each, part, Blind())
    assert found(one_pass, "mail a@b.example") == found(ONE_BY_ONE, "mail a@b.example") != []


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_every_engine_reads_the_conditions_alike(pattern: Pattern) -> None:
    assert pattern.conditions
    for condition in pattern.conditions:
        re2.compile(condition)
        plain = condition.removeprefix("(?:^|[^A-Za-z])")  # which all read alike
        assert not re.search(r"\\[dDsSwWBAZ]|\^(?<!\[\^)|\$$|\(\?[a-z=!<]", plain.replace("(?:", "("))


@given(st.lists(values() | NUMBERS | st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join))
def test_conditions_hide_nothing(text: str) -> None:
    hidden = [pattern.name for pattern in PATTERNS if any(pattern.search(text)) and not any(pattern.find(text))]
    assert hidden == []


def test_a_hundred_thousand_addresses_are_all_found() -> None:
    text = "ann@corp.example " * 100_000
    assert sum(span.recognizer == "email" for span in found(ONE_PASS, text)) == 100_000


def test_broken_surrogates_beside_a_value_change_nothing() -> None:
    spans = {span.recognizer for span in found(ONE_PASS, "\ud800 ann@corp.example \udfff 4111 1111 1111 1111\ud83d")}
    assert {"email", "credit_card"} <= spans


def test_engines_among_the_same_recognizers_share_their_passes() -> None:
    fewer = OnePass(PATTERNS[:9], hyperscan_passes, PATTERNS)
    assert all(one is other for one, other in zip(fewer._passes, ONE_PASS._passes, strict=True))
    text = "mail a@b.example, call 415-555-0123 on Friday, $5, 4111 1111 1111 1111, born 3 May 1988"
    assert fewer.find_all([text]) == OneByOne(PATTERNS[:9]).find_all([text])


class Memory:
    """Keeps what was compiled, and how often that was asked for and made."""

    def __init__(self) -> None:
        self.data: dict[str, bytes] = {}
        self.asked = 0

    def kept(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Returns what is kept under a name, or else makes and keeps it."""
        self.asked += 1
        return self.data.setdefault(name, self.data.get(name) or make())


def found_with(store: Memory, *conditions: str) -> list[set[str]]:
    """The conditions that a text meets, by a process that has compiled nothing yet."""
    _hyperscan.cache_clear()
    return [set(each.met(b"an abc here")) for each in hyperscan_passes(conditions, store)]


def test_what_was_compiled_is_read_from_the_store_and_finds_the_same() -> None:
    store = Memory()
    first = found_with(store, "abc", "xyz")
    (name,), (data,) = store.data.keys(), store.data.values()
    assert first == found_with(store, "abc", "xyz") == [{"abc"}]
    assert store.data == {name: data}
    assert store.asked == 2


def test_other_conditions_have_another_name() -> None:
    store = Memory()
    for conditions in (("abc", "xyz"), ("xyz", "abc"), ("abc",), ("abcxyz",)):
        found_with(store, *conditions)
    assert len(store.data) == 4


@pytest.mark.parametrize("data", [b"", b"no database", bytes(5000)], ids=["empty", "text", "zeros"])
def test_what_cannot_be_read_from_the_store_is_compiled(data: bytes) -> None:
    store = Memory()
    found_with(store, "abc", "xyz")
    store.data = dict.fromkeys(store.data, data)
    assert found_with(store, "abc", "xyz") == [{"abc"}]


def test_a_condition_that_hyperscan_refuses_takes_no_other_with_it() -> None:
    words = "|".join(f"ö{number}ü" * 8 for number in range(250))
    refused = Pattern("refused", EntityType.NAME, words, 0.5, prefilter=words)
    fine = Pattern("fine", EntityType.NAME, "abc[0-9]", 0.5, prefilter="abc")
    assert len(hyperscan_passes((words, "abc"))) == 2
    spans = found(OnePass((refused, fine), hyperscan_passes), f"abc1 {'ö7ü' * 8}")
    assert [span.recognizer for span in spans] == ["refused", "fine"]
