"""Names and organisations that a sentence introduces, in whatever case and with whatever word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.names.small_words import FUNCTION_WORDS, little_words, openings
from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import name_introduced, organisation_introduced
from tests.gateway.detection.finding import found
from tests.gateway.detection.patterns.examples.introduced import INTRODUCED


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("hi, MY NAME IS ZORBLUK and i need a poem", ["ZORBLUK"]),
        ("My name is Ann van der Berg and I live here", ["Ann van der Berg"]),
        ("my name’s haneen haitham. thanks", ["haneen haitham"]),
        ("The client's last name is O'Brien-Lee", ["O'Brien-Lee"]),
        ("My name is J. R. Tolk", ["J. R. Tolk"]),
        ("a boy named kwento met a girl called “zafirah” at school", ["kwento", "zafirah"]),
        ("you can call me skyler if you like; friends call me sky", ["skyler", "sky"]),
        ("our names are lukko, brenn and omyra", ["lukko", "brenn", "omyra"]),
        ("mi hija se llama yadira y estudia", ["yadira"]),
        ("Viele Grüße\nWiebke Torbrügge\n", ["Wiebke Torbrügge"]),
        ("cordialement,\n\nfanchon", ["fanchon"]),
    ],
)
def test_whoever_is_introduced_is_named(text: str, names: list[str]) -> None:
    assert found(name_introduced.PATTERNS, text) == names


@pytest.mark.parametrize(
    "text",
    [
        "my name is spelled wrong in the list, my name is not on it",
        "call me back when you can, or call me at noon",
        "call me crazy but it works",
        "if the name is bound twice, the name's parts differ",
        "ich heiße das nicht gut, wie heißt das Spiel",
        "comment s'appelle cette fonction ? la función se llama dos veces",
        "a file named output, a function called twice, a man called out",
        "my name is ann@corp.example, my name is foo_bar",
        "Best regards,\nand many thanks for all of it",
        "the sunny day was named after its end",
    ],
)
def test_who_introduces_nobody_is_let_be(text: str) -> None:
    assert found(name_introduced.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("my company called soskill but without", ["soskill"]),
        ("i own a startup named flowbit.io and a shop called the green mill", ["flowbit.io", "green mill"]),
        ("an organization called CompuCycle, after", ["CompuCycle"]),
        ("a restaurant called Fat & Thin in town", ["Fat & Thin"]),
        ("Eine Firma namens Torbau Nord und eine Schule", ["Torbau Nord"]),
        ("the function called twice, a company that called back, the team called off its game", []),
    ],
)
def test_an_organisation_that_is_introduced_is_named(text: str, names: list[str]) -> None:
    assert found(organisation_introduced.PATTERNS, text) == names


_PLACES = {name: text for name, text in INTRODUCED.items() if name.startswith(("name_introduced", "name_in_few"))}
_SYLLABLES = ("ka", "lo", "mi", "ren", "sto", "ul", "ta", "be", "dra", "fin", "gor", "hal", "zo", "yu", "wei")
_WORDS = st.lists(st.sampled_from(_SYLLABLES), min_size=2, max_size=4).map("".join)


@given(name=st.sampled_from(sorted(_PLACES)), word=_WORDS, write=st.sampled_from((str.lower, str.title, str.upper)))
def test_any_word_is_a_name_where_a_name_is_introduced(name: str, word: str, write: type[str]) -> None:
    if word in FUNCTION_WORDS | little_words() | openings():
        return
    text = _PLACES[name].rpartition(" ")[0] + f" {write(word)}"
    assert write(word) in found(name_introduced.PATTERNS, text)


def test_patterns_alone_know_who_is_introduced() -> None:
    assert [
        span.entity_type.value for span in PatternDetector().detect("je m'appelle maëlys, ma boutique s'appelle lio")
    ] == [
        "NAME",
        "AFFILIATION",
    ]
