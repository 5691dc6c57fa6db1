"""Properties of every pattern in the table, including those added later."""

from __future__ import annotations

import pytest

from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Pattern
from tests.gateway.detection.patterns.examples import EXAMPLES


def test_there_is_an_example_of_each_pattern() -> None:
    assert {pattern.name for pattern in PATTERNS} == set(EXAMPLES)


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_a_pattern_finds_its_example_alone_between_others_and_before_a_full_stop(pattern: Pattern) -> None:
    example = EXAMPLES[pattern.name]
    assert list(pattern.find(example)) != []
    assert list(pattern.find(f"Well: {example}\nThanks")) != []
    assert list(pattern.find(f"{example}. Thanks")) != []


@pytest.mark.parametrize("pattern", [each for each in PATTERNS if each.context], ids=lambda pattern: pattern.name)
def test_a_pattern_that_needs_a_word_before_it_finds_nothing_without(pattern: Pattern) -> None:
    span = next(iter(pattern.find(EXAMPLES[pattern.name])))
    assert list(pattern.find("x " * 30 + EXAMPLES[pattern.name][span.start :])) == []


@pytest.mark.parametrize("pattern", [each for each in PATTERNS if each.has_checksum], ids=lambda pattern: pattern.name)
def test_a_pattern_with_a_checksum_finds_nothing_once_a_digit_is_wrong(pattern: Pattern) -> None:
    example = EXAMPLES[pattern.name]
    span = next(iter(pattern.find(example)))
    wrong = [_with_another_digit(example, at) for at in range(span.start, span.end) if example[at].isdigit()]
    assert any(list(pattern.find(text)) == [] for text in wrong)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_detector_covers_every_letter_and_digit_of_what_a_pattern_finds(name: str) -> None:
    example = EXAMPLES[name]
    pattern = next(each for each in PATTERNS if each.name == name)
    covered = {at for span in PatternDetector().detect(example) for at in range(span.start, span.end)}
    spans = pattern.find(example)
    assert all(at in covered for span in spans for at in range(span.start, span.end) if example[at].isalnum())


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_text_that_is_appended_after_a_blank_line_changes_nothing(pattern: Pattern) -> None:
    example = EXAMPLES[pattern.name].rstrip(", ")
    for text in (example, f"{example},", f"{example} "):
        assert (
            list(pattern.find(text))
            == list(pattern.find(f"{text}\n\nSee you, then 12 May"))[: len(list(pattern.find(text)))]
        )


def _with_another_digit(text: str, at: int) -> str:
    return text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
