"""Inferences from the rest of a text: pronouns, codes, neighbouring places, and reversed abstractions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from gateway.rewriting.abstraction.places import LIST
from gateway.types import EntityType
from lab.recovery.attacker import Guess

_HE: Final = re.compile(r"\b(?:he|his|him|himself|father|husband|son|brother|prostate|testicular)\b", re.IGNORECASE)
_SHE: Final = re.compile(
    r"\b(?:she|her|hers|herself|mother|wife|daughter|sister|pregnant|menstrual|uterine|gravida|menopause)\b",
    re.IGNORECASE,
)
_CALLING_CODE: Final = re.compile(r"(?<![\w+])\+(?P<code>1|20|27|3[0-469]|4[0-9]|5[1-8]|6[0-6]|7|8[1246]|9[0-58])[\s-]")
_COUNTRY_OF: Final = {
    "1": "United States", "7": "Russia", "33": "France", "34": "Spain", "39": "Italy", "44": "United Kingdom",
    "49": "Germany", "31": "Netherlands", "41": "Switzerland", "43": "Austria", "48": "Poland", "61": "Australia",
    "81": "Japan", "86": "China", "91": "India", "55": "Brazil", "52": "Mexico",
}  # fmt: skip
_CURRENCIES: Final = {"£": "United Kingdom", "₹": "India", "¥": "Japan", "RMB": "China", "CHF": "Switzerland"}
_BORN: Final = re.compile(r"\bborn (?:in|on)\b[^.\n]{0,20}?(?P<year>(?:19|20)[0-9]{2})", re.IGNORECASE)
_YEAR: Final = re.compile(r"\b20[0-9]{2}\b")
_STAGES: Final = {
    "infant": "6-month-old", "young child": "5-year-old", "child": "10-year-old", "teenager": "16-year-old",
    "elderly": "70-year-old", "middle-aged": "45-year-old",
}  # fmt: skip
_DECADE: Final = re.compile(
    r"\b(?:(?P<part>early|mid|late)[\s-])?(?P<decade>twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b",
    re.IGNORECASE,
)
_DECADES: Final = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_WITHIN: Final = re.compile(
    r"\b(?:a|another|the|major|large|capital|largest|small|\s)*(?:city|town) (?:in|of) (?:the )?(?P<place>[A-Z][\w .]+)"
)
_LARGER: Final = re.compile(r"\A,\s*(?P<place>[A-Z]\w+(?: [A-Z]\w+)?)")
_CAPITAL: Final = re.compile(r"\bcapital (?:city )?of (?:the )?(?P<country>[A-Z]\w+(?: [A-Z]\w+)*)")
_CAPITALS: Final = {
    "France": "Paris", "Germany": "Berlin", "Italy": "Rome", "Spain": "Madrid", "Japan": "Tokyo", "China": "Beijing",
    "Russia": "Moscow", "India": "New Delhi", "England": "London", "UK": "London", "United Kingdom": "London",
    "US": "Washington", "United States": "Washington", "Canada": "Ottawa", "Brazil": "Brasília",
    "Mexico": "Mexico City",
}  # fmt: skip


def inferred(text: str, replacement: str, entity_type: EntityType) -> Iterator[Guess]:
    """Yields guesses of the original of one replacement, from its own words and the rest of the text.

    >>> [each.text for each in inferred("[GENDER1] said that she was ill", "[GENDER1]", EntityType.GENDER)]
    ['woman', 'female']
    >>> next(inferred("We met in a city in France.", "a city in France", EntityType.GEOLOCATION)).text
    'Paris'
    """
    match entity_type:
        case EntityType.GENDER:
            yield from _gender(text)
        case EntityType.AGE:
            yield from _age(text, replacement)
        case EntityType.GEOLOCATION:
            yield from _place(text, replacement)
        case _:
            return


def _gender(text: str) -> Iterator[Guess]:
    he, she = len(_HE.findall(text)), len(_SHE.findall(text))
    if he != she:
        for word in ("man", "male") if he > she else ("woman", "female"):
            yield Guess(word, max(he, she) / (he + she))


def _age(text: str, replacement: str) -> Iterator[Guess]:
    if decade := _DECADE.search(replacement):
        low = 20 + 10 * _DECADES.index(decade["decade"].lower())
        middle = {"early": 2, "mid": 5, "late": 8}.get((decade["part"] or "mid").lower(), 5)
        yield Guess(f"{low + middle}-year-old", 0.1)
    for stage, age in _STAGES.items():
        if stage in replacement.lower():
            yield Guess(age, 0.1)
    born, years = _BORN.search(text), _YEAR.findall(text)
    if born and years:
        yield Guess(str(max(map(int, years)) - int(born["year"])), 0.4)


def _place(text: str, replacement: str) -> Iterator[Guess]:
    if city := _CAPITALS.get(_group(_CAPITAL, replacement, "country")):
        yield Guess(city, 0.9)
    if city := _city_of(_group(_WITHIN, replacement, "place").strip(" .")):
        yield Guess(city, 0.3)
    if city := _city_of(_beside(text, replacement)):
        yield Guess(city, 0.2)
    codes = (_COUNTRY_OF.get(code["code"]) for code in _CALLING_CODE.finditer(text))
    countries = [*codes, *(country for sign, country in _CURRENCIES.items() if sign in text)]
    yield from (Guess(country, 0.2) for country in dict.fromkeys(filter(None, countries)))


def _group(expression: re.Pattern[str], text: str, name: str) -> str:
    match = expression.search(text)
    return match[name] if match else ""


def _beside(text: str, replacement: str) -> str:
    """Returns the larger place named after the replaced one, as in ``[GEOLOCATION1], Texas``."""
    at = text.find(replacement) if replacement else -1
    return _group(_LARGER, text[at + len(replacement) :], "place") if at >= 0 else ""


def _city_of(within: str) -> str | None:
    """Returns the capital of a country or, if unknown, one of its cities."""
    return _CAPITALS.get(within) or _cities().get(within)


@cache
def _cities() -> dict[str, str]:
    """Returns one city per country in the list of places."""
    cities: dict[str, str] = {}
    for line in LIST.read_text(encoding="utf-8").splitlines():
        kind, _, rest = line.partition("|")
        name, _, within = rest.partition("|")
        if kind == "city":
            cities.setdefault(within, name)
    return cities
