from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gateway.entities.wordings import Wording, WordingKind, core, fold, meant, read, spelled
from gateway.types import EntityType

NAME, AFFILIATION, GEOLOCATION = EntityType.NAME, EntityType.AFFILIATION, EntityType.GEOLOCATION


def ways(entity_type: EntityType, surface: str, kind: WordingKind) -> set[str]:
    return {" ".join(each.words) for each in read(entity_type, surface).wordings if each.kind is kind}


@pytest.mark.parametrize(
    ("entity_type", "one", "other"),
    [
        (NAME, "Ann Lee", "ANN  LEE"),
        (NAME, "Ann Lee", "Lee, Ann"),
        (NAME, "Ann Lee", "Dr. Ann Lee"),
        (NAME, "Ann Lee", "Ann Lee's"),
        (NAME, "Ann Lee", "ann_lee"),
        (NAME, "Ann Lee", "Ann Lee, PhD"),
        (NAME, "Ann Lee Jr.", "Ann Lee"),
        (NAME, "José Muñoz", "Jose Munoz"),
        (NAME, "Søren Łukasz", "Soren Lukasz"),
        (NAME, "Jose\u0301", "José"),
        (AFFILIATION, "Acme Corp.", "The ACME Corporation"),
        (GEOLOCATION, "Zürich", "ZURICH"),
    ],
)
def test_spellings_of_one_whole_name_share_one_core(entity_type: EntityType, one: str, other: str) -> None:
    assert core(entity_type, one) == core(entity_type, other) != ()


@pytest.mark.parametrize(
    ("entity_type", "one", "other"),
    [
        (NAME, "Ann Lee", "Anne Lee"),
        (NAME, "Ann Lee", "Bob Lee"),
        (NAME, "Mr. Lee", "Mrs. Lee"),
        (AFFILIATION, "Acme Corp", "Acme Foods"),
        (GEOLOCATION, "Kansas City", "Kansas"),
    ],
)
def test_names_that_may_be_two_have_two_cores(entity_type: EntityType, one: str, other: str) -> None:
    assert core(entity_type, one) != core(entity_type, other)


def test_a_full_name_has_its_parts_initials_and_joined_forms() -> None:
    name = "Ann Marie Lee"

    assert ways(NAME, name, WordingKind.PART) == {"ann", "marie", "lee"}
    assert ways(NAME, name, WordingKind.FULL) >= {"ann marie lee", "ann lee", "a lee", "ann m lee", "a m lee", "ann l"}
    assert ways(NAME, name, WordingKind.SWAPPED) >= {"lee ann", "lee ann marie", "lee a"}
    assert ways(NAME, name, WordingKind.INITIALS) == {"a m l", "a l"}
    assert ways(NAME, name, WordingKind.ACRONYM) == {"aml"}
    assert ways(NAME, name, WordingKind.JOINED) == {"annlee", "leeann", "annmarielee"}
    assert ways(NAME, name, WordingKind.HANDLE) == {"alee", "leea", "annl"}


def test_a_surname_with_a_particle_or_an_apostrophe_is_one_part() -> None:
    assert ways(NAME, "Ludwig van der Berg", WordingKind.PART) == {"ludwig", "van der berg", "vanderberg", "berg"}
    assert ways(NAME, "Pat O'Brien", WordingKind.PART) == {"pat", "o brien", "obrien", "brien"}


def test_a_single_letter_is_not_a_wording() -> None:
    assert all(len("".join(each.words)) > 1 for each in read(NAME, "A. Lee").wordings)
    assert read(NAME, "X").wordings == ()


def test_a_name_in_lower_case_is_mentioned_by_its_longer_parts_only() -> None:
    assert ways(NAME, "maria di costanza", WordingKind.PART) == {"maria", "dicostanza", "di costanza", "costanza"}
    assert ways(NAME, "ann lee", WordingKind.PART) == set()
    assert read(NAME, "maria").wordings == ()


def test_a_hyphenated_name_in_lower_case_is_mentioned_only_as_a_whole() -> None:
    assert ways(NAME, "jean-paul", WordingKind.PART) == {"jean paul", "jeanpaul", "paul"}
    assert ways(NAME, "o'brien", WordingKind.PART) == {"o brien", "obrien", "brien"}


@pytest.mark.parametrize("surface", ["", " ", "...", "Room 12", "one two three four five six seven", "'s"])
def test_text_that_is_no_name_has_no_wordings(surface: str) -> None:
    assert read(NAME, surface).wordings == ()


def test_places_and_firms_have_acronyms_of_three_letters_or_more() -> None:
    assert ways(GEOLOCATION, "New York City", WordingKind.ACRONYM) == {"nyc"}
    assert ways(GEOLOCATION, "New York", WordingKind.ACRONYM) == set()
    assert ways(AFFILIATION, "Institute of Good Works Ltd", WordingKind.ACRONYM) == {"igw"}


def test_other_types_have_no_core_and_no_wordings() -> None:
    assert read(EntityType.PHONE_NUMBER, "+1 415 555 0100") == ((), ())


def test_a_url_spells_full_names_and_an_e_mail_any_part() -> None:
    part, joined = Wording(NAME, WordingKind.PART, ("lee",)), Wording(NAME, WordingKind.JOINED, ("annlee",))

    assert part in meant(EntityType.EMAIL, "lee@example.org")
    assert part not in meant(EntityType.URL, "https://example.org/lee")
    assert joined in meant(EntityType.URL, "https://example.org/annlee92")
    assert list(meant(EntityType.AGE, "lee")) == []


@given(st.text(max_size=12), st.text(max_size=12))
def test_folding_keeps_words_joined_or_separate(one: str, other: str) -> None:
    assert fold(fold(one)) == fold(one)
    assert fold(f"{one} {other}") == f"{fold(one)} {fold(other)}"


@example(NAME, "a-a")
@given(st.sampled_from((NAME, AFFILIATION, GEOLOCATION)), st.text("aAbBé .,'-_1", max_size=20))
def test_a_core_is_one_of_the_wordings_of_its_name(entity_type: EntityType, surface: str) -> None:
    reading = read(entity_type, surface)

    if len(reading.core) > 1 and reading.wordings and "." not in reading.core[0]:
        assert any(each in reading.wordings for each in spelled(entity_type, reading.core))
    assert len(reading.wordings) < 40
