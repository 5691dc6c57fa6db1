"""Recognizers take linear time: each pattern is timed on its worst cases at one size and at four times that size.

Worst cases are repeated: common parts of patterns, members of every character set in the pattern's expression, its
example, every prefix of that, and near misses. Processor times are compared within one run and with room to spare: a
text four times as long may take a little over eight times as long; quadratic work would take sixteen times. A pattern
fails only if it is too slow three times in a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType
from tests.gateway.detection.patterns.examples import EXAMPLES
from tests.support import work

CHARACTERS = 5_000
SLACK_SECONDS = 0.01
RUNS = "a 1 a. a- a1 1. 1.1. 1: . , ) ] ( (1 - ----- _ é ٣ 𝐀 一 一a 一.a = : :: ' w A A1 Aa a, /a $1 1/ °1 年"
ADDRESSES = (
    """@ a@ a@a. a@a.aa %40 a%40 "a"@ :// a:// a: a:a@ a://a: http:// https://a) www. a.com a.com/ a:: f: +a= a=@"""
)
NUMBERS = "+1 0 02/ ab12 AB1 no11 123-45- 12-45-6 AKIA AKIAAAAAAAAAAAAAAAA dapi 1.2345, 12:30 12/12/"
SECRETS = (
    """sk- sk-a1 cg-1a eyJ eyJaaaaaaaa. SG. SG.aaaaaaaaaaaaaaaaaaaa -----BEGIN password= :password: token: earer"""
)
SPACED = [
    f"{start} "
    for start in ("1", "12", "4", "4111", "+1", "00", "(12)", "a", "A", "DE89", "phone 1", "password is", "Aa", "1 Aa")
]
WORDS = [
    "one ",
    "and ",
    "May ",
    "Mon, ",
    "rue de ",
    "Calle de la ",
    "twenty-",
    "/home/",
    "C:\\Users\\",
    "@a ",
    "is ",
    "born ",
]
UNITS = [
    *RUNS.split(),
    *ADDRESSES.split(),
    *NUMBERS.split(),
    *SECRETS.split(),
    *SPACED,
    *WORDS,
    "0 1",
    " ",
    "\n",
    "-----BEGIN PRIVATE KEY-----",
]
MEMBERS = "a1AzZ.-_ @:/+=(,'\"éß一٣"
SET = re.compile(r"\[(?:[^\]\\]|\\.)+\]")


def members(pattern: Pattern) -> Iterator[str]:
    """Yields a few members of each character set in a pattern's expression."""
    for characters in dict.fromkeys(SET.findall(pattern.expression)):
        yield from [member for member in MEMBERS if re.fullmatch(characters, member)][:4]


def worst_cases(pattern: Pattern) -> list[str]:
    example = EXAMPLES.get(pattern.name, "")
    beginnings = [example[:length] for length in range(1, len(example), max(1, len(example) // 12))]
    near_misses = [f"{example[:-1]}\x00", f"{example[:-1]}~ ", f"{example} ", f"{example}0"]
    return list(dict.fromkeys([*UNITS, *members(pattern), *beginnings, *near_misses]))


def seconds(search: Callable[[str], object], unit: str, characters: int) -> float:
    text = (unit * characters)[:characters]
    return work.seconds(lambda: search(text))


def grows_too_fast(search: Callable[[str], object], unit: str) -> bool:
    return all(
        seconds(search, unit, 4 * CHARACTERS) > 8 * seconds(search, unit, CHARACTERS) + SLACK_SECONDS for _ in range(3)
    )


def all_work(pattern: Pattern) -> Callable[[str], object]:
    """Returns a function that checks every condition and always runs the search."""
    conditions = [re.compile(condition) for condition in pattern.conditions]
    return lambda text: ([condition.search(text) for condition in conditions], list(pattern.search(text)))


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_work_grows_no_faster_than_the_text(pattern: Pattern) -> None:
    assert [unit for unit in worst_cases(pattern) if grows_too_fast(all_work(pattern), unit)] == []


@pytest.mark.parametrize("expression", ["a+b", "[a-z]+@"])
def test_a_quadratic_pattern_would_be_seen(expression: str) -> None:
    pattern = Pattern("quadratic", EntityType.NAME, expression, 0.5)
    assert [unit for unit in worst_cases(pattern) if unit == "a" and grows_too_fast(all_work(pattern), unit)] == ["a"]


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "unit", ["a", "1 ", "a.", "@", "a@a.", "a@a.aa ", "4111 ", "+1 ", "https://a)", "(", ":", "-----", "1 May "]
)
def test_a_million_characters_of_one_line_come_to_an_end(unit: str) -> None:
    PatternDetector().detect((unit * 1_000_000)[:1_000_000])
