"""Where a value that was found once is found again, and where it must not be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.entities.drafts import Draft
from gateway.entities.kept_words import KeptWords
from gateway.entities.mentions import Mentions
from gateway.entities.recurring import recurring, recurring_forms
from gateway.types import EntityType, Leaf, LeafKind, Span

HEALTH, JOB, NAME, PLACE = (
    EntityType.HEALTH_INFORMATION,
    EntityType.OCCUPATION,
    EntityType.NAME,
    EntityType.GEOLOCATION,
)
ORG, TIME, SSN = EntityType.AFFILIATION, EntityType.TIME, EntityType.SSN


def again(entity_type: EntityType, form: str, text: str, language: str = "en") -> list[str]:
    """What recurs of a form in a text."""
    index = Mentions(recurring(entity_type, form, language))
    return [place.surface for place in index.find(text, [(0, len(text))])]


@pytest.mark.parametrize(
    ("entity_type", "form", "written"),
    [
        (HEALTH, "asthma", "Asthma"),
        (HEALTH, "asthma", "ASTHMA"),
        (HEALTH, "Type 2 diabetes", "type-2 Diabetes"),
        (EntityType.MARITAL_STATUS, "divorced", "DIVORCED"),
        (JOB, "Registered Nurse", "registered  nurse"),
        (JOB, "Registered Nurse", "registered\nnurses"),
        (JOB, "registered-nurse", "Registered Nurse"),
        (JOB, "policemen", "policeman"),
        (NAME, "priya", "Priya"),
        (NAME, "Priya Raman", "PRIYA RAMAN"),
        (NAME, "Priya", "priya"),
        (NAME, "Raman", "Ramans"),
        (PLACE, "Lisbon", "LISBON"),
        (PLACE, "Lisbon", "lisbon"),
        (ORG, "Johnson & Johnson", "johnson&johnson"),
        (ORG, "Best Buy", "BEST BUY"),
        (TIME, "Monday", "monday"),
        (SSN, "536-22-0199", "536 22 0199"),
        (EntityType.ADDRESS, "12 Elm St., Leeds", "12 ELM ST LEEDS"),
        (HEALTH, "covid", "Covid19"),
    ],
)
def test_a_form_recurs_in_another_case_number_and_spacing(entity_type: EntityType, form: str, written: str) -> None:
    assert again(entity_type, form, f"so {written}, then") == [written]


@pytest.mark.parametrize(
    ("language", "form", "written"),
    [
        ("de", "Arzt", "Ärzte"),
        ("fr", "infirmière", "Infirmières"),
        ("it", "medico", "medici"),
        ("es", "juez", "Jueces"),
    ],
)
def test_a_form_recurs_as_its_language_inflects_it(language: str, form: str, written: str) -> None:
    assert again(JOB, form, f"- {written} -", language) == [written]


def test_a_possessive_ending_is_not_part_of_the_form() -> None:
    assert again(NAME, "Priya", "PRIYA’s and priya's") == ["PRIYA", "priya"]
    assert again(NAME, "Priya's", "priya") == ["priya"]


@pytest.mark.parametrize(
    ("entity_type", "form", "text"),
    [
        (TIME, "May", "you may go, MAY you?"),
        (NAME, "Will", "I will, WILL you?"),
        (NAME, "Mark", "a mark, two marks, MARK SCHEME"),
        (PLACE, "US", "tell us, Us"),
        (PLACE, "ACT", "we act, she acts"),
        (ORG, "Target", "a target, targets"),
        (ORG, "WHO", "who is it?"),
        (HEALTH, "AIDS", "it aids us"),
        (ORG, "Best Buy", "the best buy of all"),
        (NAME, "Williams", "William"),
        (JOB, "nurse", "nursery, nursing"),
        (EntityType.AGE, "34", "x34, 34th, 340"),
        (EntityType.KEYS, "Ab12Cd", "ab12cd AB12CD"),
        (EntityType.URL, "https://x.org/A", "https://x.org/a"),
        (EntityType.PRODUCT, "Go", "go on"),
    ],
)
def test_an_ordinary_word_is_no_name_that_is_spelled_like_it(entity_type: EntityType, form: str, text: str) -> None:
    assert again(entity_type, form, text) == []


def test_a_form_spans_only_white_space_and_hyphens() -> None:
    assert again(JOB, "Registered Nurse", "registered, nurse. registered. nurse; registered" + " " * 20 + "nurse") == []


WORDS = st.sampled_from(
    ["asthma", "Asthma", "ASTHMAS", "a", "registered", "Registered", "nurse", "NURSES", "Ann", "34"]
)
GLUE = st.sampled_from([" ", "  ", "-", "\n", ", ", "'s ", "İ", "ß"])


@given(
    st.lists(st.one_of(WORDS, GLUE), max_size=16).map("".join), st.sampled_from(["asthma", "Registered Nurse", "Ann"])
)
def test_the_quick_check_misses_no_form_that_recurs(text: str, form: str) -> None:
    """The quick look that spares most forms their wordings never misses one that recurs."""
    leaf = Leaf("text", LeafKind.TEXT, f"{form} {text}", 0)
    entity_type = NAME if form == "Ann" else JOB
    draft = Draft(leaf, (Span(0, len(form), entity_type, 1.0, "t"),))
    elsewhere = [surface for surface in again(entity_type, form, f" {text}") if surface != form]

    assert not elsewhere or recurring_forms([draft], KeptWords(f" {text}"))


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("أحمد", "وأحمد"),
        ("أحمد", "لأحمد"),
        ("דוד", "לדוד"),
        ("דוד", "ולדוד"),
        ("חיפה", "מחיפה"),
        ("عمر خالد", "وعمر خالد"),
    ],
)
def test_a_name_recurs_with_what_arabic_and_hebrew_write_together_with_it(form: str, text: str) -> None:
    whole = f"{form}. {text}"
    draft = Draft(Leaf("text", LeafKind.TEXT, whole, 0), (Span(0, len(form), NAME, 1.0, "t"),))
    recurs = recurring_forms([draft], KeptWords(f". {text}"))
    found = Mentions([wording for wordings in recurs.values() for wording in wordings]).find(text, [(0, len(text))])
    assert [place.surface for place in found] == [text]


@pytest.mark.parametrize(("form", "text"), [("سامي", "الإسلامي"), ("דן", "לדן"), ("Ann", "וAnna")])
def test_a_name_does_not_recur_inside_another_word(form: str, text: str) -> None:
    draft = Draft(Leaf("text", LeafKind.TEXT, form, 0), (Span(0, len(form), NAME, 1.0, "t"),))
    assert recurring_forms([draft], KeptWords(text)) == {}
