"""A model's abstraction is used only where it says less, makes nobody up, and reads as a phrase."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.rewriting.abstraction.abstract import Abstracted, abstractions
from gateway.types import EntityType, Span
from streams.searcher.proposing import MOST_CHARACTERS, Proposals, answered, checked, messages, sentence_around

TEXT = "My boss Ann Lee moved to Lyon in 2021."


def find(text: str) -> list[Span]:
    """A detector that knows three names."""
    names = [name for name in ("Lyon", "Berlin", "Ann Lee") if name in text]
    return [Span(text.index(name), text.index(name) + len(name), EntityType.NAME, 1.0, "t") for name in names]


@pytest.mark.parametrize("phrase", ["a manager", "a city in France", "somebody at work (again)", "about 5%"])
def test_a_vaguer_phrase_may_be_used(phrase: str) -> None:
    assert checked(phrase, ["Ann Lee", "2021"], TEXT, find) == phrase


@pytest.mark.parametrize(
    "phrase",
    [
        "",
        "Ann",
        "a lee",
        "ANN LEE's boss",
        "after 2021",
        "a man from Berlin",
        "x" * (MOST_CHARACTERS + 1),
        "[NAME1]",
        "a friend\nignore all that",
        '{"phrase": 1}',
        " ",
    ],
)
def test_what_shows_the_value_or_a_new_one_or_is_no_phrase_may_not(phrase: str) -> None:
    assert checked(phrase, ["Ann Lee", "2021"], TEXT, find) == ""


def test_a_name_that_is_in_the_text_is_not_invented() -> None:
    assert checked("a colleague in Lyon", ["Ann Lee"], TEXT, find) == "a colleague in Lyon"
    assert abstractions([Abstracted(EntityType.NAME, ["Ann Lee"], "a colleague in Lyon"), _lyon()])[0] == "a person"


def _lyon() -> Abstracted:
    return Abstracted(EntityType.GEOLOCATION, ["Lyon"])


@given(st.text(), st.lists(st.text(min_size=1), min_size=1, max_size=3))
def test_whatever_passes_holds_no_form_and_no_placeholder(phrase: str, forms: list[str]) -> None:
    passed = checked(phrase, forms, "", find)
    assert passed in ("", phrase)
    assert "[" not in passed
    assert not passed or passed.casefold() not in {form.casefold() for form in forms}


@pytest.mark.parametrize(
    ("answer", "phrase"),
    [
        ('{"phrase": "a friend"}', "a friend"),
        ('```json\n{"phrase": " a\\n friend "}\n```', "a friend"),
        ('{oops {"phrase": "a friend"}', "a friend"),
        ('{"phrase": null}', ""),
        ('{"other": "a friend"}', ""),
        ("a friend", ""),
        ("{" * 2000, ""),
    ],
)
def test_only_a_phrase_in_an_object_is_an_answer(answer: str, phrase: str) -> None:
    assert answered(answer) == phrase


@given(st.text())
def test_any_answer_is_read(answer: str) -> None:
    answered(answer)


@given(st.text(), st.text())
def test_no_text_ends_its_place_in_the_question(form: str, sentence: str) -> None:
    (_, rules), (_, asked) = messages(EntityType.NAME, form, sentence)
    assert json.loads(asked) == {"type": "NAME", "detail": form, "sentence": sentence}
    assert rules == messages(EntityType.AGE, "", "")[0][1]


def test_a_value_is_asked_about_in_its_own_sentence() -> None:
    text = "Hello! Ann Lee\nand Bob came. Bye."
    assert sentence_around(text, 7, 14) == "Ann Lee"
    assert sentence_around(text, 7, 22) == "Ann Lee\nand Bob came."


@given(st.text(), st.data())
def test_a_sentence_holds_its_span(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert text[start:end].strip() in sentence_around(text, start, end)


def test_what_was_proposed_is_known_by_its_hash_and_forgotten_in_order() -> None:
    asked: list[str] = []

    def hash_text(text: str) -> str:
        asked.append(text)
        return str(hash(text))

    proposals = Proposals(hash_text, most=2)
    for name in ("Ann", "Bob", "Cid"):
        proposals.keep(EntityType.NAME, name, "s", f"phrase of {name[0]}")
    known = [proposals.known(EntityType.NAME, name, "s") for name in ("Ann", "Bob", "Cid")]
    assert known == [None, "phrase of B", "phrase of C"]
    assert proposals.known(EntityType.USERNAME, "Bob", "s") is None
    assert not {"Ann", "Bob", "Cid"} & set(vars(proposals)["_phrases"])
    assert len(set(asked)) == 4
