from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import PATTERNS
from gateway.types import EntityType, Span
from tests.gateway.detection.values import (
    cards,
    connection_strings,
    emails,
    ibans,
    ip_addresses,
    keys,
    phones,
    private_keys,
    ssns,
    surroundings,
    urls,
    values,
)
from tests.support.thoroughness import examples

DETECTOR = PatternDetector()
# Characters that would make a planted number part of a longer one.
RUNS_ON_BEFORE = re.compile(r"[\d+%][^\w]{0,3}$|[\dA-Fa-f:.]$")
RUNS_ON_AFTER = re.compile(r"[^\w]{0,3}\d|[\dA-Fa-f:.]")


def readable(text: str, spans: Iterable[Span], start: int, end: int) -> str:
    """Returns the letters and digits in a part of a text that no span covers."""
    covered = {at for span in spans for at in range(span.start, span.end)}
    return "".join(text[at] for at in range(start, end) if at not in covered and text[at].isalnum())


def assert_covered(before: str, value: str, after: str) -> None:
    text = before + value + after
    assert readable(text, DETECTOR.detect(text), len(before), len(before) + len(value)) == ""


@given(surroundings(), emails(), surroundings())
@example("x@y.", "alex@corp.example", "")
@example("请联系", "alex@corp.example", "谢谢")
def test_an_email_is_covered_whatever_stands_beside_it(before: str, value: str, after: str) -> None:
    assert_covered(before, value, after)


@given(surroundings(), st.one_of(urls(), private_keys(), connection_strings()), surroundings())
def test_a_url_a_key_block_and_a_connection_string_are_covered_whatever_stands_beside_them(
    before: str, value: str, after: str
) -> None:
    assert_covered(before, value, after)


@given(surroundings(), st.one_of(phones(), cards(), ibans(), ssns(), ip_addresses()), surroundings())
@example("call_", "4155550123", "_now")
@example("电话", "4155550123", "谢谢")
def test_a_number_is_covered_whatever_but_more_digits_stands_beside_it(before: str, value: str, after: str) -> None:
    assume(not RUNS_ON_BEFORE.search(before) and not RUNS_ON_AFTER.match(after))
    assert_covered(before, value, after)


@given(surroundings(), keys(), surroundings())
def test_a_key_is_covered_whatever_stands_beside_it(before: str, value: str, after: str) -> None:
    assume(not re.search(r"[A-Za-z0-9-]$", before))
    assert_covered(before, value, after)


@given(st.lists(values(), min_size=2, max_size=4), st.sampled_from(["\n", ", ", "; ", " | ", '","']))
@settings(max_examples=examples(200))
def test_values_side_by_side_are_all_covered(planted: list[str], separator: str) -> None:
    text = separator.join(planted)
    assert readable(text, DETECTOR.detect(text), 0, len(text)) == ""


def test_each_recognizer_has_a_name_of_its_own() -> None:
    names = [pattern.name for pattern in PATTERNS]
    assert len(set(names)) == len(names)


def test_without_recognizers_nothing_is_found() -> None:
    assert PatternDetector(()).detect("alex@corp.example") == ()


def test_an_email_inside_a_url_is_a_span_of_its_own() -> None:
    spans = DETECTOR.detect("https://x.example/?to=alex@corp.example&page=2")
    assert [span.entity_type for span in spans] == [EntityType.URL, EntityType.EMAIL, EntityType.URL]


def test_offsets_count_code_points() -> None:
    (span,) = DETECTOR.detect("😀😀 alex@corp.example")
    assert (span.start, span.end) == (3, 20)


class Addresses:
    """A recognizer, not a pattern, that finds words with an at sign as names."""

    name = "addresses"
    entity_types = frozenset({EntityType.NAME})
    has_checksum = False

    def find(self, text: str) -> Iterator[Span]:
        for found in re.finditer(r"\S+@\S+", text):
            yield Span(*found.span(), EntityType.NAME, 0.9, self.name)


def test_every_recognizer_looks_at_a_text_in_other_characters() -> None:
    (span,) = PatternDetector((Addresses(),)).detect("Write to ann&#64;corp now")
    assert (span.start, span.end) == (9, 21)


def test_only_patterns_look_at_a_text_in_other_words() -> None:
    assert PatternDetector((Addresses(),)).detect("Write to ann (at) corp dot com") == ()


def test_other_words_show_nothing_new_beside_them() -> None:
    text = "call one two three, four five, six seven eight nine; order 4673395"
    assert [text[span.start : span.end] for span in DETECTOR.detect(text)] == [
        "one two three, four five, six seven eight nine"
    ]
