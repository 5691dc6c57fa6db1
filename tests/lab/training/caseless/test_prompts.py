from __future__ import annotations

import re

import pytest

from gateway.detection.caseless.letters import script
from gateway.types import EntityType
from lab.training.caseless.contexts import SAID
from lab.training.caseless.lists import LANGUAGES, own
from lab.training.caseless.prompts import made_up, templates

WORDS = {language: {**own(language), "large_city": own(language)["city"]} for language in LANGUAGES}
SLOTS = {"name", "first", "last", "west", "west_first", "title", "city", "country", "org", "street", "brand"}
NUMBERS = {"num", "phone", "date", "amount", "email"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_many_prompts_and_many_without_anything_to_find(language: str) -> None:
    prompts = templates(language)
    assert len(prompts) == len(set(prompts)) >= 150
    assert sum("{" not in each for each in prompts) >= 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_slot_is_known(language: str) -> None:
    slots = {slot for prompt in templates(language) for slot in re.findall(r"\{(\w+)", prompt)}
    assert slots <= {*SLOTS, *NUMBERS, *SAID.values()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_spans_are_what_was_filled_in(language: str) -> None:
    for row in made_up(language, ["{first} ({city}) {num} {first}"], WORDS[language], (), 20):
        first, city, again = (row.text[start:end] for start, end, _ in row.spans)
        assert {first, again} <= set(own(language)["first"])
        assert city in own(language)["city"]
        assert [kind for *_, kind in row.spans] == [EntityType.NAME, EntityType.GEOLOCATION, EntityType.NAME]


def test_the_same_seed_gives_the_same_rows() -> None:
    rows = [[*made_up("he", templates("he"), WORDS["he"], ("מילה",), 50, seed=seed)] for seed in (0, 0, 1)]
    assert rows[0] == rows[1] != rows[2]


def test_swapped_words_leave_the_spans_where_their_values_are() -> None:
    rows = list(made_up("ar", ["كان {first} هنا قبل ساعة مع أهل {city} كلهم"], WORDS["ar"], ("كلمة",), 40))
    assert any("كلمة" in row.text for row in rows)
    for row in rows:
        (start, end, _), (begin, stop, _) = row.spans
        assert row.text[start:end] in own("ar")["first"]
        assert row.text[begin:stop] in own("ar")["city"]


@pytest.mark.parametrize(("city", "written"), [("ঢাকা", "ঢাকায়"), ("খুলনা", "খুলনায়"), ("যশোর", "যশোরে"), ("ফেনী", "ফেনীতে")])
def test_a_bengali_case_follows_the_last_letter(city: str, written: str) -> None:
    words = {"city": [city], "large_city": [city]}
    (row,) = made_up("bn", ["{city~এ} থাকি"], words, (), 1)
    assert row.text == f"{written} থাকি"
    ((start, end, _),) = row.spans
    assert row.text[start:end] == city


def test_an_arabic_article_loses_its_first_letter_after_a_preposition() -> None:
    (row,) = made_up("ar", ["سافر ل{city}"], {"city": ["الرياض"], "large_city": ["الرياض"]}, (), 1)
    assert row.text == "سافر للرياض"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lists_are_in_their_own_script(language: str) -> None:
    for name in ("first", "last", "west_first", "west_last", "country", "city"):
        assert {script(word) for word in own(language)[name]} == {LANGUAGES[language]}
