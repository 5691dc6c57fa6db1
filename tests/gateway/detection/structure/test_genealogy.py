"""Family trees: people, families, addresses, quoted and indented lines; and lists that only have numbers."""

from __future__ import annotations

from functools import partial

import pytest

from gateway.detection.structure.formats.genealogy import read
from gateway.types import EntityType
from tests.gateway.detection.structure.reading import labelled_values, typed_values

TREE = """0 HEAD
1 SOUR TreeMaker
2 NAME Tree Maker Deluxe
2 CORP Maker Works
3 ADDR 1 Software Road
1 DATE 2 JAN 2026
0 @I1@ INDI
1 NAME Oda Pippa /Vesterlund/
2 GIVN Oda Pippa
2 SURN Vesterlund
2 NICK Pip
2 _MARNM Brandolini
1 SEX F
1 BIRT
2 DATE 28 FEB 1869
2 PLAC Lower Quay, Umberton, Utopia
2 SOUR @S1@
3 DATA
4 DATE 5 MAY 1990
1 DEAT
2 DATE ABT 1931
2 PLAC Umberton
2 CAUS pneumonia
1 OCCU Sail maker
1 RELI Quaker
1 SSN 412-00-7719
1 CHAN
2 DATE 3 JAN 2026
0 @F1@ FAM
1 HUSB @I2@
1 WIFE @I1@
1 MARR
2 DATE 9 JUL 1890
0 @S1@ SOUR
1 TITL Register of Umberton
1 AUTH Percy Quilliam
0 TRLR
"""
ADDRESSED = """1 NAME /Okonjo/ Tamsin
1 RESI
2 ADDR 17 Garnet Row
3 CONT Garret 2b
3 CITY Umberton
3 POST UM4 7QQ
2 PHON +44 20 7946 0112
2 EMAIL tamsin@okonjo.example
1 IDNO UT-880417-42
"""


found = partial(labelled_values, read)


OF_ADDRESSED = [
    ("surname", "Okonjo"),
    ("given name", "Tamsin"),
    ("address", "17 Garnet Row"),
    ("address", "Garret 2b"),
    ("city", "Umberton"),
    ("postcode", "UM4 7QQ"),
    ("phone", "+44 20 7946 0112"),
    ("email", "tamsin@okonjo.example"),
    ("national id", "UT-880417-42"),
]

READ = {
    "a tree": (
        TREE,
        [
            ("given name", "Oda Pippa"),
            ("surname", "Vesterlund"),
            ("given name", "Oda Pippa"),
            ("surname", "Vesterlund"),
            ("nickname", "Pip"),
            ("given name", "Brandolini"),
            ("sex", "F"),
            ("birth date", "28 FEB 1869"),
            ("birthplace", "Lower Quay, Umberton, Utopia"),
            ("date of death", "ABT 1931"),
            ("town", "Umberton"),
            ("diagnosis", "pneumonia"),
            ("occupation", "Sail maker"),
            ("religion", "Quaker"),
            ("social security number", "412-00-7719"),
            ("wedding date", "9 JUL 1890"),
        ],
    ),
    "an address": (ADDRESSED, OF_ADDRESSED),
    "lines that are quoted": ("> " + ADDRESSED.replace("\n", "\r\n> "), OF_ADDRESSED),
    "lines that are indented": (ADDRESSED.replace("\n2", "\n  2").replace("\n3", "\n    3"), OF_ADDRESSED),
    "names of every kind": (
        "1 NAME Percy /van Quilliam/ Jr.\n1 NAME //\n1 NAME Bo",
        [("given name", "Percy"), ("surname", "van Quilliam"), ("given name", "Jr."), ("given name", "Bo")],
    ),
    "a date in another calendar": (
        "1 NAME Jorin\n1 CHR\n2 DATE @#DJULIAN@ 11 MAR 1702",
        [("given name", "Jorin"), ("anniversary", "11 MAR 1702")],
    ),
}


@pytest.mark.parametrize(("text", "fields"), READ.values(), ids=list(READ))
def test_tags_say_what_values_are(text: str, fields: list[tuple[str, str]]) -> None:
    assert found(text) == fields


@pytest.mark.parametrize(
    "text",
    [
        "1 NAME Ann /Lee/\n1 SEX F",
        "1 apple\n2 pears\n3 plums and a DATE palm",
        "1. NAME the thing\n2. DATE the thing\n3. PLAC it",
        "2 CUPS of flour\n1 EGG\n3 DATES or a DATE ",
        "10 PRINT A\n20 DATE B\n30 GOTO 10",
        "The tags NAME and DATE stand behind a number, as in 1 NAME x and 2 DATE y.",
        "12:20:33 NAME x\n12:20:34 DATE y\n12:20:35 SEX z",
        "0 HEAD\n1 SOUR Tree\n2 NAME Tree Maker\n1 DATE 2 JAN 2026\n0 TRLR",
        "cout << a << b;",
    ],
)
def test_what_is_no_tree_has_no_fields(text: str) -> None:
    assert found(text) == []


def test_each_record_is_a_group_of_its_own() -> None:
    groups = {TREE[each.start : each.end]: each.group for each in read(TREE)}
    assert groups["Oda Pippa"] == groups["pneumonia"] != groups["9 JUL 1890"]


def test_the_values_of_a_tree_are_what_they_are() -> None:
    assert dict(typed_values(read, TREE + ADDRESSED)) == {
        "Oda Pippa": EntityType.NAME,
        "Vesterlund": EntityType.NAME,
        "Pip": EntityType.NAME,
        "Brandolini": EntityType.NAME,
        "F": EntityType.GENDER,
        "28 FEB 1869": EntityType.BIRTH_DATE,
        "Lower Quay, Umberton, Utopia": EntityType.GEOLOCATION,
        "ABT 1931": EntityType.TIME,
        "Umberton": EntityType.GEOLOCATION,
        "pneumonia": EntityType.HEALTH_INFORMATION,
        "Sail maker": EntityType.OCCUPATION,
        "Quaker": EntityType.RELIGION,
        "412-00-7719": EntityType.SSN,
        "9 JUL 1890": EntityType.TIME,
        "Okonjo": EntityType.NAME,
        "Tamsin": EntityType.NAME,
        "17 Garnet Row": EntityType.ADDRESS,
        "Garret 2b": EntityType.ADDRESS,
        "UM4 7QQ": EntityType.ADDRESS,
        "+44 20 7946 0112": EntityType.PHONE_NUMBER,
        "tamsin@okonjo.example": EntityType.EMAIL,
        "UT-880417-42": EntityType.ID_NUMBER,
    }
