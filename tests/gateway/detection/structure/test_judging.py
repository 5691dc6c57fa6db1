"""Neighbours: an ambiguous label counts where the other labels of its record are about a person."""

from __future__ import annotations

import pytest

from gateway.detection.structure.recognizer import Structure


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in Structure().find(text)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('x {"first": "Will", "last": "Grant"}', ["Will", "Grant"]),
        ('x {"first": "Will", "count": "Grant"}', []),
        ('x {"first": "Mark", "last": "Price"}', ["Mark", "Price"]),
        ("first,last\nWill,Grant", ["Will", "Grant"]),
        ("name: Hope\nemail: hope@x.example", ["Hope", "hope@x.example"]),
        ("name: Hope\nversion: 3", []),
        ("name: Hope\nemail: null", []),
        ("name: Hope\n\nemail: hope@x.example", ["hope@x.example"]),
        ("patient:\n  name: Hope", ["Hope"]),
        ("server:\n  name: Hope", []),
        ("city: Leeds\nstate: Yorkshire", ["Leeds", "Yorkshire"]),
        ("job: build\nstate: Running", []),
        ('x {"dob": "1990-01-02", "title": "Welder"}', ["1990-01-02", "Welder"]),
        ('x [{"name": "Hope", "age": 41}, {"name": "Redis", "port": 41}]', ["Hope", "41"]),
        ('x {"name": "lodash", "author": "Ann Lee"}', ["Ann Lee"]),
        ("Student | Grade\nMia | B+\nTom | A-", ["B+", "A-"]),
        ("Tenant,Unit,Arrears\nMia Keller,4C,2140.50", ["Mia Keller", "4C", "2140.50"]),
        ("name;Betrag\nMia Keller;980", ["980"]),
        ("नाम,उम्र\nमीना,34", ["मीना", "34"]),
        ("姓名,年龄,余额\n刘欣,34,18400", ["刘欣", "34", "18400"]),
        ("C(id=9, name='Mia Keller', overdue=Decimal('1820.40'))", ["1820.40"]),
        ("Emp no,Name,Basic,PF\nSV1182,Ann Lee,38400,4608", ["SV1182", "Ann Lee", "38400"]),
        ("driver: Ann Lee\nemail: a@x.example\ncar: grey Zoe", ["Ann Lee", "a@x.example", "grey Zoe"]),
        ("car: grey Zoe\nprice: 12000\nstock: 4", []),
        ("item,unit,price\nTea,4C,12.50", []),
        ("city,rent\nLeeds,1200", ["Leeds"]),
        ("month,amount\nJanuary,1200", []),
        ('x {"score": 87, "grade": "A-", "rent": 1200, "amount": 4599}', []),
        ('x {"deals": [{"id": "D-3310", "value": 18400}], "nodes": [{"id": "N-1042"}]}', ["D-3310", "18400"]),
    ],
)
def test_an_ambiguous_label_needs_a_neighbour(text: str, values: list[str]) -> None:
    assert found(text) == values


@pytest.mark.parametrize(
    "text",
    [
        'x [{"name": "password", "value": "tulip9"}]',
        '<property name="password" value="tulip9"/>',
        '<entry key="password">tulip9</entry>',
        "- key: password\n  value: tulip9",
    ],
)
def test_a_label_may_be_a_value_itself(text: str) -> None:
    assert found(text) == ["tulip9"]


def test_a_value_ends_where_its_sentence_does() -> None:
    assert found("Full name: Ann Lee, and she is late.") == ["Ann Lee"]
    assert found("Password: tulip9 and the rest follows") == ["tulip9"]


def test_a_value_of_any_length_is_covered_whole() -> None:
    secret = "a1B2" * 3000
    assert found(f"API_KEY={secret}") == [secret]


@pytest.mark.parametrize("prefix", ["HP", "MRN", "ACC-", "DOB", "PIN", "TEL"])
def test_a_number_that_begins_like_a_label_is_no_label(prefix: str) -> None:
    assert found(f'x {{"policy_number": "{prefix}88120443"}}') == [f"{prefix}88120443"]
    assert found('x {"policy_number": "Phone 2"}') == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('x {"passphrase": "community need change"}', "community need change"),
        ("recovery phrase: tulip anchor market please", "tulip anchor market please"),
        ("seed_phrase=tulip anchor market", "tulip anchor market"),
        ('x {"last_name": "May"}', "May"),
        ('x {"last_name": "van der Dussen"}', "van der Dussen"),
        ("spouse: pani Karina Kwak", "pani Karina Kwak"),
        ("| Last name | 김 |", "김"),
        ('{"email": "a@x.example", "name": "이현지"}', "이현지"),
    ],
)
def test_whatever_a_label_is_sure_of_is_its_value(text: str, value: str) -> None:
    assert value in found(text)


@pytest.mark.parametrize("said", ["must have six words", "please enter it again", "is wrong"])
def test_what_is_said_of_a_passphrase_is_none(said: str) -> None:
    assert found(f"passphrase: {said}") == []
