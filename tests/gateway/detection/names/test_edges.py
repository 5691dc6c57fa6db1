from __future__ import annotations

import pytest

from gateway.detection.names.contexts import GapKinds
from gateway.detection.names.edges import Piece, refined
from gateway.detection.names.words import split
from gateway.types import EntityType

NAME, PLACE, GROUP, TIME = EntityType.NAME, EntityType.GEOLOCATION, EntityType.AFFILIATION, EntityType.TIME


def edges(text: str, *claimed: tuple[str, EntityType]) -> list[str]:
    """Returns the texts of the spans made from claims, each given as its words in the text."""
    words = split(text)
    pieces = [piece(words.forms, said.split(), entity_type) for said, entity_type in claimed]
    refined_pieces = refined(pieces, words.forms, GapKinds().of(words.gaps).tolist())
    return [text[words.starts[each.first] : words.ends[each.last - 1]] for each in refined_pieces]


def piece(forms: list[str], said: list[str], entity_type: EntityType) -> Piece:
    first = next(at for at in range(len(forms)) if forms[at : at + len(said)] == said)
    return Piece(first, first + len(said), entity_type, 0.5)


@pytest.mark.parametrize("idle", ["The", "and", "of the", "doesn't", "I'm"])
def test_function_words_alone_are_no_span(idle: str) -> None:
    assert edges(f"so {idle} thing", (idle, GROUP)) == []


def test_function_words_in_capitals_may_be_names() -> None:
    assert edges("the WHO said IT", ("WHO", GROUP), ("IT", GROUP)) == ["WHO", "IT"]


def test_no_span_begins_or_ends_with_a_small_function_word_but_an_article() -> None:
    assert edges("from Oslo and", ("from Oslo and", PLACE)) == ["Oslo"]
    assert edges("in a day or", ("in a day or", TIME)) == ["a day"]
    assert edges("9 pm and", ("9 pm and", TIME)) == ["9 pm"]
    assert edges("on the Times of", ("the Times of", GROUP)) == ["the Times"]


def test_two_people_are_two_spans_and_a_firm_is_one() -> None:
    assert edges("by Ann Lee and Bo Ek.", ("Ann Lee and Bo Ek", NAME)) == ["Ann Lee", "Bo Ek"]
    assert edges("at Lee and Sons.", ("Lee and Sons", GROUP)) == ["Lee and Sons"]


def test_particles_join_pieces_of_one_type() -> None:
    assert edges("a School for Girls", ("School", GROUP), ("Girls", GROUP)) == ["School for Girls"]
    assert edges("Anna van der Berg", ("Anna", NAME), ("Berg", NAME)) == ["Anna van der Berg"]
    assert edges("Anna of Oslo", ("Anna", NAME), ("Oslo", PLACE)) == ["Anna", "Oslo"]
    assert edges("Anna for. Berg", ("Anna", NAME), ("Berg", NAME)) == ["Anna", "Berg"]
    assert edges("Anna met Berg", ("Anna", NAME), ("Berg", NAME)) == ["Anna", "Berg"]


def test_a_title_and_an_initial_belong_to_the_name_behind_their_dot() -> None:
    assert edges("Dr. Amara Obi", ("Dr", NAME), ("Amara Obi", NAME)) == ["Dr. Amara Obi"]
    assert edges("John F. Kennedy", ("John F", NAME), ("Kennedy", NAME)) == ["John F. Kennedy"]
    assert edges("I met Ann. Bo left", ("Ann", NAME), ("Bo", NAME)) == ["Ann", "Bo"]
    assert edges("at St. Bo", ("St", PLACE), ("Bo", NAME)) == ["St", "Bo"]


def test_a_small_number_alone_names_nothing_and_counts_in_no_list() -> None:
    assert edges("type 2 is", ("2", NAME)) == []
    assert edges("one:\n2. Ask", ("2", TIME)) == []
    assert edges("until 7 or later", ("7", TIME)) == ["7"]
    assert edges("zip 29205 is", ("29205", EntityType.ADDRESS)) == ["29205"]


@pytest.mark.parametrize(
    ("text", "claimed", "entity_type", "values"),
    [
        ("Переведите письмо", "Переведите письмо", EntityType.NAME, []),
        ("Доброго вечора, Орисю", "Доброго вечора Орисю", EntityType.NAME, ["Орисю"]),
        ("Διόρθωσε το κείμενο", "Διόρθωσε το κείμενο", EntityType.NAME, []),
        ("Η Ζηνοβία", "Η Ζηνοβία", EntityType.NAME, ["Η Ζηνοβία"]),
        ("Позвоните Ефиму", "Позвоните Ефиму", EntityType.NAME, ["Ефиму"]),
        ("адрес Липовая 8", "адрес Липовая 8", EntityType.ADDRESS, ["Липовая 8"]),
        ("А. Ветлугин", "А Ветлугин", EntityType.NAME, ["А. Ветлугин"]),
        ("ветлугин а.", "ветлугин а", EntityType.NAME, ["ветлугин а"]),
        ("в Наш дом", "Наш дом", EntityType.AFFILIATION, ["Наш дом"]),
        ("заказ", "заказ", EntityType.AFFILIATION, []),
        ("اكتب رسالة", "اكتب رسالة", EntityType.NAME, []),
        ("תודה נפתלי", "תודה נפתלי", EntityType.NAME, ["נפתלי"]),
        ("सुनीति को", "सुनीति को", EntityType.NAME, ["सुनीति"]),
        ("চিঠি লিখুন", "চিঠি লিখুন", EntityType.GEOLOCATION, []),
    ],
)
def test_plain_words_of_requests_are_at_no_end_of_a_name_and_alone_name_nothing(
    text: str, claimed: str, entity_type: EntityType, values: list[str]
) -> None:
    assert edges(text, (claimed, entity_type)) == values


def test_little_words_in_lower_case_are_at_no_end_of_a_name_and_alone_name_nothing() -> None:
    assert edges("Iris en Joris", ("en Joris", NAME)) == ["Joris"]
    assert edges("Iris en", ("en", GROUP)) == []
    assert edges("the club Nur Mut", ("Nur Mut", GROUP)) == ["Nur Mut"]


def test_what_opens_a_request_is_no_part_of_a_name() -> None:
    assert edges("Explore Dunmarsh Street", ("Explore Dunmarsh Street", GROUP)) == ["Dunmarsh Street"]
    assert edges("Brainstorm ten ideas", ("Brainstorm", NAME)) == []
    assert edges("Напиши Соломії", ("Напиши Соломії", NAME)) == ["Соломії"]
    assert edges("Γράψε στη Δάφνη μου", ("Γράψε στη Δάφνη μου", NAME)) == ["Δάφνη"]
    assert edges("Özetle: Merhaba", ("Özetle", NAME), ("Merhaba", GROUP)) == []


def test_a_word_that_opens_requests_may_stand_inside_a_name() -> None:
    assert edges("at Visit Dunmarsh now", ("Visit Dunmarsh", GROUP)) == ["Visit Dunmarsh"]
    assert edges("Прошу В. Гнатюк", ("В", NAME), ("Гнатюк", NAME)) == ["В. Гнатюк"]
    assert edges("Отдел Сделай сам открыт", ("Отдел Сделай сам", GROUP)) == ["Отдел Сделай сам"]


def test_two_times_with_and_between_them_are_one_span_and_two_places_are_two() -> None:
    assert edges("between 2011 and 2014", ("2011", TIME), ("2014", TIME)) == ["2011 and 2014"]
    assert edges("in Oslo and Bergen", ("Oslo", PLACE), ("Bergen", PLACE)) == ["Oslo", "Bergen"]
