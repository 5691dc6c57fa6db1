"""Makes of a language's words for months, days, seasons and hours patterns for times that are written in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gateway.detection.letter_case import with_any_initials
from gateway.detection.patterns.caseless_words import DIGIT
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

LETTER: Final = "[\\w\u0900-\u0963\u0981-\u09e3]"  # the signs of Hindi and Bengali are no letters for ``\w``
YEAR: Final = "(?:(?:19|20)[0-9]{2}|['’][0-9]{2})"
FIGURES: Final = "[0-9]{1,2}"


class TimeWords(NamedTuple):
    """Expressions for a language's words, without look-around; "" where the language has none of a kind.

    ``part`` says which part of a month or year ("Ende"), ``season`` is a season, and both stand before a year with
    ``of`` between them. ``last`` makes a season or a weekday one of a certain year ("letzten"). ``day`` is a weekday,
    ``daytime`` a part of a day, ``at`` stands before an hour, and ``hour`` is one. ``others`` are whole phrases: days
    of feasts, "three weeks ago", nights between two days. ``into`` may stand before any of them.
    """

    into: str
    part: str
    month: str
    of: str
    season: str
    last: str
    day: str
    daytime: str
    at: str
    hour: str
    others: tuple[str, ...]


def times(language: str, words: TimeWords) -> Iterator[Pattern]:
    """Yields the patterns of a language; there are two, because of the longest expression that Hyperscan takes."""
    year = f"(?:{words.of})?{YEAR}(?: (?:года|году|року|roku))?"
    last = f"(?:(?:{words.last}) )?(?:{words.day})"
    when = f"(?:,? (?:{words.at})|,)"
    made = (
        f"(?:{words.part})(?:{words.of})?(?:{words.month})(?: {year})?",
        f"(?:{words.part})(?:{words.of})?{YEAR}",
        f"(?:{words.season}) {year}",
        f"(?:{words.last}) (?:{words.season})",
        f"{last},? ?(?:{words.daytime})(?:{when} ?(?:{words.hour}))?",
        f"{last}{when} ?(?:{words.hour})(?: (?:{words.daytime}))?",
    )
    shape = (
        f"(?:{words.part})(?:{words.of})?(?:19|20|['’]|{words.month})|(?:{words.season}) (?:{words.of})?(?:19|20|['’])"
        f"|(?:{words.last}) (?:{words.season})|(?:{words.day})(?:,? ?(?:{words.daytime})|{when})"
    )
    yield _pattern(f"time_in_words_{language}", language, words.into, "|".join(made), shape)
    others = "|".join(words.others)
    yield _pattern(f"time_phrase_{language}", language, words.into, others, others)


def phrases(language: str, whole: Sequence[str], before: str = "") -> Iterator[Pattern]:
    """Yields the patterns of whole phrases, which ``before`` may stand before.

    There are two, because of the longest expression that Hyperscan takes.
    """
    for name, own in (("in_words", whole[::2]), ("phrase", whole[1::2])):
        core = "|".join(own)
        yield Pattern(
            name=f"time_{name}_{language}",
            entity_type=EntityType.TIME,
            expression=f"(?<!{LETTER}){before}(?:{core})(?!{LETTER}|[.:/]?{DIGIT})",
            score=0.6,
            prefilter=core,
            languages=(language,),
        )


def _pattern(name: str, language: str, into: str, phrases: str, shape: str) -> Pattern:
    core = with_any_initials(f"(?:(?:{into}) )?(?:{phrases})")
    return Pattern(
        name=name,
        entity_type=EntityType.TIME,
        expression=f"(?<!{LETTER})(?<![0-9][.:,-]){core}(?!{LETTER}|[.:,]?[0-9])",
        score=0.6,
        prefilter=with_any_initials(shape),
        languages=(language,),
    )
