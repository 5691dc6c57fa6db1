"""An abstraction says less than its value, is nobody else's, and is none where nothing may be said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.rewriting.abstraction.abstract import Abstracted, abstraction, abstractions
from gateway.types import DateDetail, EntityType

UNSPEAKABLE = [
    EntityType.KEYS,
    EntityType.CREDIT_CARD,
    EntityType.IBAN,
    EntityType.BANK_ACCOUNT,
    EntityType.ID_NUMBER,
    EntityType.SSN,
    EntityType.PASSPORT,
    EntityType.DRIVER_LICENSE,
]
SURFACES = st.one_of(
    st.text(min_size=1, max_size=20),
    st.sampled_from(["a person", "person", "city", "some time", "a", "2", "third", "Paris", "Lyon", "34", "$72,500"]),
)
ENTITIES = st.lists(
    st.builds(Abstracted, st.sampled_from(EntityType), st.lists(SURFACES, min_size=1, max_size=3)), max_size=12
)


@pytest.mark.parametrize("entity_type", [each for each in EntityType if each not in UNSPEAKABLE])
def test_every_speakable_type_has_an_abstraction(entity_type: EntityType) -> None:
    assert abstraction(entity_type, "Xyzzy")


@pytest.mark.parametrize("entity_type", UNSPEAKABLE)
def test_credentials_and_identity_numbers_have_no_abstraction(entity_type: EntityType) -> None:
    assert abstraction(entity_type, "4111 1111 1111 1111") is None


@given(ENTITIES, st.sampled_from(DateDetail))
def test_no_two_entities_share_an_abstraction(entities: list[Abstracted], detail: DateDetail) -> None:
    made = [each.casefold() for each in abstractions(entities, detail) if each]
    assert len(made) == len(set(made))


@given(ENTITIES)
def test_no_abstraction_holds_a_form_as_a_whole(entities: list[Abstracted]) -> None:
    forms = [form.casefold() for each in entities for form in each.forms]
    for phrase in filter(None, abstractions(entities)):
        assert not any(_stands_in(form, phrase.casefold()) for form in forms)


@given(ENTITIES)
def test_the_same_entities_are_abstracted_alike(entities: list[Abstracted]) -> None:
    assert abstractions(entities) == abstractions(entities)


@given(st.sampled_from(EntityType), st.text())
def test_any_text_can_be_abstracted(entity_type: EntityType, surface: str) -> None:
    abstraction(entity_type, surface)


def test_many_of_a_kind_are_told_apart() -> None:
    people = [Abstracted(EntityType.NAME, [f"Person{at}x"]) for at in range(1000)]
    made = abstractions(people)
    assert made[:3] == ["a person", "another person", "a third person"]
    assert len(set(made)) == 1000
    assert None not in made


@pytest.mark.parametrize(
    ("surface", "detail", "said"),
    [
        ("2021-03-05", DateDetail.MONTH, "March 2021"),
        ("5 March 2021", DateDetail.SEASON, "spring 2021"),
        ("December 2022", DateDetail.MONTH, "winter 2022"),
        ("12/25/2020", DateDetail.MONTH, "2020"),
        ("01/09/23", DateDetail.DECADE, "the 2020s"),
        ("1995", DateDetail.YEAR, "the 1990s"),
        ("March", DateDetail.MONTH, "spring"),
        ("9pm", DateDetail.MONTH, "in the evening"),
        ("15:00", DateDetail.MONTH, "in the afternoon"),
        ("one year", DateDetail.MONTH, "some time"),
        ("next Friday", DateDetail.MONTH, "a weekday"),
        ("soon", DateDetail.MONTH, "some time"),
    ],
)
def test_a_date_says_as_much_as_is_asked_and_less_than_it_did(surface: str, detail: DateDetail, said: str) -> None:
    assert abstraction(EntityType.TIME, surface, detail) == said


@pytest.mark.parametrize(
    ("entity_type", "surface", "said"),
    [
        (EntityType.AGE, "34 years old", "somebody in their thirties"),
        (EntityType.AGE, "forty-two", "somebody in their forties"),
        (EntityType.AGE, "6 months", "an infant"),
        (EntityType.INCOME, "$72,500", "between 50,000 and 100,000 dollars"),
        (EntityType.INCOME, "0.5 USD", "between 0 and 10 dollars"),
        (EntityType.GEOLOCATION, "Paris, France", "a city in France"),
        (EntityType.GEOLOCATION, "the Netherlands", "a country in Europe"),
        (EntityType.GEOLOCATION, "Nowhereville", "a place"),
        (EntityType.AFFILIATION, "First National Bank, Inc.", "a bank"),
        (EntityType.OCCUPATION, "Head nurse", "a manager"),
        (EntityType.QUANTITY, "5,214 cows", "about 5,000 cows"),
    ],
)
def test_a_value_becomes_what_it_is_a_case_of(entity_type: EntityType, surface: str, said: str) -> None:
    assert abstraction(entity_type, surface) == said


def _stands_in(form: str, phrase: str) -> bool:
    return any(
        phrase.startswith(form, at)
        and not _goes_on(phrase[at - 1 : at], form[:1])
        and not _goes_on(form[-1:], phrase[at + len(form) : at + len(form) + 1])
        for at in range(len(phrase))
    )


def _goes_on(before: str, after: str) -> bool:
    return (before.isalpha() and after.isalpha()) or (before.isdigit() and after.isdigit())
