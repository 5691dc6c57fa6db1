"""Sentences of our own about made-up people, for attributes of which published rows have few."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from gateway.detection.training.gazetteers import cities, first_names, last_names, lines_of, occupations, words_of
from gateway.detection.training.rows import Labelled, Row
from gateway.types import EntityType

SOURCE: Final = "templates"
_ROWS: Final = 2500
_SLOT: Final = re.compile(r"\{(\w+)\}")
_TYPES: Final[Mapping[str, EntityType]] = {
    "health": EntityType.HEALTH_INFORMATION,
    "year": EntityType.TIME,
    "weekday": EntityType.TIME,
    "age": EntityType.AGE,
    "gender": EntityType.GENDER,
    "first": EntityType.NAME,
    "last": EntityType.NAME,
    "city": EntityType.GEOLOCATION,
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
_NAMED_AFTER: Final = re.compile(r" (?:\{organisation\}|University)")


def made_up(seed: int = 0) -> Iterator[Row]:
    """Rows about people who do not exist, the same for the same seed."""
    random = Random(seed)
    fillers, frames = _fillers(), lines_of("frames")
    for number in range(_ROWS):
        yield _filled(f"{SOURCE} {number}", random.choice(frames), fillers, random)


def _filled(key: str, frame: str, fillers: Mapping[str, Sequence[str]], random: Random) -> Row:
    """What stands in braces is filled in and labelled; after ``no_`` it is only filled in."""
    text, last = "", 0
    spans: list[Labelled] = []
    for slot in _SLOT.finditer(frame):
        text += frame[last : slot.start()]
        value = random.choice(fillers[slot[1].removeprefix("no_")])
        if not slot[1].startswith("no_") and slot[1] not in _UNLABELLED:
            is_organisation = slot[1] == "last" and _NAMED_AFTER.match(frame, slot.end())
            entity_type = EntityType.AFFILIATION if is_organisation else _TYPES[slot[1]]
            spans.append((len(text), len(text) + len(value), entity_type))
        text += value
        last = slot.end()
    return Row(SOURCE, key, text + frame[last:], tuple(spans))


def _fillers() -> Mapping[str, Sequence[str]]:
    conditions = [word for word in words_of("health") if word not in ("patient", "symptom", "diagnosed", "treatment")]
    return {
        "first": [name for name in first_names() if name.isascii()],
        "last": [name for name in last_names() if name.isascii()],
        "city": cities(),
        "job": [name.split(",")[0].lower() for name in occupations()] + words_of("occupation"),
        "organisation": ["Inc", "Ltd", "College", "Hospital", "Group", "Bank", "Technologies", "Church"],
        "health": conditions,
        "religion": [word.title() for word in words_of("religion")],
        "nationality": [word.title() for word in words_of("nationality")],
        "marital": ["married", "divorced", "engaged", "separated", "widowed", "single"],
        "gender": ["male", "female", "man", "woman", "guy", "girl", "transgender man", "non-binary person"],
        "kin": ["wife", "husband", "mother", "father", "daughter", "son", "brother", "sister", "boss", "friend"],
        "degree": ["PhD in physics", "Bachelor of Arts", "master's degree in economics", "BSc in chemistry", "MBA"],
        "weekday": ["Monday", "Tuesday at 5 pm", "next Friday", "March 3rd", "12 June 2021", "tomorrow"],
        "year": [str(year) for year in range(1985, 2026)],
        "age": [str(age) for age in range(5, 95)] + ["thirty", "forty-two", "nineteen"],
        "number": ["two", "three", "five", "10", "20"],
        "gpa": [f"{whole}.{part}" for whole in (2, 3) for part in range(10)],
        "amount": [f"${n},000" for n in range(20, 200, 7)] + [f"{n}k" for n in range(30, 150, 9)] + ["€2,500"],
    }
