"""No input makes a recognizer slower than linear: each pattern on its worst cases at one size and at four times that.

Time is compared within one run and with room to spare: four times the text may take up to eight times as long and a
little more, where quadratic work takes sixteen times.
"""

from __future__ import annotations

import time

import pytest

from gateway.detection.detector import PatternDetector
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Pattern, Recognizer
from gateway.types import EntityType

CHARACTERS = 20_000
SLACK_SECONDS = 0.05
# Holds what every prefilter asks for, so that the search itself is measured.
OPENER = ' @ "@ %40 :// .com .io/ ( :1:2::3 AB12 sk-1 pypi-1 x-aaaaaaaaaaaaaa AKIA Kaaaaaaaa PRIVATE KEY '
RUNS = "a 1 a. a- a1 1. 1.1. 1: . , ) ] ( (1 - ----- _ é ٣ 𝐀 一 一a 一.a = : :: ' w"
ADDRESSES = """@ a@ a@a. a@a.aa %40 a%40 "a"@ :// a:// a: a:a@ a://a: http:// https://a) www. a.com a.com/ a:: f:"""
NUMBERS = "+1 0 02/ ab12 AB1 no11 123-45- 12-45-6 AKIA AKIAAAAAAAAAAAAAAAA dapi"
SECRETS = (
    """sk- sk-a1 cg-1a eyJ eyJaaaaaaaa. SG. SG.aaaaaaaaaaaaaaaaaaaa -----BEGIN password= :password: token: earer"""
)
SPACED = [f"{start} " for start in ("1", "12", "4", "4111", "+1", "00", "(12)", "a", "DE89", "phone 1", "password is")]
UNITS = [
    *RUNS.split(),
    *ADDRESSES.split(),
    *NUMBERS.split(),
    *SECRETS.split(),
    *SPACED,
    "0 1",
    " ",
    "\n",
    "-----BEGIN PRIVATE KEY-----",
]


def seconds(recognizer: Recognizer, unit: str, characters: int) -> float:
    text = OPENER + (unit * characters)[:characters] + OPENER
    start = time.process_time()
    for _ in recognizer.find(text):
        pass
    return time.process_time() - start


def grows_too_fast(recognizer: Recognizer, unit: str) -> bool:
    return seconds(recognizer, unit, 4 * CHARACTERS) > 8 * seconds(recognizer, unit, CHARACTERS) + SLACK_SECONDS


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_work_grows_no_faster_than_the_text(pattern: Pattern) -> None:
    assert [unit for unit in UNITS if grows_too_fast(pattern, unit)] == []


def test_a_quadratic_pattern_would_be_seen() -> None:
    assert grows_too_fast(Pattern("quadratic", EntityType.NAME, "a+b", 0.5), "a")


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "unit", ["a", "1 ", "a.", "@", "a@a.", "a@a.aa ", "4111 ", "+1 ", "https://a)", "(", ":", "-----"]
)
def test_a_million_characters_of_one_line_come_to_an_end(unit: str) -> None:
    PatternDetector().detect((unit * 1_000_000)[:1_000_000])
