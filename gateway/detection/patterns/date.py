"""Dates in numbers and in words, weekdays, months and years that a word places in time; and dates of birth."""

from typing import Final

from gateway.detection.calendars import holds_date
from gateway.detection.patterns.calendar_names import FULL_MONTHS, MONTHS, SHORT_WEEKDAYS, WEEKDAYS
from gateway.detection.recognizer import Pattern, somewhere, whole_if
from gateway.types import EntityType

_NOT_AFTER: Final = "(?<![\\w./-])"
_NOT_BEFORE: Final = "(?![\\w/]|[.-]\\w)"
_CLOCK: Final = (
    "(?:[T ,]{1,2}(?:at )?[0-2]?\\d:[0-5]\\d(?::[0-5]\\d(?:[.,]\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d|"
    "(?: ?[AaPp]\\.?[Mm]\\b\\.?)?))?"
)
_NUMERIC: Final = (
    f"{_NOT_AFTER}(?:(?:19|20)\\d\\d([-/.])[01]?\\d\\1[0-3]?\\d{_CLOCK}(?![\\w/]|[.-]\\d)"
    f"|[0-3]?\\d([-/.])[0-3]?\\d\\2(?:19|20)\\d\\d(?:,? [0-2]?\\d:[0-5]\\d)?{_NOT_BEFORE}"
    f"|[0-3]?\\d(/)[0-3]?\\d\\3\\d\\d{_NOT_BEFORE})"
    "|(?:19|20)\\d\\d年\\d{1,2}月(?:\\d{1,2}[日号])?"
)
_NUMERIC_SHAPE: Final = (
    "(?:19|20)[0-9]{2}[-/.][01]?[0-9][-/.][0-3]?[0-9]|[0-9][-/.][0-3]?[0-9][-/.](?:19|20)[0-9]{2}"
    "|[0-9]/[0-3]?[0-9]/[0-9]{2}|(?:19|20)[0-9]{2}年[0-9]"
)
_DAY: Final = "[0-3]?[0-9](?:st|nd|rd|th|º|er|\\.)?"
_JOINT: Final = "[ -]?(?:of |de |d'|di )?"
_YEAR: Final = "(?:19|20)[0-9]{2}"
_MONTH: Final = f"(?:{somewhere(MONTHS)})"
_IN_WORDS: Final = (
    f"{_DAY}{_JOINT}{_MONTH}(?:\\.?,?[ -](?:de |del |do )?'?(?:{_YEAR}))?"
    f"|{_MONTH}\\.?[ -]{{1,2}}(?:the )?{_DAY}(?:,? ?{_YEAR})?|{_MONTH}\\.?,?[ -](?:of |de |del |do )?{_YEAR}"
)
_TIME: Final = "(?:,? (?:at )?[0-2]?[0-9](?::[0-5][0-9])?(?: ?[AaPp]\\.?[Mm]\\b\\.?|(?<=:[0-9]{2})))?"
_RANGE: Final = f" ?(?:-|–|to|until|through) ?(?:{_IN_WORDS}|[pP]resent)"
_WRITTEN: Final = f"(?<![^\\W_])(?:{_IN_WORDS}){_TIME}(?:{_RANGE})?(?![^\\W_])"
_BIRTH: Final = (
    "\\bborn\\b|birth|\\bdob\\b|d\\.o\\.b|geboren|\\bgeb\\.|geburt|\\bnée? le|naissance|nacid|nacimiento"
    "|nacimento|\\bnat(?:o|a) il"
    "|nascita|nascid|nascimento|geboorte|urodz|生日|出生"
)

PATTERNS: Final = (
    Pattern(
        name="date_numeric",
        entity_type=EntityType.TIME,
        expression=_NUMERIC,
        score=0.6,
        judge=whole_if(holds_date),
        prefilter=_NUMERIC_SHAPE,
    ),
    Pattern(name="date_written", entity_type=EntityType.TIME, expression=_WRITTEN, score=0.7, prefilter=_IN_WORDS),
    Pattern(
        name="weekday",
        entity_type=EntityType.TIME,
        expression=(
            f"(?<!\\w)(?:(?:(?:[nN]ext|[lL]ast|[tT]his) )?(?:{somewhere(WEEKDAYS)})s?(?: next week)?|"
            f"(?:{somewhere(SHORT_WEEKDAYS)})(?=,? {_MONTH}))(?!\\w)"
        ),
        score=0.4,
        prefilter=somewhere(WEEKDAYS) + "|" + f"(?:{somewhere(SHORT_WEEKDAYS)}),? {_MONTH}",
    ),
    Pattern(
        name="month",
        entity_type=EntityType.TIME,
        expression=f"(?<!\\w)(?:(?:(?:[eE]arly|[lL]ate|[mM]id)[ -])?(?:{FULL_MONTHS})|(?<=in )May)(?!\\w)",
        score=0.4,
        prefilter=f"{FULL_MONTHS}|in May",
    ),
    Pattern(
        name="year",
        entity_type=EntityType.TIME,
        expression=f"(?<![\\w./-])(?:{_YEAR}(?: ?[-–] ?{_YEAR})?)(?![\\w/]|[.-]\\w)",
        score=0.4,
        prefilter=_YEAR,
        context=(
            "(?:\\b(?:in|since|from|until|till|to|by|of|around|before|after|during|between|and|year|early|late"
            "|mid|circa"
            "|summer|winter|spring|fall|autumn|class|seit|bis|von|im jahr|depuis|en|desde|hasta|dal|nel|sinds|od"
            "|do|roku)"
            f"|{_YEAR} ?[-–])[ -]?$"
        ),
    ),
    Pattern(
        name="birth_date",
        entity_type=EntityType.BIRTH_DATE,
        expression=f"{_NUMERIC}|{_WRITTEN}|(?<![\\w./-]){_YEAR}(?![\\w/]|[.-]\\w)",
        score=0.9,
        prefilter=f"{_NUMERIC_SHAPE}|{_IN_WORDS}|{_YEAR}",
        context=_BIRTH,
    ),
)
