from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gateway.detection.business_addresses import of_businesses
from gateway.detection.pattern_detector import PatternDetector
from gateway.types import EntityType, Span

MARK = re.compile(r"<([A-Z_]+)(\.[0-9]+)? ([^>]*)>")
BUSINESS, HOME = EntityType.BUSINESS_ADDRESS, EntityType.ADDRESS


def read(marked: str) -> tuple[str, list[Span]]:
    """Returns a text and its spans, marked as ``<TYPE value>`` or ``<TYPE.3 value>``, the latter with a score."""
    text, done = "", 0
    spans: list[Span] = []
    for mark in MARK.finditer(marked):
        text += marked[done : mark.start()]
        end = len(text) + len(mark[3])
        spans.append(Span(len(text), end, EntityType(mark[1]), float(mark[2] or 0.9), "test"))
        text, done = text + mark[3], mark.end()
    return text + marked[done:], spans


def types_in(marked: str) -> list[EntityType]:
    """Returns the types of the addresses in the result."""
    text, spans = read(marked)
    pairs = zip(spans, of_businesses(spans, text), strict=True)
    return [after.entity_type for before, after in pairs if before.entity_type is EntityType.ADDRESS]


@pytest.mark.parametrize(
    "text",
    [
        "Our office is at <ADDRESS 12 Elm Street>.",
        "HQ: <ADDRESS 12 Elm Street>",
        "Head office:\n<ADDRESS 12 Elm Street>",
        "the Springfield warehouse, located on <ADDRESS 12 Elm Street>",
        "The registered office of Quillby Ltd is <ADDRESS 5 Church Road>.",
        "Quillby Ltd is registered at <ADDRESS 5 Church Road>.",
        "Dinner at Restaurant Chez Paul, <ADDRESS 13 Elm Street>, at eight",
        "The clinic (<GEOLOCATION Berlin>): <ADDRESS Hauptstr. 5>",
        "office_address: <ADDRESS 12 Elm Street>",
        "Unsere Filiale befindet sich in der <ADDRESS Lindenallee 12>.",
        "Das Stadtmuseum liegt am <ADDRESS Lindenweg 7>.",
        "Sie erreichen die Grundschule am <ADDRESS Lindenweg 7>.",
        "Notre siège social est au <ADDRESS 12 rue de Rivoli>.",
        "La sede social está en la <ADDRESS Calle Mayor 15>.",
        "La nostra sede legale è in <ADDRESS Via Roma 12>.",
        "Ons kantoor is gevestigd aan de <ADDRESS Keizersgracht 12>.",
        "O nosso escritório fica na <ADDRESS Rua Augusta 25>.",
        "Nasze biuro mieści się przy <ADDRESS ul. Długa 5>.",
        "Quillby Sp. z o.o., <ADDRESS ul. Długa 5>",
        "Quillby S.p.A., <ADDRESS Via Roma 12>",
    ],
)
def test_a_place_of_business_before_an_address_makes_it_a_business_s(text: str) -> None:
    assert types_in(text) == [BUSINESS]


@pytest.mark.parametrize(
    "text",
    [
        "<AFFILIATION Quillby>, <ADDRESS Hauptstr. 5>",
        "<AFFILIATION Quillby>\n<ADDRESS Hauptstr. 5>",
        "<NAME Ann Lee>\n<AFFILIATION Quillby>\n<ADDRESS Hauptstr. 5>",
        "<AFFILIATION Quillby> – <GEOLOCATION Berlin>, <ADDRESS Hauptstr. 5>",
    ],
)
def test_an_organisation_right_before_an_address_makes_it_a_business_s(text: str) -> None:
    assert types_in(text) == [BUSINESS]


def test_an_organisation_right_behind_a_home_may_be_its_town_and_does_not_count() -> None:
    assert types_in("<ADDRESS Elm 36>\n<AFFILIATION Anholt>\n<ADDRESS 75271>") == [HOME, HOME]
    firms = "<AFFILIATION Quillby>, <ADDRESS 1 Elm Street>\n<AFFILIATION Acme>, <ADDRESS 2 Elm Street>"
    assert types_in(firms) == [BUSINESS, BUSINESS]
    assert types_in("<ADDRESS Elm 36> belongs to <AFFILIATION Acme>, <ADDRESS 2 Elm Street>") == [HOME, BUSINESS]


@pytest.mark.parametrize(
    "text",
    [
        "<ADDRESS 12 Elm Street>",
        "Send it to <ADDRESS 12 Elm Street>.",
        "<NAME Ann Lee>, <ADDRESS 12 Elm Street>",
        "<AFFILIATION.3 Schmidt>, <ADDRESS Hauptstr. 5>",
        "<AFFILIATION Quillby> fired him, <ADDRESS Hauptstr. 5>",
        "<NAME Ann Lee> (<AFFILIATION Quillby>) <ADDRESS Hauptstr. 5>",
        "<AFFILIATION Hospital> <ADDRESS Road 5>",
        "<AFFILIATION Quillby>\n\n<ADDRESS Hauptstr. 5>",
        "<NAME Quillby>, <ADDRESS Hauptstr. 5>",
    ],
)
def test_an_address_without_any_hint_is_a_home(text: str) -> None:
    assert types_in(text) == [HOME]


@pytest.mark.parametrize(
    "text",
    [
        "I drive from the office to <ADDRESS 5 Oak Street>.",
        "The office is closed. <ADDRESS 5 Oak Street>",
        "Ask at the office! <ADDRESS 5 Oak Street>",
        "Our office\n\n<ADDRESS 5 Oak Street>",
        "The office. <ADDRESS 5 Oak Street>",
        "Hospital <ADDRESS Road 5>",
        "offices12 <ADDRESS 5 Oak Street>",
        "The unofficeable <ADDRESS 5 Oak Street>",
        "I weigh 80 kg, <ADDRESS 5 Oak Street>",
        "Hotel Adler Kaiserhof Imperial Continental Excelsior Bellevue Metropole, <ADDRESS 5 Oak Street>",
        "THE OFFICE WROTE: <ADDRESS 5 OAK STREET>",
    ],
)
def test_a_place_of_business_that_only_stands_near_an_address_does_not_count(text: str) -> None:
    assert types_in(text) == [HOME]


@pytest.mark.parametrize(
    "text",
    [
        "The hospital, <NAME Ann Lee>, <ADDRESS 5 Oak Street>",
        "<NAME The Hospital Ann Lee>, <ADDRESS 5 Oak Street>",
    ],
)
def test_a_person_between_a_place_of_business_and_an_address_lives_there(text: str) -> None:
    assert types_in(text) == [HOME]


def test_a_person_whom_a_place_of_business_is_called_after_does_not_live_there() -> None:
    assert types_in("<NAME Ann Lee> Museum, <ADDRESS 5 Oak Street>") == [BUSINESS]
    assert types_in("<NAME Ann Lee Museum>, <ADDRESS 5 Oak Street>") == [BUSINESS]


@pytest.mark.parametrize(
    "text",
    [
        "My home is the old school at <ADDRESS 5 Oak Street>.",
        "My home address changed. The new one is near the hospital: <ADDRESS 5 Oak Street>",
        "I live at the office, <ADDRESS 5 Oak Street>.",
        "My home office is at <ADDRESS 5 Oak Street>.",
        "My address, next to the hotel: <ADDRESS 5 Oak Street>",
        "The office is at <ADDRESS 5 Oak Street>, where I live.",
        "The office: <ADDRESS 5 Oak Street> (my home)",
        "The office is at <ADDRESS 5 Oak Street>, where I live",
        "The office: <ADDRESS 5 Oak Street Apt 4>",
        "<AFFILIATION Quillby>, <ADDRESS 5 Oak Street>, is my home.",
        "Bank Statement\n<ADDRESS 5 Oak Street>",
        "Customers of the shop: <ADDRESS 5 Oak Street>",
        "Ich wohne im Büro, <ADDRESS Hauptstr. 5>",
        "Privatadresse, nicht Firma: <ADDRESS Hauptstr. 5>",
        "J'habite au bureau, <ADDRESS 12 rue de Rivoli>",
        "Vivo en la oficina, <ADDRESS Calle Mayor 15>",
        "Abito in ufficio, <ADDRESS Via Roma 12>",
        "Ik woon op kantoor, <ADDRESS Keizersgracht 12>",
        "Moro no escritório, <ADDRESS Rua Augusta 25>",
        "Mieszkam w biurze, biuro: <ADDRESS ul. Długa 5>",
    ],
)
def test_an_address_where_somebody_may_live_is_a_home(text: str) -> None:
    assert types_in(text) == [HOME]


@pytest.mark.parametrize(
    "text",
    [
        "I am not at home.\n\nOur office is at <ADDRESS 5 Oak Street>.",
        f"At home {'I think of work ' * 8}in our office, <ADDRESS 5 Oak Street>",
        "Our office is at <ADDRESS 5 Oak Street>. I live elsewhere.",
        "Our office is at <ADDRESS 5 Oak Street>\nI live elsewhere",
        f"Our office is at <ADDRESS 5 Oak Street> {'and we work ' * 8}and live",
    ],
)
def test_a_word_for_a_home_far_away_does_not_count(text: str) -> None:
    assert types_in(text) == [BUSINESS]


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("My office is at <ADDRESS 1 Elm Street> and my home is at <ADDRESS 5 Oak Street>.", [BUSINESS, HOME]),
        ("My home is at <ADDRESS 5 Oak Street>, my office is at <ADDRESS 1 Elm Street>.", [HOME, BUSINESS]),
        ("I live at <ADDRESS 5 Oak Street>, next to the school at <ADDRESS 1 Elm Street>.", [HOME, BUSINESS]),
        ("The shop at <ADDRESS 1 Elm Street>, where I live, is not <ADDRESS 5 Oak Street>.", [HOME, HOME]),
        ("Our offices are at <ADDRESS 1 Elm Street> and <ADDRESS 2 Elm Street>.", [BUSINESS, BUSINESS]),
        ("Our office: <ADDRESS Hauptstr. 5>, <ADDRESS 10115> <GEOLOCATION Berlin>", [BUSINESS, BUSINESS]),
        ("Our office: <ADDRESS Hauptstr. 5>\n<GEOLOCATION Berlin>\n<ADDRESS 10115>", [BUSINESS, BUSINESS]),
        ("Our office: <ADDRESS Hauptstr. 5>\n\n<ADDRESS Lindenweg 7>", [BUSINESS, HOME]),
        ("The shop is at <ADDRESS 1 Elm Street>, where I live. Send it to <ADDRESS 5 Oak Street>.", [HOME, HOME]),
        (
            f"The shop at <ADDRESS 1 Elm Street>, where I live {'very ' * 16}far from <ADDRESS 5 Oak Street>",
            [HOME, HOME],
        ),
        ("<ADDRESS 12 School Lane>, near <ADDRESS 5 Oak Street>", [HOME, HOME]),
        ("Our office: <ADDRESS 1 Elm Street>. Send it to <ADDRESS 5 Oak Street>.", [BUSINESS, HOME]),
    ],
)
def test_each_address_has_the_words_before_it_and_one_type_for_all_its_parts(
    text: str, types: list[EntityType]
) -> None:
    assert types_in(text) == types


@pytest.mark.parametrize(
    "text",
    [
        "<ADDRESS Il ristorante si trova in Via Garibaldi 8>",
        "<GEOLOCATION Notre siège> <ADDRESS social est au 12 rue de Rivoli>",
        "<ADDRESS office is at 12 Elm Street>",
    ],
)
def test_a_place_of_business_may_stand_in_what_was_taken_for_its_address(text: str) -> None:
    assert types_in(text) == [BUSINESS]


@pytest.mark.parametrize("text", ["<ADDRESS Hospital Road 5>", "<ADDRESS 5 Oak Street, the office is at 7>"])
def test_the_name_of_a_street_does_not_count(text: str) -> None:
    assert types_in(text) == [HOME]


def test_a_place_alone_is_no_business_address() -> None:
    text, spans = read("Our office is in <GEOLOCATION Berlin>.")
    assert of_businesses(spans, text) == tuple(spans)


def test_the_pattern_detector_distinguishes_homes_from_businesses() -> None:
    text = "Our office is at 12 Elm Street. I live at 7 Oak Street."
    assert [span.entity_type for span in PatternDetector().detect(text)] == [BUSINESS, HOME]


PIECES = [
    "<ADDRESS 5 Oak Street>", "<ADDRESS Hauptstr. 5>", "<ADDRESS 10115>", "<GEOLOCATION Berlin>", "<NAME Ann Lee>",
    "<AFFILIATION Quillby>", "<BUSINESS_ADDRESS 1 Elm Street>", "our office", "GmbH", "hotel", "I live", "home",
    "is at", "and", ",", ".", " ", "\n", "\n\n", ": ", "Apt 4",
]  # fmt: skip
marked = st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join) | st.lists(st.sampled_from(PIECES)).map("".join)


@given(marked)
def test_nothing_but_the_type_of_an_address_ever_changes(marked: str) -> None:
    text, spans = read(marked)
    after = of_businesses(spans, text)
    assert [span._replace(entity_type=HOME) if span.entity_type is BUSINESS else span for span in after] == [
        span._replace(entity_type=HOME) if span.entity_type is BUSINESS else span for span in spans
    ]


@given(marked)
def test_running_it_again_changes_nothing(marked: str) -> None:
    text, spans = read(marked)
    once = of_businesses(spans, text)
    assert of_businesses(once, text) == once


@given(marked, marked)
@example("our office: <ADDRESS 5 Oak Street>", "I live here")
def test_what_follows_a_blank_line_changes_no_type(marked: str, more: str) -> None:
    text, spans = read(f"{marked}\n\n")
    longer, all_spans = read(f"{marked}\n\n{more}")
    assert of_businesses(all_spans, longer)[: len(spans)] == of_businesses(spans, text)


@given(marked)
def test_a_home_nearby_makes_no_address_a_business_s(marked: str) -> None:
    text, spans = read(marked)
    homely, moved = read(marked.replace("office", "home office"))
    pairs = zip(of_businesses(spans, text), of_businesses(moved, homely), strict=True)
    assert all(one.entity_type is BUSINESS for one, other in pairs if other.entity_type is BUSINESS)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("piece", ["Our office: <ADDRESS 5 Oak Street>, ", "<ADDRESS 5>, ", "<NAME Ann> <ADDRESS 5>. "])
def test_a_hundred_thousand_addresses_come_to_an_end(piece: str) -> None:
    text, spans = read(piece * 1000)
    many = [
        s._replace(start=s.start + at, end=s.end + at) for at in range(0, len(text) * 100, len(text)) for s in spans
    ]
    assert len(of_businesses(many, text * 100)) == len(spans) * 100
