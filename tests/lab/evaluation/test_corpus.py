from __future__ import annotations

from collections import Counter

import pytest

from lab.evaluation.corpus import COLLECTIONS, HALVES, PROMPTS, MarkedPrompt, parse, prompts

SCRIPTS = {"ar", "bn", "he", "hi", "ja", "ko", "th", "zh"}
EVERY = [(half, prompt) for name in COLLECTIONS for half in HALVES for prompt in prompts(name, half)]


def test_every_prompt_stands_in_the_half_that_its_id_decides() -> None:
    wrong = [prompt.row.key for half, prompt in EVERY if prompt.row.is_held_out is not (half == "held_out")]
    assert not wrong


def test_ids_are_unique_and_begin_with_the_language_of_their_file() -> None:
    assert max(Counter(prompt.row.key for _, prompt in EVERY).values()) == 1
    assert all(prompt.row.key.startswith(f"{prompt.language}-") for _, prompt in EVERY)
    files = {(path.parent.name, path.stem) for path in PROMPTS.rglob("*.txt")}
    assert files == {(half, prompt.language) for half, prompt in EVERY}


def test_marks_are_whole_and_no_value_is_empty_or_ends_with_a_space() -> None:
    for _, prompt in EVERY:
        text = prompt.row.text
        assert not set("⟦⟧") & set(text), prompt.row.key
        assert all(text[start:end] == text[start:end].strip() != "" for start, end, _ in prompt.row.spans)


def test_no_value_stands_unmarked_elsewhere_in_its_prompt() -> None:
    unmarked = [prompt.row.key for _, prompt in EVERY if _stands_unmarked(prompt)]
    assert not unmarked


def test_there_are_realistic_prompts_in_twenty_languages_and_both_halves() -> None:
    count = Counter(half for half, prompt in EVERY if prompt.row.source == "realistic")
    assert count.total() >= 120
    assert min(count[half] for half in HALVES) >= 60
    assert len({prompt.language for _, prompt in EVERY if prompt.row.source == "realistic"}) == 20


@pytest.mark.parametrize("language", sorted(SCRIPTS))
def test_there_are_fifty_prompts_in_each_of_eight_scripts(language: str) -> None:
    of_language = [prompt for _, prompt in EVERY if prompt.language == language and prompt.row.source == "scripts"]
    assert len(of_language) == 50
    without = sum(not prompt.row.spans for prompt in of_language)
    assert 10 <= without <= 14


def test_each_half_has_prompts_with_and_without_values() -> None:
    for half in HALVES:
        assert {bool(prompt.row.spans) for each, prompt in EVERY if each == half} == {False, True}


def test_a_file_that_does_not_begin_with_a_header_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with a line"):
        list(parse("Ask ⟦NAME|Ann⟧.\n", "realistic"))


def _stands_unmarked(prompt: MarkedPrompt) -> bool:
    text = prompt.row.text
    places = [(start, end) for start, end, _ in prompt.row.spans] + list(prompt.row.unknown)
    marked = {at for start, end in places for at in range(start, end)}
    values = {text[start:end] for start, end, _ in prompt.row.spans}
    # Short values, such as a grade or an age, are parts of other words.
    found = ((at, value) for value in values if len(value) > 4 for at in _places(text, value))
    return any(not marked.issuperset(range(at, at + len(value))) for at, value in found)


def _places(text: str, value: str) -> list[int]:
    return [at for at in range(len(text)) if text.startswith(value, at)]
