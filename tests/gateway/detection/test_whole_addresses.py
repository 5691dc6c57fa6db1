"""Addresses become whole: what stands beside or between their found parts belongs to them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gateway.detection.whole_addresses import whole_addresses
from gateway.types import EntityType, Span
from tests.support import work


def grown(text: str, *parts: str, entity_type: EntityType = EntityType.ADDRESS) -> list[str]:
    """Returns the addresses that grow if these parts of the text were found."""
    spans = [Span(text.index(each), text.index(each) + len(each), entity_type, 0.9, "found") for each in parts]
    return [text[span.start : span.end] for span in whole_addresses(spans, text)[len(spans) :]]


@pytest.mark.parametrize(
    ("text", "part", "whole"),
    [
        (
            "в г. Тула, ул. Лесная, д. 5, корп. 2, кв. 9, код",
            "Лесная, д. 5",
            "г. Тула, ул. Лесная, д. 5, корп. 2, кв. 9",
        ),
        ("на пр. Мира 8, под. 2, эт. 3 сегодня", "пр. Мира 8", "пр. Мира 8, под. 2, эт. 3"),
        ("на вул. Садова, 44-а, поверх 5 живе", "вул. Садова", "вул. Садова, 44-а, поверх 5"),
        ("Lale Sok. No: 7 D: 3 adresine", "Lale Sok.", "Lale Sok. No: 7 D: 3"),
        ("na Rua do Sol, 31, r/c esq., 7000-512 Beja.", "Rua do Sol, 31", "Rua do Sol, 31, r/c esq., 7000-512 Beja"),
        ("Rua Nova 12, apto 302, bloco B, em casa", "Rua Nova 12", "Rua Nova 12, apto 302, bloco B"),
        ("en Calle Luna 7, esc. 2, pta. 4 vive", "Calle Luna 7", "Calle Luna 7, esc. 2, pta. 4"),
        ("in via Po 14, scala B int. 7 da anni", "via Po 14", "via Po 14, scala B int. 7"),
        ("au 2 rue du Puits, bât. C, porte gauche !", "2 rue du Puits", "2 rue du Puits, bât. C, porte gauche"),
        ("in der Elmgasse 3, Hinterhaus, 2. OG links", "Elmgasse 3", "Elmgasse 3, Hinterhaus, 2. OG links"),
        ("na ul. Krótka 5 m. 12 od lat", "ul. Krótka 5", "ul. Krótka 5 m. 12"),
        ("op Lindelaan 14, 3e verdieping wonen", "Lindelaan 14", "Lindelaan 14, 3e verdieping"),
        ("στην οδό Κανάρη 7, 2ος όροφος μένω", "οδό Κανάρη 7", "οδό Κανάρη 7, 2ος όροφος"),
        ("to Flat 3b, 17 Mill Lane, opposite the pub.", "Mill Lane", "Flat 3b, 17 Mill Lane"),
        ("पता मोती टावर, फ़्लैट 18 है", "फ़्लैट 18", "मोती टावर, फ़्लैट 18"),
        ("৫ লেক রোড, লিফটের ৪ এ", "৫ লেক রোড", "৫ লেক রোড, লিফটের ৪"),
        ("ברחוב הגפן 8 דירה 14 קומה 2", "רחוב הגפן 8", "רחוב הגפן 8 דירה 14 קומה 2"),
        ("في شارع النصر، عمارة ٢، ط٣ أسكن", "شارع النصر", "شارع النصر، عمارة ٢، ط٣"),
        (
            "at 3 rue Foch, appartement 12, code 4471",
            "3 rue Foch, appartement",
            "3 rue Foch, appartement 12, code 4471",
        ),
    ],
)
def test_an_address_has_its_flat_and_floor_and_what_stands_before_it(text: str, part: str, whole: str) -> None:
    assert grown(text, part) == [whole]


def test_what_stands_between_two_parts_belongs_to_their_address() -> None:
    text = "ул. Лесная, д. 6, корп. 2, кв. 113, Кострома."
    assert grown(text, "ул. Лесная, д. 6", "кв. 113") == [text[:-1]]


def test_a_town_beside_a_street_belongs_to_it() -> None:
    assert grown("We live at 9 Elm Lane, Ditcheat.", "9 Elm Lane") == ["9 Elm Lane, Ditcheat"]
    assert grown("Lale Sok. No 7 Konak/İzmir adresi", "Lale Sok. No 7") == ["Lale Sok. No 7 Konak/İzmir"]


@pytest.mark.parametrize(
    "text",
    [
        "9 Elm Lane and 4 flats of it",
        "9 Elm Lane is 120 years old",
        "9 Elm Lane, where I live",
        "9 Elm Lane, 45000 Euro",
        "9 Elm Lane\n\nFlat 5",
        "9 Elm Lane, Flat 3% fee",
        "9 Elm Lane, please come",
    ],
)
def test_other_words_and_numbers_beside_an_address_are_left(text: str) -> None:
    assert grown(text, "9 Elm Lane") == []


@pytest.mark.parametrize("unit", ["кв. 1, ", "A ", "12 ", "Aa-", "Flat 3, ", "г. Аа ", "ул. ", ", ", "a"])
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    def grow(characters: int) -> Callable[[], object]:
        text = (unit * characters)[:characters]
        spans = [Span(at, at + 2, EntityType.ADDRESS, 0.9, "found") for at in range(0, characters - 2, 7)]
        return lambda: whole_addresses(spans, text)

    assert any(work.seconds(grow(20_000)) <= 8 * work.seconds(grow(5_000)) + 0.02 for _ in range(3))


def test_parts_of_an_address_say_nothing_alone() -> None:
    assert grown("Tula, кв. 9, д. 5", "Tula", entity_type=EntityType.GEOLOCATION) == []
