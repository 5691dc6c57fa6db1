"""Our own sentences about made-up people, for attributes that are rare in published rows."""

from __future__ import annotations

import re
from calendar import day_name, month_abbr, month_name
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from string import ascii_uppercase
from typing import Final

from gateway.types import EntityType
from lab.training.gazetteers import (
    cities,
    countries,
    first_names,
    frequent_words,
    last_names,
    lines_of,
    occupations,
    states,
    words_of,
)
from lab.training.rows import Labelled, Row

SOURCE: Final = "templates"
_ROWS: Final = 5000
_SLOT: Final = re.compile(r"\{(\w+)\}")
_TYPES: Final[Mapping[str, EntityType]] = {
    "health": EntityType.HEALTH_INFORMATION,
    "year": EntityType.TIME,
    "years": EntityType.TIME,
    "month": EntityType.TIME,
    "date": EntityType.TIME,
    "time": EntityType.TIME,
    "duration": EntityType.TIME,
    "weekday": EntityType.TIME,
    "age": EntityType.AGE,
    "gender": EntityType.GENDER,
    "title": EntityType.NAME,
    "first": EntityType.NAME,
    "initial": EntityType.NAME,
    "last": EntityType.NAME,
    "city": EntityType.GEOLOCATION,
    "state": EntityType.GEOLOCATION,
    "country": EntityType.GEOLOCATION,
    "street": EntityType.ADDRESS,
    "org": EntityType.AFFILIATION,
    "organisation": EntityType.AFFILIATION,
    "job": EntityType.OCCUPATION,
    "amount": EntityType.FINANCIAL_INFORMATION,
    "religion": EntityType.RELIGION,
    "nationality": EntityType.ETHNICITY,
    "marital": EntityType.MARITAL_STATUS,
    "gpa": EntityType.EDUCATIONAL_RECORD,
    "degree": EntityType.EDUCATIONAL_RECORD,
}
_UNLABELLED: Final = frozenset({"number", "kin"})
_VALUES: Final = 400  # of each generated kind
_STREETS: Final = ("Street", "St", "Road", "Rd", "Avenue", "Ave", "Lane", "Drive", "Boulevard", "Way", "Court", "Ave.")
_SUFFIXES: Final = (
    "Inc", "Inc.", "Ltd", "LLC", "Group", "Solutions", "Systems", "Bank", "Technologies", "Partners", "Airlines",
    "Consulting", "Foods", "Energy", "Hotel", "Cafe", "Club", "Studio", "Media", "Foundation", "Magazine", "Times",
)  # fmt: skip
_ORGANISATIONS: Final = (
    "{brand}", "{brand}", "{brand}", "{brand}", "{last} {suffix}", "{last} & {other}", "{word} {suffix}",
    "{word}{more}", "{word} {more} {suffix}", "{letters}", "{letters} {suffix}", "University of {city}",
    "{city} University", "{last} College", "{last} High School", "{city} General Hospital", "Bank of {city}",
    "the {city} {suffix}", "Institute of {word} and {more}", "{word} for {more}", "{last}, {other} & Partners",
    "{city} City Council", "Ministry of {word}", "The {word} {more}", "{word} {more}", "{last}'s", "{word}.com",
)  # fmt: skip
_NOON: Final = (" AM", " PM", "am", "pm", " a.m.", " p.m.", "", " UTC")
_DATES: Final = (
    "{day} {name} {year}", "{name} {day}, {year}", "{name} {day}", "{day} {name}", "{name} {day}{th}",
    "{day}{th} of {name}", "{day:02}/{month:02}/{year}", "{month}/{day}/{year}", "{year}-{month:02}-{day:02}",
    "{day}.{month}.{year}", "{weekday}, {name} {day}", "{weekday} {day} {short} {year}", "{short} {day}, {year}",
    "{short}. {day}, {year}", "{name} {year}", "the {day}{th}", "late {name}", "the beginning of {name}",
    "{day}{th} {short} {year}",
)  # fmt: skip
_TH: Final = {1: "st", 2: "nd", 3: "rd"}
_NAMED_AFTER: Final = re.compile(r" (?:\{organisation\}|University)")


def made_up(seed: int = 0) -> Iterator[Row]:
    """Yields rows about made-up people; the same seed gives the same rows."""
    random = Random(seed)
    fillers, frames = _fillers(random), lines_of("frames")
    for number in range(_ROWS):
        yield _filled(f"{SOURCE} {number}", random.choice(frames), fillers, random)


def _filled(key: str, frame: str, fillers: Mapping[str, Sequence[str]], random: Random) -> Row:
    """Returns a row with the slots in braces filled in and labelled; a slot with ``no_`` is not labelled."""
    text, last = "", 0
    spans: list[Labelled] = []
    for slot in _SLOT.finditer(frame):
        text += frame[last : slot.start()]
        name = slot[1].removeprefix("no_").lower()
        value = random.choice(fillers[name])
        value = value.upper() if slot[1].isupper() else value
        if not slot[1].startswith("no_") and name not in _UNLABELLED:
            is_organisation = name == "last" and _NAMED_AFTER.match(frame, slot.end())
            entity_type = EntityType.AFFILIATION if is_organisation else _TYPES[name]
            spans.append((len(text), len(text) + len(value), entity_type))
        text += value
        last = slot.end()
    return Row(SOURCE, key, text + frame[last:], tuple(spans))


def _fillers(random: Random) -> Mapping[str, Sequence[str]]:
    places = cities()
    conditions = [word for word in words_of("health") if word not in ("patient", "symptom", "diagnosed", "treatment")]
    last = [name for name in last_names() if name.isascii()]
    return {
        "first": [name for name in first_names() if name.isascii()],
        "last": last,
        "initial": list(ascii_uppercase),
        "title": ["Mr.", "Mrs.", "Ms.", "Dr.", "Prof.", "Mr", "Mrs", "Dr", "Professor", "Judge", "Sir", "Captain"],
        "city": places,
        "state": states(),
        "country": countries(),
        "street": [f"{random.randint(1, 900)} {_drawn(random, last, _STREETS)}" for _ in range(_VALUES)],
        "job": [name.split(",")[0].lower() for name in occupations()] + words_of("occupation"),
        "org": list(_organisations(random, last, places)),
        "organisation": ["Inc", "Ltd", "College", "Hospital", "Group", "Bank", "Technologies", "Church"],
        "health": conditions,
        "religion": [word.title() for word in words_of("religion")],
        "nationality": [word.title() for word in words_of("nationality")],
        "marital": ["married", "divorced", "engaged", "separated", "widowed", "single"],
        "gender": ["male", "female", "man", "woman", "guy", "girl", "transgender man", "non-binary person"],
        "kin": ["wife", "husband", "mother", "father", "daughter", "son", "brother", "sister", "boss", "friend"],
        "degree": ["PhD in physics", "Bachelor of Arts", "master's degree in economics", "BSc in chemistry", "MBA"],
        "weekday": ["Monday", "on Tuesday at 5 pm", "next Friday", "today", "by Thursday", "last week", "tomorrow"],
        "month": list(month_name)[1:] + ["early " + name for name in month_name[1:]],
        "date": [_date(random) for _ in range(_VALUES)],
        "time": [f"{random.randint(1, 12)}:{random.randint(0, 59):02}{noon}" for noon in _NOON for _ in range(20)]
        + [f"{hour} {noon}" for hour in range(1, 13) for noon in ("am", "pm", "o'clock")],
        "duration": [
            f"{number} {unit}"
            for number in ("two", "three", "four", "5", "6", "7", "10", "14", "about 3")
            for unit in ("days", "weeks", "months", "years", "nights")
        ],
        "year": [str(year) for year in range(1985, 2026)],
        "years": [f"{year}{to}{year + 3}" for year in range(1990, 2022) for to in ("-", " - ", " to ", "–")],
        "age": [str(age) for age in range(5, 95)] + ["thirty", "forty-two", "nineteen"],
        "number": ["two", "three", "five", "10", "20"],
        "gpa": [f"{whole}.{part}" for whole in (2, 3) for part in range(10)],
        "amount": [f"${n},000" for n in range(20, 200, 7)] + [f"{n}k" for n in range(30, 150, 9)] + ["€2,500"],
    }


def _drawn(random: Random, *choices: Sequence[str]) -> str:
    return " ".join(map(random.choice, choices))


def _organisations(random: Random, last: Sequence[str], places: Sequence[str]) -> Iterator[str]:
    common = [word.title() for word in frequent_words()[300:3000] if word.isalpha() and len(word) > 3]
    brands = [brand.upper() if len(brand) < 4 else brand.title() for brand in words_of("brand")]
    for _ in range(_VALUES):
        yield random.choice(_ORGANISATIONS).format(
            brand=random.choice(brands),
            last=random.choice(last),
            other=random.choice(last),
            city=random.choice(places),
            word=random.choice(common),
            more=random.choice(common),
            suffix=random.choice(_SUFFIXES),
            letters="".join(random.sample(ascii_uppercase, 3)),
        )


def _date(random: Random) -> str:
    day, month, year = random.randint(1, 28), random.randint(1, 12), random.randint(1950, 2029)
    words = {"day": day, "month": month, "year": year, "name": month_name[month], "short": month_abbr[month]}
    return random.choice(_DATES).format(**words, weekday=random.choice(day_name), th=_TH.get(day % 10, "th"))
