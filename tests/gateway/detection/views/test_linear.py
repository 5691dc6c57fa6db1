"""Views take linear time: each is timed on its worst cases at one size and at four times that size.

Times are compared within one run and with room to spare: a text four times as long may take a little over eight times
as long; quadratic work would take sixteen times.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from gateway.detection.pattern_detector import PatternDetector
from gateway.detection.views import READINGS, SPELLINGS, Reading
from tests.support import work

CHARACTERS = 10_000
SLACK_SECONDS = 0.05
TIMES = 3  # a busy machine may be slow once
# Contains what every view looks for first, so that the search itself is measured.
OPENER = " \\n &amp; %40 a\u200bb e\u0301 １ Ａ раy (at) dot mail one at two one two one two three four 1 2 3 4 5 "
ESCAPES = [r"\n", "\\", r"\u00", r"\ud83d", r"\ud83d\ude00", r"\\", r"\u00e9"]
ENTITIES = ["&", "&amp;", "amp;", "&#", "&#64;", "&#x", "&#1", "&a", "&eacute;", ";", "&amp;amp;"]
PERCENT = ["%", "%2", "%25", "%40", "%C3", "%C3%A9", "%E4%B8", "25", "%2525"]
INVISIBLE = ["\u200b", "a\u200b", "\u200b ", "👨\u200d👩"]
MARKS = ["\u0301", "a\u0301", "a\u0300\u0301", "\u0301\u0327", "1\ufe0f\u20e3"]
LETTERS = ["Ａ", "，", "＠", "，Ａ", "ﬁ", "𝐀", "а", "аa", "аa ", "٣", "一", "①", "\ud800"]
SIGNS = [
    "(at)",
    "a(at)",
    "a(at)b.",
    " @ ",
    "a @ ",
    "_at_",
    "a_at_",
    "(",
    "( ",
    "( at ) ",
    "*at*",
    "|",
    "-",
    "a-",
    "a-b.",
    "a.",
    ".",
]
WORDS = [" at ", "a at ", "a dot ", "a at a dot ", "dot", "a at b dot com ", "a (at) b.com ", "mail at ", "ät "]
SPELLED = ["one ", "one", "one-", "one, ", "double ", "double one ", "plus ", "plus one ", "one one a ", "one.  "]
SPACED = ["1 ", "1 2 ", "1-", "12 ", "1 1 1 a ", "1 one ", "1234 ", "(1) "]
CHARACTER_UNITS = [*ESCAPES, *ENTITIES, *PERCENT, *INVISIBLE, *MARKS, *LETTERS, "a", "a ", " ", "\n"]
UNITS = [*CHARACTER_UNITS, *SIGNS, *WORDS, *SPELLED, *SPACED]


def seconds(reading: Callable[[str], object], unit: str, characters: int) -> float:
    text = OPENER + (unit * characters)[:characters] + OPENER
    return work.seconds(lambda: reading(text))


def grows_too_fast(reading: Callable[[str], object], unit: str) -> bool:
    return all(
        seconds(reading, unit, 4 * CHARACTERS) > 8 * seconds(reading, unit, CHARACTERS) + SLACK_SECONDS
        for _ in range(TIMES)
    )


@pytest.mark.parametrize(
    "reading",
    [*READINGS, *SPELLINGS],
    ids=lambda reading: f"{reading.__module__.rpartition('.')[2]}.{reading.__name__}",
)
def test_work_grows_no_faster_than_the_text(reading: Reading) -> None:
    assert [unit for unit in UNITS if grows_too_fast(reading, unit)] == []


def test_a_quadratic_view_would_be_seen() -> None:
    assert grows_too_fast(re.compile("a+b").search, "a")


def test_the_opener_holds_something_for_every_view() -> None:
    assert all(reading(OPENER) for reading in READINGS)
    assert all(reading(f"{OPENER} a (at) b dot com one two three four one two three") for reading in SPELLINGS[:2])


def test_looking_up_offsets_does_not_grow_with_the_text() -> None:
    def spread(text: str) -> None:
        view = READINGS[0](text)
        assert view is not None
        for offset in range(0, len(view.text), 4):
            view.original_extent(offset, offset + 1)

    assert not grows_too_fast(spread, r"a\n")


@pytest.mark.timeout(120)
@pytest.mark.parametrize("unit", [r"\n", "&amp;", "&#64;", "a\u200b", "e\u0301", "Ａ", "one ", "1 ", "a at b dot com "])
def test_a_million_characters_of_one_line_come_to_an_end(unit: str) -> None:
    PatternDetector().detect((unit * 1_000_000)[:1_000_000])
