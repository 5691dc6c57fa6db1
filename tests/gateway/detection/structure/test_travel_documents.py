"""Machine-readable zones: whole ones, one row alone, quoted and broken ones; and what only has their signs."""

from __future__ import annotations

from functools import partial

import pytest

from gateway.detection.structure.formats.travel_documents import read
from gateway.types import EntityType
from tests.gateway.detection.structure.reading import labelled_values, typed_values

PASSPORT = (
    "P<UTOOKONJO<LINDQVIST<<TAMSIN<ROSE<<<<<<<<<<",
    "K7741902B5UTO8804178F310416119880417X42<<<72",
)
CARD = ("I<UTOCA5582017030712345678<<<<", "9307090M3307087UTO990012<<<<<3", "BRANDOLINI<<TEO<MARCO<<<<<<<<<")
LARGE_CARD = ("I<UTOVESTERLUND<<ODA<PIPPA<<<<<<<<<<", "ZT88301622UTO6902287F280101677314053")
VISA = ("V<UTOQUILLIAM<<PERCY<<<<<<<<<<<<<<<<<<<<<<<<", "V204188363UTO8105255M26123179GT40118<<<<<<<<")
SMALL_VISA = ("V<UTOQUILLIAM<<PERCY<<<<<<<<<<<<<<<<", "V204188363UTO8105255M26123179GT40118")
SPECIMEN = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10"

NAMES = [("surname", "OKONJO"), ("surname", "LINDQVIST"), ("given name", "TAMSIN"), ("given name", "ROSE")]
DATA = [
    ("travel document number", "K7741902B"),
    ("birth date", "880417"),
    ("sex", "F"),
    ("expiration date", "310416"),
    ("personal number", "19880417X42"),
]
OF_VISA = [
    ("surname", "QUILLIAM"),
    ("given name", "PERCY"),
    ("travel document number", "V20418836"),
    ("birth date", "810525"),
    ("sex", "M"),
    ("expiration date", "261231"),
    ("personal number", "9GT40118"),
]


found = partial(labelled_values, read)


READ = {
    "a passport": ("\n".join(PASSPORT), NAMES + DATA),
    "its first row": (f"My passport begins with {PASSPORT[0]}, is that right?", NAMES),
    "its second row": (f"scanned: {PASSPORT[1]}", DATA),
    "quoted rows": (f"> {PASSPORT[0]}\r\n> {PASSPORT[1]}\r\n", NAMES + DATA),
    "rows in a block of code": (f"```\n    {PASSPORT[0]}\n    {PASSPORT[1]}\n```", NAMES + DATA),
    "rows in a string": (f'"{PASSPORT[0]}\\n{PASSPORT[1]}"', NAMES + DATA),
    "rows in a list": (f'["{PASSPORT[0]}",\n "{PASSPORT[1]}"]', NAMES + DATA),
    "a visa": ("\n".join(VISA), OF_VISA),
    "a small visa": ("\n".join(SMALL_VISA), OF_VISA),
    "a small card": (
        "\n".join(CARD),
        [
            ("identity document number", "CA5582017"),
            ("personal number", "30712345678"),
            ("birth date", "930709"),
            ("sex", "M"),
            ("expiration date", "330708"),
            ("personal number", "990012"),
            ("surname", "BRANDOLINI"),
            ("given name", "TEO"),
            ("given name", "MARCO"),
        ],
    ),
    "a large card": (
        "\n".join(LARGE_CARD),
        [
            ("surname", "VESTERLUND"),
            ("given name", "ODA"),
            ("given name", "PIPPA"),
            ("identity document number", "ZT8830162"),
            ("birth date", "690228"),
            ("sex", "F"),
            ("expiration date", "280101"),
            ("personal number", "7731405"),
        ],
    ),
    "a state of one letter, no sex, no personal number": (
        "P<D<<MUSTERHAAG<<JORIN<<<<<<<<<<<<<<<<<<<<<<\nC49T31X825D<<7512032<2906302<<<<<<<<<<<<<<00",
        [
            ("surname", "MUSTERHAAG"),
            ("given name", "JORIN"),
            ("travel document number", "C49T31X82"),
            ("birth date", "751203"),
            ("expiration date", "290630"),
        ],
    ),
    "a second row whose check digits are wrong, below names": (
        f"{PASSPORT[0]}\n{PASSPORT[1].replace('B5UTO8804178', 'B1UTO8804171')}",
        NAMES + DATA,
    ),
}


@pytest.mark.parametrize(("text", "fields"), READ.values(), ids=list(READ))
def test_every_part_of_a_document_is_found(text: str, fields: list[tuple[str, str]]) -> None:
    assert found(text) == fields


@pytest.mark.parametrize(
    "text",
    [
        "Use << to shift left, and >> to shift right.",
        "cout << a << b << endl;",
        "std::cout<<NAME<<AGE<<SIZE;",
        "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> main",
        "<" * 44,
        "<" * 36 + "\n" + "<" * 36,
        "cat <<EOF > out.txt\nNAME=x\nEOF",
        "cat <<'END_OF_THE_LONGEST_TEXT_THAT_ANYBODY_KNOWS'",
        PASSPORT[0][:-1],
        PASSPORT[0] + "<",
        PASSPORT[1].replace("B5UTO8804178", "B1UTO8804171"),
        CARD[0].replace("CA55820170", "CA55820171"),
        CARD[2],
        "\n".join(PASSPORT).lower(),
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABCDEFGH <<",
    ],
)
def test_what_is_no_document_has_none(text: str) -> None:
    assert found(text) == []


def test_each_document_is_a_group_of_its_own() -> None:
    text = "\n".join((*PASSPORT, *CARD, "and", *VISA))
    groups = {text[each.start : each.end]: each.group for each in read(text)}
    assert (groups["OKONJO"], groups["CA5582017"], groups["TEO"], groups["9GT40118"]) == (0, 1, 1, 2)


def test_two_rows_with_words_between_are_two_documents() -> None:
    text = f"{PASSPORT[0]} is the first and {PASSPORT[1]} the second"
    assert len({each.group for each in read(text)}) == 2


def test_the_values_of_documents_are_what_they_are() -> None:
    text = f"{SPECIMEN}\n\n" + "\n".join(CARD)
    assert typed_values(read, text) == [
        ("ERIKSSON", EntityType.NAME),
        ("ANNA", EntityType.NAME),
        ("MARIA", EntityType.NAME),
        ("L898902C3", EntityType.PASSPORT),
        ("740812", EntityType.BIRTH_DATE),
        ("F", EntityType.GENDER),
        ("120415", EntityType.TIME),
        ("ZE184226B", EntityType.ID_NUMBER),
        ("CA5582017", EntityType.ID_NUMBER),
        ("30712345678", EntityType.ID_NUMBER),
        ("930709", EntityType.BIRTH_DATE),
        ("M", EntityType.GENDER),
        ("330708", EntityType.TIME),
        ("990012", EntityType.ID_NUMBER),
        ("BRANDOLINI", EntityType.NAME),
        ("TEO", EntityType.NAME),
        ("MARCO", EntityType.NAME),
    ]
