from __future__ import annotations

import pytest

from gateway.entities.mentions import Mentions
from gateway.entities.wordings import read
from gateway.types import EntityType


def found(name: str, text: str, entity_type: EntityType = EntityType.NAME) -> list[str]:
    """What is found in a text, without the parts of what is found."""
    places = Mentions(read(entity_type, name).wordings).find(text, [(0, len(text))])
    return [place.surface for place in places if not place.within]


@pytest.mark.parametrize(
    "form",
    [
        "ANN MARIE LEE", "ann marie lee", "Ann Lee", "A. Lee", "A. M. Lee", "A.M. Lee", "Lee, Ann", "Lee", "LEE", "Ann",
        "Marie", "Ann M. Lee", "Ann\nLee", "ann.lee", "ann_lee", "ann-lee", "lee_ann", "lee.a", "annlee", "AnnLee",
        "annlee92", "leeann", "AML", "A.M.L", "A. L",
    ],
)  # fmt: skip
def test_a_name_is_found_as_people_write_it(form: str) -> None:
    dot = "." * (form in ("A.M.L", "A. L"))

    assert found("Ann Marie Lee", f"it was {form}{dot} then") == [form]


@pytest.mark.parametrize(
    "text",
    [
        "lee", "ann", "the lee side", "Leeds", "Anna", "a lee", "a.m.l", "aml", "a l", "sleeann", "alee", "Ann, Bob",
        "Annlees", "x-ann", "lee: ann", "lee, ann",
    ],
)  # fmt: skip
def test_text_that_only_looks_similar_is_not_a_mention(text: str) -> None:
    assert [form for form in found("Ann Marie Lee", text) if form != "Ann"] == []


@pytest.mark.parametrize("text", ["@alee", "see /alee", "alee@", "alee92", "C:\\alee\\x", "alee_cv", "alee.pdf"])
def test_a_handle_is_found_where_handles_stand(text: str) -> None:
    assert [form.rstrip("92") for form in found("Ann Lee", text)] == ["alee"]


@pytest.mark.parametrize("text", ["/home/lee/x", "lee.docx", "mail lee@", "re_lee_1"])
def test_a_part_in_lower_case_is_found_where_handles_stand(text: str) -> None:
    assert found("Ann Lee", text) == ["lee"]


def test_possessives_and_hyphens_end_a_name() -> None:
    assert found("Ann Lee", "Lee's and Lee’s, the Lee-Smith case") == ["Lee"]


@pytest.mark.parametrize(
    "text",
    [
        "Will you go?", "It is young. Young people will.", "WILL YOUNG PEOPLE", "will young people", "A Young man",
        "- Young", "/young/will", "a young", "he will, Will?", "in will",
    ],
)  # fmt: skip
def test_an_ordinary_word_is_no_name(text: str) -> None:
    assert [form for form in found("Will Young", text) if form != "WILL YOUNG"] == []


def test_an_ordinary_word_is_a_name_where_only_a_name_has_a_capital() -> None:
    assert found("Will Young", "then Young spoke. Mr. Young, too") == ["Young"]
    assert found("Theresa May", "it was in May") == []
    assert found("Theresa May", "Mrs. May") == ["May"]
    assert found("Will Young", "W. Young") == ["W. Young"]


def test_case_and_diacritics_do_not_count() -> None:
    assert found("José Müller", "JOSE MULLER, jose.muller, Jose, MÜLLER, Mu\u0308ller") == [
        "JOSE MULLER",
        "jose.muller",
        "Jose",
        "MÜLLER",
    ]


def test_particles_stay_small() -> None:
    assert found("Ludwig van der Berg", "van der Berg, Berg, ludwig van der berg") == [
        "van der Berg",
        "Berg",
        "ludwig van der berg",
    ]


def test_short_forms_of_places_and_firms() -> None:
    assert found("New York City", "NYC, N.Y.C., nyc, new york city", EntityType.GEOLOCATION) == [
        "NYC",
        "N.Y.C",
        "new york city",
    ]
    assert found("Acme Corp", "ACME, Acme Ltd, acme, acme.com", EntityType.AFFILIATION) == ["ACME", "Acme", "acme"]
    assert found("Good Works", "GOOD WORKS, good works, good-works.org", EntityType.AFFILIATION) == ["GOOD WORKS"]
    assert found("Acme Works", "acme works, acme-works.org", EntityType.AFFILIATION) == ["acme-works"]


def test_dotted_words_are_not_initials() -> None:
    assert found("Una Smith", "in the U.S. of today") == []


def test_what_was_found_already_is_not_looked_at() -> None:
    text = "Ann Lee and Lee"

    places = Mentions(read(EntityType.NAME, "Ann Lee").wordings).find(text, [(7, 15)])

    assert [place.surface for place in places] == ["Lee"]


def test_a_mention_knows_the_longer_mentions_around_it_and_comes_once() -> None:
    places = Mentions(read(EntityType.NAME, "Ann Lee").wordings).find("ANN LEE! ANN LEE! LEE", [(0, 21)])

    assert [(place.surface, bool(place.within)) for place in places] == [
        ("ANN LEE", False),
        ("ANN", True),
        ("LEE", True),
        ("LEE", False),
    ]


def test_many_names_are_found_like_few() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = [f"{one}{two}na {two}{one}son" for one in letters[:10] for two in letters]
    index = Mentions(wording for name in names for wording in read(EntityType.NAME, name).wordings)

    assert [place.surface for place in index.find("It was Bcna who met CBSON, not bcna.", [(0, 36)])] == [
        "Bcna",
        "CBSON",
    ]
