"""Dates in numbers and in words, weekdays, and months and years with a word such as "in" or "since".

Each form of a date is a TIME of its own, and a BIRTH_DATE beside a word for birth: a birthday is no meeting date.
"""

from collections.abc import Iterator
from typing import Final

from gateway.detection.calendars import holds_date
from gateway.detection.patterns.calendar_names import FULL_MONTHS, MONTHS, SHORT_WEEKDAYS, WEEKDAYS
from gateway.detection.recognizer import Judge, Pattern, whole, whole_if
from gateway.detection.words import at_word_start, somewhere
from gateway.types import EntityType

_FIRST: Final = "[0-9](?<![\\w./-].)"
_END: Final = "(?![\\w/]|[.-]\\w)"
_REST_OF_YEAR: Final = "(?:(?<=1)9|(?<=2)0)[0-9]{2}"
_YEAR: Final = "(?:19|20)[0-9]{2}"
_CLOCK: Final = "[0-2]?\\d:[0-5]\\d(?::[0-5]\\d(?:[.,]\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d| ?[AaPp]\\.?[Mm]\\b\\.?)?"
_NUMERIC: Final = (
    f"{_FIRST}(?:{_REST_OF_YEAR}([-/.])[01]?\\d\\1[0-3]?\\d(?:[T ,]{{1,2}}(?:at )?{_CLOCK})?(?![\\w/]|[.-]\\d)"
    f"|(?:(?<=[0-3])\\d)?([-/.])[0-3]?\\d\\2{_YEAR}(?:,? {_CLOCK})?{_END}|(?:(?<=[0-3])\\d)?/[0-3]?\\d/\\d\\d{_END})"
    f"|[12](?<!\\d.){_REST_OF_YEAR}年\\d{{1,2}}月(?:\\d{{1,2}}[日号])?"
)
_NUMERIC_SHAPE: Final = (
    f"{_YEAR}[-/.][01]?[0-9][-/.][0-3]?[0-9]|[0-9][-/.][0-3]?[0-9][-/.]{_YEAR}|[0-9]/[0-3]?[0-9]/[0-9]{{2}}"
    f"|{_YEAR}年[0-9]"
)
_MONTH: Final = f"(?:{somewhere(MONTHS)})"
_ORDINAL: Final = "(?:st|nd|rd|th|º|er|\\.)?"
_DAY: Final = f"[0-3]?[0-9]{_ORDINAL}"
_AFTER_DAY: Final = f"{_ORDINAL}[ -]?(?:of |de |d'|di )?{_MONTH}(?:\\.?,?[ -](?:de |del |do )?'?{_YEAR})?"
_AFTER_MONTH: Final = f"(?:\\.?[ -]{{1,2}}(?:the )?{_DAY}(?:,? ?{_YEAR})?|\\.?,?[ -](?:of |de |del |do )?{_YEAR})"
_TIME: Final = "(?:,? (?:at )?[0-2]?[0-9](?::[0-5][0-9])?(?: ?[AaPp]\\.?[Mm]\\b\\.?|(?<=:[0-9]{2})))?"
_RANGE: Final = (
    f"(?: ?(?:-|–|to|until|through) ?(?:[0-3]?[0-9]{_AFTER_DAY}|{_MONTH}{_AFTER_MONTH}|[pP]resent))?(?![^\\W_])"
)
_BIRTH: Final = (
    "\\bborn\\b|birth|\\bdob\\b|d\\.o\\.b|geboren|\\bgeb\\.|geburt|\\bnée? le|naissance|nacid|nacimiento|nacimento"
    "|\\bnat(?:o|a) il|nascita|nascid|nascimento|geboorte|urodz|生日|出生"
    "|生年月日|生まれ|生於|生于|생년월일|출생|생일|วันเกิด|เกิด"
)
_BEFORE_YEAR: Final = (
    "(?:\\b(?:in|since|from|until|till|to|by|of|around|before|after|during|between|and|year|early|late|mid|circa|class"
    "|summer|winter|spring|fall|autumn|seit|bis|von|im jahr|depuis|en|desde|hasta|dal|nel|sinds|od|do|roku)"
    f"|{_YEAR} ?[-–])[ -]?$"
)


def dates(name: str, expression: str, prefilter: str, score: float, judge: Judge = whole) -> Iterator[Pattern]:
    """Yields the two patterns of one form of a date: a TIME, and a BIRTH_DATE beside a word for birth."""
    yield Pattern(name, EntityType.TIME, expression, score, judge, prefilter=prefilter)
    yield Pattern(f"birth_{name}", EntityType.BIRTH_DATE, expression, 0.9, judge, prefilter=prefilter, context=_BIRTH)


PATTERNS: Final = (
    *dates("date_numeric", _NUMERIC, _NUMERIC_SHAPE, 0.6, whole_if(holds_date)),
    *dates(
        "date_day_first",
        f"[0-9](?<![^\\W_].)(?:(?<=[0-3])[0-9])?{_AFTER_DAY}{_TIME}{_RANGE}",
        f"[0-9]{_AFTER_DAY}",
        0.7,
    ),
    *dates(
        "date_month_first",
        f"(?:{at_word_start(MONTHS)}){_AFTER_MONTH}{_TIME}{_RANGE}",
        f"{_MONTH}{_AFTER_MONTH}",
        0.7,
    ),
    Pattern(
        name="birth_year",
        entity_type=EntityType.BIRTH_DATE,
        expression=f"{_FIRST}{_REST_OF_YEAR}{_END}",
        score=0.8,
        prefilter=_YEAR,
        context=_BIRTH,
    ),
    Pattern(
        name="year",
        entity_type=EntityType.TIME,
        expression=f"{_FIRST}{_REST_OF_YEAR}(?: ?[-–] ?{_YEAR})?{_END}",
        score=0.4,
        prefilter=_YEAR,
        context=_BEFORE_YEAR,
    ),
    Pattern(
        name="weekday",
        entity_type=EntityType.TIME,
        expression=f"(?:{at_word_start(WEEKDAYS)})s?(?!\\w)",
        score=0.4,
        prefilter=somewhere(WEEKDAYS),
    ),
    Pattern(
        name="weekday_and_date",
        entity_type=EntityType.TIME,
        expression=f"(?<!\\w)(?:{somewhere(SHORT_WEEKDAYS)})(?=\\.?,? {_MONTH})",
        score=0.6,
        prefilter=f"(?:{somewhere(SHORT_WEEKDAYS)})\\.?,? {_MONTH}",
    ),
    Pattern(
        name="month",
        entity_type=EntityType.TIME,
        expression=f"(?:{at_word_start(FULL_MONTHS)})(?!\\w)",
        score=0.4,
        prefilter=f"{FULL_MONTHS}|{FULL_MONTHS.upper()}",
    ),
    Pattern(
        name="part_of_time",
        entity_type=EntityType.TIME,
        expression=(
            f"(?<!\\w)(?:(?:[eE]arly|[lL]ate|[mM]id)[ -](?:{FULL_MONTHS})|(?:[nN]ext|[lL]ast|[tT]his) "
            f"(?:weekend|{somewhere(WEEKDAYS)}|{FULL_MONTHS}))(?!\\w)"
        ),
        score=0.4,
        prefilter=(
            f"(?:[eE]arly|[lL]ate|[mM]id)[ -](?:{FULL_MONTHS})|(?:[nN]ext|[lL]ast|[tT]his) "
            f"(?:weekend|{somewhere(WEEKDAYS)}|{FULL_MONTHS})"
        ),
        languages=("en",),
    ),
)
