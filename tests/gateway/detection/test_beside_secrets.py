"""One secret leads to the others beside it."""

from __future__ import annotations

import pytest

from gateway.detection.beside_secrets import beside_secrets
from gateway.types import EntityType, Span
from tests.support import work

SECRET = "hunter2!x"


def beside(text: str, secret: str = SECRET, *others: tuple[str, EntityType]) -> list[str]:
    """Returns the secrets that are found if this one is, and others are of these types."""
    told = [(secret, EntityType.KEYS), *others]
    spans = [Span(text.index(value), text.index(value) + len(value), kind, 0.9, "told") for value, kind in told]
    secrets = (each for each in beside_secrets(tuple(sorted(spans)), text) if each.entity_type is EntityType.KEYS)
    return [text[each.start : each.end] for each in secrets if text[each.start : each.end] != secret]


@pytest.mark.parametrize(
    "word",
    [
        "Heron77",
        "Wexford7Slaney",
        "plinth&Gable",
        "Tormenta_Abril",
        "Termosifone.21",
        "zAq7!moorhen",
        "33C07",
        "VZ81KR",
    ],
)
def test_an_odd_word_beside_a_secret_is_another(word: str) -> None:
    assert beside(f"the password was {SECRET}, then {word}.") == [word]
    assert beside(f"before it was {word}\nnow {SECRET}") == [word]


@pytest.mark.parametrize(
    "word",
    ["Windows11", "sha256", "user_name", "2nd-floor", "load_v2()", "app.Client2Config", "/srv/Data2Go", "1,250.00"],
)
def test_names_of_things_and_code_stay(word: str) -> None:
    assert beside(f"the password was {SECRET}, then {word} of ours") == []


@pytest.mark.parametrize(
    "word",
    ["DATABASE_URL", "54dac39aaaada4a45ac4376d2840df47c0e1f3dc", "7f31c0d", "node-v20.tar.xz", "SUMS256.txt.asc"],
)
def test_variables_digests_and_files_stay(word: str) -> None:
    assert beside(f"the password was {SECRET}\n{word}: x") == []


def test_words_in_another_paragraph_or_far_away_stay() -> None:
    assert beside(f"it was {SECRET}\n\nthen Heron77") == []
    assert beside(f"it was {SECRET}{' and so on' * 60} then Heron77") == []


def test_a_code_of_capitals_counts_only_close_by() -> None:
    assert beside(f"it was {SECRET}{' and so on' * 20}, flight 33C07") == []


@pytest.mark.parametrize(
    ("text", "pins"), [("PIN 4821, the old one 5519", ["5519"]), ("PIN *4821#, or *5519#", ["*5519#"])]
)
def test_a_number_beside_a_pin_with_as_many_digits_is_one(text: str, pins: list[str]) -> None:
    secret = "*4821#" if "*" in text else "4821"
    assert beside(text, secret) == pins


@pytest.mark.parametrize("number", ["2026", "1987", "551", "55190", "€5519", "5519.20", "5519 %", "12:5519"])
def test_years_amounts_and_numbers_of_another_length_are_no_pins(number: str) -> None:
    assert beside(f"PIN 4821 and {number.replace(' %', '%')}", "4821") == []


def test_what_is_something_else_stays_that_and_a_name_inside_a_secret_does_not() -> None:
    assert beside(f"{SECRET} and Heron77", SECRET, ("Heron77", EntityType.USERNAME)) == []
    assert beside(f"{SECRET} and Heron77", SECRET, ("Heron", EntityType.NAME)) == ["Heron77"]


def test_a_doubtful_secret_leads_nowhere() -> None:
    spans = (Span(0, len(SECRET), EntityType.KEYS, 0.3, "told"),)
    assert beside_secrets(spans, f"{SECRET} and Heron77") == spans


def test_the_work_is_linear_in_the_secrets() -> None:
    def effort(count: int) -> int:
        line = f"{SECRET} then Heron77 and more of it\n"
        spans = tuple(
            Span(at, at + len(SECRET), EntityType.KEYS, 0.9, "told") for at in range(0, count * len(line), len(line))
        )
        return work.calls(lambda: beside_secrets(spans, line * count))

    assert effort(2_000) < 12 * effort(200)
