"""Attackers see only the minimized text; the built-in one uses only what is left in it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.pattern_detector import PatternDetector
from gateway.types import EntityType
from lab.recovery.attacker import Attacker, Guess, Replaced, is_hit
from lab.recovery.built_in import BuiltIn
from lab.recovery.model_attacker import ModelAttacker, Unreadable

NAME, PLACE, AGE = EntityType.NAME, EntityType.GEOLOCATION, EntityType.AGE


async def silent(question: str) -> str:
    return "{}"


ATTACKERS: list[Attacker] = [BuiltIn(PatternDetector().detect), ModelAttacker(silent)]


@pytest.mark.parametrize("attacker", ATTACKERS, ids=["built in", "model"])
@given(text=st.text(max_size=60), types=st.lists(st.sampled_from(EntityType), max_size=5))
async def test_an_attacker_answers_for_everything_it_is_asked(
    attacker: Attacker, text: str, types: list[EntityType]
) -> None:
    guesses = await attacker.recover(text, [Replaced(f"[{each}1]", each) for each in types])
    assert len(guesses) == len(types)
    candidates = await attacker.candidates(text, types)
    assert candidates.keys() == set(types)
    assert all(len(each) <= 3 for each in candidates.values())
    assert all(0 <= guess.confidence <= 1 for each in candidates.values() for guess in each)


@pytest.mark.parametrize(
    ("text", "replacement", "entity_type", "guess"),
    [
        ("[NAME1] (ann.lee@acme.example) wrote.", "[NAME1]", NAME, "Ann Lee"),
        ("[NAME1]: https://www.linkedin.com/in/ann-lee", "[NAME1]", NAME, "ann lee"),
        ("[NAME1] is @AnnLee there", "[NAME1]", NAME, "Ann Lee"),
        ("[AFFILIATION1], mail jobs@acme.example", "[AFFILIATION1]", EntityType.AFFILIATION, "acme"),
        ("The [GENDER1] says his knee hurts.", "[GENDER1]", EntityType.GENDER, "man"),
        ("I live in the capital of France.", "the capital of France", PLACE, "Paris"),
        ("I live in [GEOLOCATION1], Italy.", "[GEOLOCATION1]", PLACE, "Rome"),
        ("call +49 30 1234567 in [GEOLOCATION1]", "[GEOLOCATION1]", PLACE, "Germany"),
        ("in their thirties", "somebody in their thirties", AGE, "35-year-old"),
        ("Born in 1980, [AGE1] in 2020", "[AGE1]", AGE, "40"),
    ],
)
async def test_the_built_in_attacker_is_not_weak(
    text: str, replacement: str, entity_type: EntityType, guess: str
) -> None:
    (recovered,) = await BuiltIn(PatternDetector().detect).recover(text, [Replaced(replacement, entity_type)])
    assert recovered is not None
    assert is_hit(recovered.text, [guess])


async def test_without_leftovers_it_guesses_nothing() -> None:
    asked = [Replaced("[NAME1]", NAME), Replaced("[SSN1]", EntityType.SSN), Replaced("a place", PLACE)]
    assert await BuiltIn(PatternDetector().detect).recover("[NAME1] of a place has [SSN1].", asked) == [None] * 3


async def test_values_in_the_text_are_candidates_and_placeholders_are_not() -> None:
    candidates = await BuiltIn(PatternDetector().detect).candidates(
        "[EMAIL1], b@corp.example, a@corp.example and a@corp.example", [EntityType.EMAIL]
    )
    assert [guess.text for guess in candidates[EntityType.EMAIL]] == ["a@corp.example", "b@corp.example"]


async def test_a_business_address_is_a_candidate_wherever_an_address_or_a_place_is_asked_for() -> None:
    asked = [EntityType.BUSINESS_ADDRESS, EntityType.ADDRESS, PLACE]
    candidates = await BuiltIn(PatternDetector().detect).candidates("Our office is at 12 Elm Street", asked)
    assert [[guess.text for guess in candidates[each]] for each in asked] == [["12 Elm Street"]] * 3


def answering(answer: str) -> ModelAttacker:
    async def complete(question: str) -> str:
        return answer

    return ModelAttacker(complete)


@pytest.mark.parametrize(
    ("answer", "texts"),
    [
        ('{"1": ["Ann Lee", 0.7], "2": ["unknown", 0]}', ["Ann Lee", None]),
        ('Here: {"2": ["Lyon", 7]} .', [None, "Lyon"]),
        ('{"1": "Ann", "2": [1, 2]}', [None, None]),
    ],
)
async def test_what_a_model_leaves_out_or_does_not_state_is_unknown(answer: str, texts: Sequence[str | None]) -> None:
    guesses = await answering(answer).recover("…", [Replaced("[NAME1]", NAME), Replaced("a city", PLACE)])
    assert [guess and guess.text for guess in guesses] == texts


async def test_a_models_candidates_are_read_by_type() -> None:
    candidates = await answering('{"NAME": [["Ann", 0.9], ["Bob", 0.1], "x"], "AGE": 3}').candidates("…", [NAME, AGE])
    assert [guess.text for guess in candidates[NAME]] == ["Ann", "Bob"]
    assert candidates[AGE] == []


@pytest.mark.parametrize("prose", ["I cannot help with that.", "{", ""])
async def test_a_model_that_answers_with_prose_is_an_error(prose: str) -> None:
    with pytest.raises(Unreadable):
        await answering(prose).recover("…", [Replaced("[NAME1]", NAME)])


def test_guesses_print_no_text() -> None:
    assert "Ann" not in repr(Guess("Ann", 0.5)) + repr(Replaced("a friend of Ann", NAME))
