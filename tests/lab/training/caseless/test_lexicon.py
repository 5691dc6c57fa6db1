from __future__ import annotations

from gateway.detection.caseless.letters import folded
from gateway.detection.names.lexicon import CLASS_BITS, WordClass
from lab.training.caseless.lexicon import lexicon
from lab.training.caseless.lists import LANGUAGES, is_held_out, own, part

POOLS = {language: {**own(language), "large_city": ()} for language in LANGUAGES}


def test_names_are_in_their_classes_and_common_words_in_none() -> None:
    words = lexicon(POOLS, whole=True)
    assert words.entry(folded("يوسف")) & WordClass.FIRST_NAME
    assert words.entry(folded("חיפה")) & WordClass.CITY
    assert words.entry(folded("শেখ")) & WordClass.LAST_NAME
    assert words.entry(folded("على")) > 0
    assert not words.entry(folded("على")) & CLASS_BITS


def test_only_some_names_are_listed_while_the_model_learns() -> None:
    few, whole = (lexicon(POOLS, whole=whole) for whole in (False, True))
    names = [folded(name) for name in own("hi")["first"] if " " not in name]
    listed = [sum(bool(each.entry(name) & WordClass.FIRST_NAME) for name in names) for each in (few, whole)]
    assert 0.2 < listed[0] / len(names) < 0.7
    assert listed[1] == len(names)


def test_the_halves_of_the_names_have_none_in_common() -> None:
    kept, held_out = (part(POOLS["bn"], half) for half in (False, True))
    assert not set(kept["first"]) & set(held_out["first"])
    assert set(kept["first"]) | set(held_out["first"]) == set(own("bn")["first"])
    assert all(map(is_held_out, held_out["first"]))
    assert kept["title"] == held_out["title"]
