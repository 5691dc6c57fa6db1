"""User names, ages, grades, documents, vehicles and national numbers."""

from __future__ import annotations

import pytest

from gateway.detection.patterns import (
    age,
    driver_license,
    email_verp,
    file_path,
    gpa,
    licence_plate,
    national_id,
    passport,
    username,
    vin,
)
from gateway.types import Span
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("follow @ann_lee and (@bob.ray), ok", ["@ann_lee", "@bob.ray"]),
        ("@annlee hello", ["@annlee"]),
        ("my discord is ann#1234, insta: ann_lee, telegram handle is @ann_2", ["ann#1234", "ann_lee", "@ann_2"]),
        ("username: annlee, user name is 'bob7'", ["annlee", "bob7"]),
        ("from /u/throwaway-99 and u/annlee", ["/u/throwaway-99", "u/annlee"]),
        ("@dataclass\nclass A:\n    @property\n    def b(self): ...", []),
        ("see @param x and @media (min-width: 1px), a@b.example, npm i @types/node", []),
        ("username: str, user_name = username, username is required, login: None", []),
        ("my discord is broken, github is down", []),
        ("bill_k said he would pay, then user hope.m left", ["bill_k", "hope.m"]),
        ("find me as insta nora.q_88 or snap marie_d", ["nora.q_88", "marie_d"]),
        ("user model.py is missing, the member get_id, user_id said no, instagram post", []),
    ],
)
def test_a_user_name_is_found_in_prose_and_a_decorator_is_not(text: str, values: list[str]) -> None:
    assert found(username.PATTERNS, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("open /home/annlee/a.py or /Users/bob.ray/Desktop/x", ["annlee", "bob.ray"]),
        ("C:\\Users\\Ann Lee\\x and c:/Users/bob/y, C:\\\\Users\\\\eve\\\\z", ["Ann Lee", "bob", "eve"]),
        ("/home/user/x /Users/Shared/y C:\\Users\\Public\\z example.com/home/products/", []),
    ],
)
def test_of_a_path_only_the_name_of_its_user_is_found(text: str, values: list[str]) -> None:
    assert found(file_path.PATTERNS, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a 34-year-old and a 6 month old", ["34-year-old", "6 month old"]),
        ("thirty-four years old, aged 41, age: 7, age nine", ["thirty-four years old", "41", "7", "nine"]),
        ("I'm 34, she is 28 and he was 61.", ["34", "28", "61"]),
        ("I (25F) and him [M31]", ["25F", "M31"]),
        (
            "Ich bin 35 Jahre alt, j'ai 40 ans, tengo 20 años, 50-jährige",
            ["35 Jahre alt", "40 ans", "20 años", "50-jährige"],
        ),
        ("page 34, I'm 100% sure, image: 41, 34F, I'm 5 minutes away, version 2.34 years", []),
    ],
)
def test_an_age_is_found_where_a_person_has_it(text: str, values: list[str]) -> None:
    assert found(age.PATTERNS, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("GPA: 3.95/4.0, a 3.7 cumulative GPA", ["3.95/4.0", "3.7"]),
        ("version 3.95, the GPA matters", []),
    ],
)
def test_a_grade_needs_its_word(text: str, values: list[str]) -> None:
    assert found(gpa.PATTERNS, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("VIN 1HGCM82633A004352", ["1HGCM82633A004352"]),
        ("plate number is ABC-1234, Kennzeichen B-MW 1234", ["ABC-1234", "B-MW 1234"]),
        ("(ঢাকা মেট্রো-গ ৪৪-৭১২০)", ["ঢাকা মেট্রো-গ ৪৪-৭১২০"]),
        ("1HGCM82634A004352 ABC-1234", []),
    ],
)
def test_a_vehicle_is_known_by_a_check_digit_or_a_word(text: str, values: list[str]) -> None:
    assert found((*vin.PATTERNS, *licence_plate.PATTERNS), text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Reisepass C01X00T47? passport no. 123456789", ["C01X00T47", "123456789"]),
        ("driver's license: D123-4567-8901, my licence is 94123456", ["D123-4567-8901", "94123456"]),
        ("order 123456789, licence MIT, passport control", []),
    ],
)
def test_a_document_needs_its_word(text: str, values: list[str]) -> None:
    assert found((*passport.PATTERNS, *driver_license.PATTERNS), text) == values


def test_a_word_raises_the_score_of_a_number_that_stands_alone() -> None:
    scores = [next(iter(_spans(text))).score for text in ("54362315-K", "my DNI: 54362315-K")]
    assert scores[0] < scores[1]


@pytest.mark.parametrize("text", ["order 39053344705", "943-476-5871", "54362315-A", "131052-308U", "a" * 16])
def test_a_number_without_its_word_or_with_a_wrong_check_digit_is_none(text: str) -> None:
    assert found(national_id.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("bounces+ann=corp.example@lists.example", ["bounces+ann=corp.example@lists.example"]),
        ("b-1-ann=corp.com@lists.example", ["b-1-ann=corp.com@lists.example"]),
        ("?to=ann@corp.example --to-addr=ann@corp.example", []),
    ],
)
def test_a_return_address_is_found_with_the_address_that_it_spells(text: str, values: list[str]) -> None:
    assert found(email_verp.PATTERNS, text) == values


def _spans(text: str) -> list[Span]:
    return [span for pattern in national_id.PATTERNS for span in pattern.find(text)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("ticket #88213, order no. 4411-8823 and invoice: INV-20931", ["88213", "4411-8823", "INV-20931"]),
        ("case number is 771234; tracking #Q-55120", ["771234", "Q-55120"]),
        ("in case 1000 users come, in order 12345, invoice: 2024, ticket: 12.5000", []),
    ],
)
def test_a_number_with_the_label_of_an_order_or_a_case_is_found(text: str, values: list[str]) -> None:
    assert found([each for each in national_id.PATTERNS if each.name == "reference_labelled"], text) == values
