from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import pytest

from gateway.detection.attributes.listed import LANGUAGES, sections, terms
from gateway.detection.attributes.said import SaidOfPeople
from gateway.detection.attributes.sheets import BESIDE, SAID
from gateway.detection.overlap import resolve
from gateway.types import EntityType

LISTED: Final = (
    "ar", "bn", "de", "el", "en", "es", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "uk",
    "zh",
)  # fmt: skip
FEWEST: Final = 100  # terms
OF: Final = {language: SaidOfPeople({language}) for language in LANGUAGES}
ALL: Final = SaidOfPeople({*LANGUAGES})


def said(recognizer: SaidOfPeople, text: str) -> list[str]:
    """What a text says of somebody for whom there is a word in the same sentence."""
    spans = resolve([span for span in recognizer.find(text) if span.recognizer == SAID], text)
    return [text[span.start : span.end] for span in spans]


def examples(section: str) -> Iterator[tuple[str, str]]:
    return ((language, line) for language in LANGUAGES for line in sections(language)[section].strip().splitlines())


def every_term() -> Iterator[tuple[str, str, str]]:
    """Each term of each language, and what it stands behind: a job behind a word for having one."""
    for language in LANGUAGES:
        listed = sections(language)
        for entity_type in OF[language].entity_types & listed.keys():
            is_job = entity_type is EntityType.OCCUPATION and "before_job" in listed
            before = terms(listed, "before_job")[0] if is_job else "–"
            for term in terms(listed, entity_type):
                yield language, term.replace("*", "").replace("+", "example"), before


def person(language: str) -> str:
    return terms(sections(language), "person")[0]


def test_twenty_languages_have_a_hundred_terms_each_and_words_for_a_person() -> None:
    assert LANGUAGES == LISTED
    for language in LANGUAGES:
        listed = sections(language)
        assert sum(len(terms(listed, each)) for each in EntityType if each in listed) >= FEWEST
        assert all(listed[each].strip() for each in ("person", "nobody", "found", "left"))


@pytest.mark.parametrize(("language", "line"), [*examples("found")])
def test_what_a_sentence_says_of_a_person_is_found(language: str, line: str) -> None:
    text, values = line.rsplit(" = ", 1)
    assert said(OF[language], text) == re.split(", ?", values)


@pytest.mark.parametrize(("language", "text"), [*examples("left")])
def test_a_sentence_about_nobody_is_left_alone(language: str, text: str) -> None:
    assert said(OF[language], text) == []


def test_every_term_is_found_on_either_side_of_a_word_for_a_person() -> None:
    for language, term, before in every_term():
        for text in (f"{person(language)} {before} {term}", f"{before} {term} – {person(language)}"):
            covered = said(OF[language], text)
            assert any(term.casefold() in each.casefold() or each.casefold() in term.casefold() for each in covered), (
                text
            )


def test_no_term_is_found_without_a_word_for_a_person_or_in_another_sentence() -> None:
    for language, term, _ in every_term():
        own_words = terms(sections(language), "person")
        if not any(word.rstrip("*") in term for word in own_words):
            assert said(OF[language], f"1 – {term}") == []
            assert said(OF[language], f"{term}.\n{person(language)}.") == []


def test_many_texts_give_what_they_give_one_by_one() -> None:
    texts = [
        "She is",
        "vegan.",
        "",
        "My wife is pregnant, and Mia Stone: vegan",
        "Meine Mutter ist dement",
        "彼はうつ病です",
    ]
    assert ALL.find_all(texts) == [[*ALL.find(text)] for text in texts]


def test_many_distinct_words_are_found_like_few() -> None:
    rare = [f"asthma{chr(97 + at % 26)}{chr(97 + at // 26)}" for at in range(100)]
    assert said(OF["de"], "".join(f"Ich, {each}. " for each in rare)) == rare


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("en", "My aunt has severe asthma.", ["severe asthma"]),
        ("en", "My aunt takes methotrexate 15 mg weekly now.", ["methotrexate 15 mg weekly"]),
        ("en", "He works as a night shift plumber.", ["night shift plumber"]),
        ("en", "She asked the plumber.", []),
        ("en", "I am a plumber.", ["plumber"]),
        ("de", "Sie hat chronische Migräne.", ["chronische Migräne"]),
    ],
)
def test_what_belongs_to_a_term_is_found_with_it_and_a_job_only_behind_a_word_for_having_one(
    language: str, text: str, values: list[str]
) -> None:
    assert said(OF[language], text) == values


def test_a_job_counts_alone_between_commas_only_beside_a_name() -> None:
    text = "Dana Velling, plumber, came."
    assert [(span.recognizer, text[span.start : span.end]) for span in OF["en"].find(text)] == [(BESIDE, "plumber")]
    assert [*OF["en"].find("Dana Velling saw the plumber come.")] == []


def test_a_word_for_saying_is_no_part_of_a_job() -> None:
    assert [*OF["en"].find("The talks failed, said spokeswoman Dana Velling.")] == []


def test_spans_are_disjoint_also_where_languages_share_a_term() -> None:
    spans = [*ALL.find("I am vegan and my mother is vegan, a vegan since 2010.")]
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert len(spans) == 3


def test_a_long_word_is_not_kept() -> None:
    recognizer = SaidOfPeople({"en"})
    text = f"She has diabetes and a {'x' * 65}."
    spans = [*recognizer.find(text)]
    kept = recognizer._of_word.cache_info().currsize
    assert spans == [*recognizer.find(text)]
    assert kept == len({"she", "has", "diabetes", "and", "a"})


def test_the_types_are_those_of_people() -> None:
    assert ALL.entity_types == {
        EntityType.DEMOGRAPHIC_ATTRIBUTE,
        EntityType.DIETARY_PREFERENCE,
        EntityType.EDUCATIONAL_RECORD,
        EntityType.ETHNICITY,
        EntityType.GENDER,
        EntityType.HEALTH_INFORMATION,
        EntityType.MARITAL_STATUS,
        EntityType.OCCUPATION,
        EntityType.RACE,
        EntityType.RELIGION,
        EntityType.SEXUAL_ORIENTATION,
    }
