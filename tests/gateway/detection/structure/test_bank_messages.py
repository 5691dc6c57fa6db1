"""Messages between banks: whole ones, a few of their tags, quoted ones; and what only begins like a tag."""

from __future__ import annotations

from functools import partial

import pytest

from gateway.detection.structure.formats.bank_messages import read
from gateway.types import EntityType
from tests.gateway.detection.structure.reading import labelled_values, typed_values

PAYMENT = """{1:F01AAAAUT2LAXXX0000000000}{2:I103BBBBUT3LXXXXN}{4:
:20:PAY-77-3041
:23B:CRED
:32A:260214EUR1840,50
:50K:/UT12000044718820
TAMSIN OKONJO
17 GARNET ROW
UMBERTON
:52A:AAAAUT2L
:57D:/C/55019
SECOND BANK OF UTOPIA
4 MARKET SQUARE
:59:/DE89370400440532013000
JORIN MUSTERHAAG
BIRKENWEG 8
44137 DORTMUND
:70:RENT FOR MAY AND A LAMP
FOR THE HALL
:71A:SHA
-}"""
NUMBERED = """:20:77
:50F:/7100442291
1/ODA PIPPA VESTERLUND
2/BOATHOUSE LANE 3
3/UT/UMBERTON
4/19690228
5/UT/LOWER QUAY
6/UT/FIRST BANK/8841072
7/UT/690228-4417
:59F:NIDN/UT/93070944
1/TEO BRANDOLINI
3/UT
"""
STATEMENT = """:20:STARTUMS
:25:50010517/5407324931
:28C:7/1
:60F:C260101EUR2310,77
:61:2601050105D640,00NDDTNONREF
:86:105?00DIRECT DEBIT?20RENT MAY?21FLAT 4?30FIRSTBANK?3199204417?32PERCY QUI
LLIAM?33AND SON?34992
:62F:C260131EUR1670,77
-
"""


found = partial(labelled_values, read)


OF_PAYMENT = [
    ("reference number", "PAY-77-3041"),
    ("value date", "260214"),
    ("amount", "1840,50"),
    ("iban", "UT12000044718820"),
    ("full name", "TAMSIN OKONJO"),
    ("address", "17 GARNET ROW"),
    ("city", "UMBERTON"),
    ("bic", "AAAAUT2L"),
    ("account number", "55019"),
    ("bank name", "SECOND BANK OF UTOPIA"),
    ("iban", "DE89370400440532013000"),
    ("full name", "JORIN MUSTERHAAG"),
    ("address", "BIRKENWEG 8"),
    ("address", "44137 DORTMUND"),
]

READ = {
    "a payment": (PAYMENT, OF_PAYMENT),
    "a payment that is quoted": ("> " + PAYMENT.replace("\n", "\r\n> "), OF_PAYMENT),
    "numbered lines": (
        NUMBERED,
        [
            ("reference number", "77"),
            ("account number", "7100442291"),
            ("full name", "ODA PIPPA VESTERLUND"),
            ("address", "BOATHOUSE LANE 3"),
            ("city", "UMBERTON"),
            ("birth date", "19690228"),
            ("birthplace", "LOWER QUAY"),
            ("customer number", "8841072"),
            ("national id number", "690228-4417"),
            ("national id", "93070944"),
            ("full name", "TEO BRANDOLINI"),
        ],
    ),
    "a statement": (
        STATEMENT,
        [
            ("reference number", "STARTUMS"),
            ("account number", "5407324931"),
            ("account balance", "2310,77"),
            ("value date", "260105"),
            ("amount", "640,00"),
            ("account number", "99204417"),
            ("full name", "PERCY QUI"),
            ("full name", "LLIAM"),
            ("full name", "AND SON"),
            ("account balance", "1670,77"),
        ],
    ),
    "two tags without a message around them": (
        "The payment failed:\n:50A:/8812904\nAAAAUT2LXXX\n:59A:/8812905\nBBBBUT3L\n\nAny idea why, Percy?",
        [("account number", "8812904"), ("bic", "AAAAUT2LXXX"), ("account number", "8812905"), ("bic", "BBBBUT3L")],
    ),
    "an owner by a document": (
        ":50F:CCPT/UT/K7741902B\n1/TAMSIN OKONJO\n:33B:USD99,",
        [("passport number", "K7741902B"), ("full name", "TAMSIN OKONJO"), ("amount", "99,")],
    ),
}


@pytest.mark.parametrize(("text", "fields"), READ.values(), ids=list(READ))
def test_the_lines_of_a_tag_say_what_they_are(text: str, fields: list[tuple[str, str]]) -> None:
    assert found(text) == fields


@pytest.mark.parametrize(
    "text",
    [
        "The train leaves at 12:20:33 and the next one at 12:25:10.",
        "12:20:33 INFO started\n12:25:59 INFO stopped\n",
        "log:20:ok\nlog:25:ok\nlog:50K: full",
        "The tag :50K: holds the payer, :59: the payee.",
        ":50K:/7100442291\nTAMSIN OKONJO",
        ":59: is the last second.\n:59: again.",
        ":20 past\n:50 past\n:59 past",
        "1. :20:\n2. :25:\n3. :59:",
        ":70:PLEASE CALL PERCY QUILLIAM\n:86:PERCY QUILLIAM ASKED FOR IT\n:72:/ACC/PERCY",
        "cout << a << b;",
    ],
)
def test_what_is_no_message_has_no_fields(text: str) -> None:
    assert found(text) == []


def test_each_message_is_a_group_of_its_own() -> None:
    text = f"{PAYMENT}\n{NUMBERED}"
    groups = {text[each.start : each.end]: each.group for each in read(text)}
    assert groups["TAMSIN OKONJO"] == groups["JORIN MUSTERHAAG"] != groups["TEO BRANDOLINI"]


def test_a_message_ends_before_what_is_said_of_it() -> None:
    text = f"{PAYMENT.replace(':71A:SHA', ':59:BO ORR')}\nDear Percy\n:61:x"
    assert found(text)[-1] == ("full name", "BO ORR")


def test_the_values_of_a_payment_are_what_they_are() -> None:
    assert typed_values(read, PAYMENT) == [
        ("PAY-77-3041", EntityType.ID_NUMBER),
        ("260214", EntityType.TIME),
        ("1840,50", EntityType.FINANCIAL_INFORMATION),
        ("UT12000044718820", EntityType.IBAN),
        ("TAMSIN OKONJO", EntityType.NAME),
        ("17 GARNET ROW", EntityType.ADDRESS),
        ("UMBERTON", EntityType.GEOLOCATION),
        ("AAAAUT2L", EntityType.BANK_ACCOUNT),
        ("55019", EntityType.BANK_ACCOUNT),
        ("SECOND BANK OF UTOPIA", EntityType.AFFILIATION),
        ("DE89370400440532013000", EntityType.IBAN),
        ("JORIN MUSTERHAAG", EntityType.NAME),
        ("BIRKENWEG 8", EntityType.ADDRESS),
        ("44137 DORTMUND", EntityType.ADDRESS),
    ]


def test_the_values_of_numbered_lines_are_what_they_are() -> None:
    assert dict(typed_values(read, NUMBERED)) == {
        "7100442291": EntityType.BANK_ACCOUNT,
        "ODA PIPPA VESTERLUND": EntityType.NAME,
        "BOATHOUSE LANE 3": EntityType.ADDRESS,
        "UMBERTON": EntityType.GEOLOCATION,
        "19690228": EntityType.BIRTH_DATE,
        "LOWER QUAY": EntityType.GEOLOCATION,
        "8841072": EntityType.ID_NUMBER,
        "690228-4417": EntityType.ID_NUMBER,
        "93070944": EntityType.ID_NUMBER,
        "TEO BRANDOLINI": EntityType.NAME,
    }
