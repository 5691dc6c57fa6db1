"""Addresses and numbers in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.pattern_detector import PatternDetector
from gateway.types import EntityType
from tests.gateway.detection.values import ssns

DETECTOR = PatternDetector()
WORDS = dict(
    zip("0123456789", ["oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"], strict=True)
)


def found(text: str) -> list[tuple[str, EntityType]]:
    return [(text[span.start : span.end], span.entity_type) for span in DETECTOR.detect(text)]


@pytest.mark.parametrize(
    "address",
    [
        "john (at) corp dot com",
        "john [at] corp [dot] example",
        "john{at}corp{dot}org",
        "john(at)corp.co.uk",
        "JOHN AT CORP DOT COM",
        "john dot smith at corp dot co dot uk",
        "john underscore smith at mail dash corp dot net",
        "john_at_corp_dot_com",
        "john@corp(dot)com",
        "john @ corp . com",
        "john (@) corp (.) com",
        "john *at* corp *dot* com",
        "john (at) corp (dot) berlin",
        "john.smith(a)corp.com",
        "max.muster ät firma punkt de",
        "jean arobase corp point fr",
        "maria arroba correo punto es",
        "joão arroba correio ponto pt",
        "luca chiocciola posta punto it",
        "jan apenstaartje post punt nl",
        "jan małpa poczta kropka pl",
    ],
)
def test_a_spelled_address_is_an_email(address: str) -> None:
    assert found(f"Write: {address}, thanks") == [(address, EntityType.EMAIL)]


def test_beside_a_word_for_mail_the_bare_word_at_is_enough() -> None:
    assert found("my e-mail: john at corp.com") == [("john at corp.com", EntityType.EMAIL)]


def test_an_address_may_be_hidden_in_more_than_one_way() -> None:
    address = "jo\u200bhn &#40;at&#41; c\u043erp dot com"
    assert found(f"Write: {address}.") == [(address, EntityType.EMAIL)]


@pytest.mark.parametrize(
    "prose",
    [
        "meet me at noon dot the i",
        "look at amazon dot com",
        "He pointed at the dot in the corner, at a dot to the left, at one dot me.",
        "She works at google dot com and they are at yahoo dot com",
        "lunch @ noon . me and you",
        "created_at_utc.id = updated_at_index.to_s",
        "y = weights @ x.to(device); z = q @ k.mT",
        "see (a) and (b) at.all, foo(a)bar.baz",
        "The dot at the end (at) of the line. Then more",
        "Das ist der Punkt an dem at steht",
    ],
)
def test_prose_and_code_with_at_and_dot_hold_no_email(prose: str) -> None:
    assert [entity_type for _, entity_type in found(prose) if entity_type == EntityType.EMAIL] == []


@pytest.mark.parametrize(
    ("number", "entity_type"),
    [
        ("four one five five five five oh one two three", EntityType.PHONE_NUMBER),
        ("Four-one-five, five-five-five, oh-one-two-three", EntityType.PHONE_NUMBER),
        ("four one five, triple five, zero one two three", EntityType.PHONE_NUMBER),
        ("plus one, four one five, 555, oh one two three", EntityType.PHONE_NUMBER),
        ("null eins fünf eins zwei drei vier fünf sechs sieben acht", EntityType.PHONE_NUMBER),
        ("zéro six un deux trois quatre cinq six sept huit", EntityType.PHONE_NUMBER),
        ("plus tres cuatro seis uno dos tres cuatro cinco seis siete ocho", EntityType.PHONE_NUMBER),
        ("one two three, four five, six seven eight nine", EntityType.SSN),
        ("four" + " one" * 15, EntityType.CREDIT_CARD),
        ("4 1 5 5 5 5 0 1 2 3", EntityType.PHONE_NUMBER),
        ("4 1 5 - 5 5 5 - 0 1 2 3", EntityType.PHONE_NUMBER),
        ("4_1_5_5_5_5_0_1_2_3", EntityType.PHONE_NUMBER),
        ("4" + " 1" * 15, EntityType.CREDIT_CARD),
    ],
)
def test_a_spelled_or_spaced_number_is_found_where_it_stands(number: str, entity_type: EntityType) -> None:
    assert found(f"It is {number}, thanks") == [(number, entity_type)]


@given(ssns(), st.sampled_from([" ", "-"]))
def test_a_number_in_groups_reads_as_its_groups(ssn: str, gap: str) -> None:
    groups = ssn.replace(".", " ").replace("-", " ").split()
    spelled = ", ".join(gap.join(WORDS[digit] for digit in group) for group in groups)
    assert found(f"ssn {spelled}") == [(spelled, EntityType.SSN)]


@pytest.mark.parametrize(
    "prose",
    [
        "one two three four five six seven eight nine ten",
        "one of the two, three or four people, five of six and seven",
        "1 2 3 4 5 6 7 8 9 10 11 12",
        "9 8 7 6 5 4 3 2 1 0",
        "5 3 0 0 7 0 0 0 0",
        "0 1 0 1 1 0 1 0 0 1 1",
        "[4, 1, 5, 5, 5, 5, 0, 1, 2, 3]",
        "1 0 0 1 0 1 0 0 1 0 1 0 0 1 0 1",
    ],
)
def test_counting_tables_and_bits_are_not_numbers(prose: str) -> None:
    assert found(prose) == []


def test_a_spelled_card_with_a_wrong_check_digit_is_no_card() -> None:
    assert found("four" + " one" * 14 + " two") == []
