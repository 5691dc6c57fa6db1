"""The lists of words that name nobody, against public lists of names."""

from __future__ import annotations

from gateway.detection.caseless.installed import load as load_caseless
from gateway.detection.caseless.letters import folded
from gateway.detection.names.installed import load
from gateway.detection.names.lexicon import WordClass
from gateway.detection.names.small_words import little_words, openings, plain_words


def test_no_plain_word_is_the_name_of_a_person_or_a_place_by_the_public_lists() -> None:
    lexicons = (load().lexicon, load_caseless().lexicon)
    named = WordClass.FIRST_NAME | WordClass.LAST_NAME | WordClass.CITY | WordClass.COUNTRY | WordClass.REGION
    assert len(plain_words()) > 1500
    assert [each for each in plain_words() if any(one.entry(folded(each)) & named for one in lexicons)] == []


def test_no_little_word_is_a_first_name_by_the_public_lists() -> None:
    lexicon = load().lexicon
    assert len(little_words()) > 300
    assert [each for each in little_words() if lexicon.entry(folded(each)) & WordClass.FIRST_NAME] == []


def test_no_word_that_opens_requests_is_a_first_name_or_a_city() -> None:
    lexicon, named = load().lexicon, WordClass.FIRST_NAME | WordClass.CITY
    assert len(openings()) > 1000
    assert [each for each in openings() if lexicon.entry(each) & named] == []
