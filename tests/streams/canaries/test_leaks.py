"""What is in a summary in a form is found in that form, and what is not is never reported."""

from __future__ import annotations

import base64
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streams.canaries.folding import fold
from streams.canaries.forms import Form
from streams.canaries.leaks import MOST_BETWEEN, LeakFinder
from streams.canaries.paper_kinds import KINDS, canary

FILLING = st.lists(st.sampled_from(["topics", "about", "gardens,", "trains;", "and", "7", "résumés."]), max_size=6).map(
    " ".join
)
VALUES = st.builds(
    lambda kind, number, seed: canary(kind, number, seed).value,
    st.sampled_from(list(KINDS)),
    st.integers(0, 10**6),
    st.integers(0, 5),
)
ANY_VALUES = st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=12), min_size=1, max_size=5)
LOOK_ALIKES = str.maketrans("aeopcxAEO", "аеорсхАЕО")
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def spelled(value: str) -> str:
    return "".join(f" {DIGITS[int(letter)]} " if letter.isdigit() else letter for letter in value)


DISGUISES: dict[str, Callable[[str], str]] = {
    "upper case": str.upper,
    "spaced letters": " ".join,
    "other punctuation": lambda value: value.replace(".", " _ ").replace("-", "–").replace(" ", "\u00a0\n"),
    "look-alike letters": lambda value: value.translate(LOOK_ALIKES),
    "full width": lambda value: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in value),
    "zero-width joiners": "\u200d".join,
    "accents": lambda value: value.replace("e", "e\u0301").replace("o", "ö"),
    "spelled digits": spelled,
}
ENCODINGS: dict[str, Callable[[str], str]] = {
    "base64": lambda value: base64.b64encode(value.encode()).decode(),
    "base64 for URLs": lambda value: base64.urlsafe_b64encode(value.encode()).decode().rstrip("="),
    "base64 inside more": lambda value: base64.b64encode(f"so: {value}!".encode()).decode(),
    "base64 right after a letter": lambda value: "x" + base64.b64encode(value.encode()).decode(),
    "base64 of capitals": lambda value: base64.b64encode(value.upper().encode()).decode(),
    "hexadecimal": lambda value: value.encode().hex(),
    "hexadecimal in capitals, spaced": lambda value: value.encode().hex(" ").upper(),
    "URL": lambda value: "".join(f"%{byte:02X}" for byte in value.encode()),
    "URL twice": lambda value: "".join(f"%25{byte:02x}" for byte in value.encode()),
    "reversed": lambda value: value[::-1],
}


@settings(max_examples=40, deadline=None)
@given(VALUES, FILLING, FILLING)
def test_a_canary_is_found_verbatim_whatever_stands_around_it(value: str, before: str, after: str) -> None:
    assert LeakFinder(["no such value", value]).find(f"{before}{value}{after}") == {1: Form.VERBATIM}


@pytest.mark.parametrize("disguise", DISGUISES)
@settings(max_examples=25, deadline=None)
@given(value=VALUES, before=FILLING, after=FILLING)
def test_a_disguised_canary_is_found_normalised(disguise: str, value: str, before: str, after: str) -> None:
    changed = DISGUISES[disguise](value)
    found = LeakFinder([value]).find(f"{before} {changed} {after}")
    assert found == {0: Form.VERBATIM if value in changed else Form.NORMALISED}


@settings(max_examples=40, deadline=None)
@given(VALUES, FILLING, FILLING, st.integers(1, MOST_BETWEEN))
def test_a_canary_is_found_with_other_words_between_its_pieces(
    value: str, before: str, after: str, between: int
) -> None:
    pieces = value.replace("@", " ").replace(".", " ").replace("-", " ").replace(",", " ").split()
    split = (" " + "and " * between).join(pieces)
    assert LeakFinder([value]).find(f"{before} {split} {after}") == {0: Form.SPLIT}


@pytest.mark.parametrize("encoding", ENCODINGS)
@settings(max_examples=25, deadline=None)
@given(value=VALUES, before=FILLING, after=FILLING)
def test_an_encoded_canary_is_found(encoding: str, value: str, before: str, after: str) -> None:
    assert LeakFinder([value]).find(f"{before} {ENCODINGS[encoding](value)} {after}") == {0: Form.ENCODED}


@settings(max_examples=60, deadline=None)
@given(st.lists(VALUES, min_size=1, max_size=8), st.lists(VALUES, max_size=3), FILLING)
def test_a_canary_is_never_reported_where_it_is_not(absent: list[str], present: list[str], words: str) -> None:
    summary = f"{words} {', '.join(present)}"
    pieces = fold(summary)
    expected = {number for number, value in enumerate(absent) if fold(value) in pieces}
    found = LeakFinder(absent).find(summary)
    assert {number for number, form in found.items() if form is not Form.SPLIT} == expected


@settings(max_examples=60, deadline=None)
@given(ANY_VALUES, st.text(max_size=60), st.randoms(use_true_random=False))
def test_verbatim_is_what_a_naive_search_finds_for_values_of_any_kind(
    values: list[str], text: str, rng: Random
) -> None:
    summary = text + rng.choice(values) * rng.randrange(2) + text
    verbatim = {number for number, form in LeakFinder(values).find(summary).items() if form is Form.VERBATIM}
    assert verbatim == {number for number, value in enumerate(values) if value in summary}


def test_pieces_out_of_order_or_out_of_reach_are_no_leak() -> None:
    finder = LeakFinder(["amber basil cobalt"])
    assert not finder.find("cobalt basil amber")
    assert not finder.find("amber " + "and " * (MOST_BETWEEN + 1) + "basil cobalt")


def test_a_short_value_counts_only_verbatim() -> None:
    finder = LeakFinder(["A-7"])
    assert finder.find("room A-7") == {0: Form.VERBATIM}
    assert not finder.find("room a7")


def test_the_same_value_twice_counts_twice() -> None:
    assert LeakFinder(["amber basil"] * 2).find("amber basil") == {0: Form.VERBATIM, 1: Form.VERBATIM}
