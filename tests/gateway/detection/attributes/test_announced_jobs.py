from __future__ import annotations

import pytest

from gateway.detection.attributes.announced_jobs import PATTERNS
from gateway.detection.attributes.made_jobs import MadeJobs
from gateway.detection.attributes.said import SaidOfPeople
from gateway.detection.attributes.sheets import BESIDE, SAID
from tests.gateway.detection.finding import found

ANNOUNCED = [
    ("She is deputy stage manager at the Lyric.", "deputy stage manager"),
    ("As a self-taught luthier I have few clients.", "self-taught luthier"),
    ("As a mobile nail technician, I drive a lot.", "mobile nail technician"),
    ("I applied for the canteen assistant post.", "canteen assistant"),
    ("Her brother, a coal heaver, drowned.", "coal heaver"),
    ("I quit my old bricklayer job.", "bricklayer"),
]
NOT_ANNOUNCED = [
    "As a reminder, I will be late.",
    "She is bigger at home.",
    "My phone, a present, is new.",
    "I lost the charger job ticket with it.",
]
MADE = [
    ("en", "My gran was a feather sorter.", "feather sorter"),
    ("en", "He used to be a kelp gatherer.", "kelp gatherer"),
    ("de", "Mein Vater war Glockengießer.", "Glockengießer"),
    ("fr", "Ma mère était dentellière.", None),
    ("es", "Mi abuelo era sombrerero.", "sombrerero"),
    ("it", "Mio nonno era arrotatore.", "arrotatore"),
    ("pt", "O meu avô era tanoeiro.", "tanoeiro"),
    ("nl", "Mijn opa was klompenmaker.", "klompenmaker"),
    ("pl", "Moja ciocia była kapeluszniczka.", "kapeluszniczka"),
]
NOT_MADE = [
    ("en", "My gran was a fast learner and a stranger."),
    ("de", "Mein Vater war Falschfahrer."),
    ("es", "Mi abuelo era sincero."),
    ("it", "Mio nonno era ottimista."),
    ("pt", "O meu avô era brasileiro."),
    ("nl", "Mijn opa was beter."),
    ("en", "It works as a buffer for her."),
]


@pytest.mark.parametrize(("text", "job"), ANNOUNCED)
def test_a_job_is_found_by_the_words_around_it(text: str, job: str) -> None:
    assert found(PATTERNS, text) == [job]


@pytest.mark.parametrize("text", NOT_ANNOUNCED)
def test_other_words_in_its_place_are_none(text: str) -> None:
    assert found(PATTERNS, text) == []


@pytest.mark.parametrize(("language", "text", "job"), MADE)
def test_a_word_that_no_list_has_is_a_job_by_its_ending(language: str, text: str, job: str | None) -> None:
    spans = [text[each.start : each.end] for each in SaidOfPeople({language}).find(text) if each.recognizer == SAID]
    assert spans == ([job] if job else [])


@pytest.mark.parametrize(("language", "text"), NOT_MADE)
def test_common_words_that_end_so_are_none(language: str, text: str) -> None:
    assert [*SaidOfPeople({language}).find(text)] == []


def test_a_made_job_may_stand_alone_beside_a_name_or_in_the_line_below() -> None:
    for text, job in (
        ("Dot Farrow, eel smoker's mate", None),
        ("Dot Farrow (kiln loader) called", "kiln loader"),
        ("Dot Farrow\nkiln packer, Brightfold Ltd", "kiln packer"),
    ):
        spans = [text[each.start : each.end] for each in SaidOfPeople({"en"}).find(text) if each.recognizer == BESIDE]
        assert spans == ([job] if job else [])


def test_a_language_without_endings_makes_no_jobs() -> None:
    assert MadeJobs.of("ja") is None
