"""Dates to months, seasons, years or decades; times of day to parts of the day; durations to round words."""

from __future__ import annotations

import re
from calendar import month_abbr, month_name
from dataclasses import dataclass
from typing import Final

from gateway.types import DateDetail

_MONTHS: Final = {
    name.casefold(): number
    for names in (month_name, month_abbr, ("",) * 9 + ("sept",))
    for number, name in enumerate(names)
    if name
}
_MONTH: Final = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_YEAR: Final = r"(?P<year>(?:1[5-9]|20|21)[0-9]{2})"
_DAY: Final = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
# In this order: the first that matches is the date.
_DATES: Final = tuple(
    re.compile(rf"(?<![0-9A-Za-z]){expression}(?![0-9A-Za-z])", re.IGNORECASE)
    for expression in (
        rf"{_YEAR}[-/.](?P<number>1[0-2]|0?[1-9])(?:[-/.]{_DAY})?",
        rf"[0-9]{{1,2}}[-/.]{_DAY}[-/.]{_YEAR}",
        rf"[0-9]{{1,2}}/{_DAY}/(?P<short>[0-9]{{2}})",
        rf"(?P<number>1[0-2]|0?[1-9])/{_YEAR}",
        rf"{_DAY}\s+(?:of\s+)?{_MONTH},?(?:\s+{_YEAR})?",
        rf"{_MONTH},?\s+(?:{_DAY},?\s+)?{_YEAR}",
        rf"{_MONTH}\s+{_DAY}",
        _MONTH,
        _YEAR,
    )
)
_CLOCK: Final = re.compile(
    r"(?<![0-9.,:])(?P<hour>2[0-3]|[01]?[0-9])(?:(?::|\.|h)(?P<minute>[0-5][0-9]))?(?:\s?(?P<half>[ap])\.?m\b\.?)?",
    re.IGNORECASE,
)
_DURATION: Final = re.compile(
    r"(?P<count>[0-9]{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)"
    r"[\s-]+(?P<unit>sec|min|hr|yr|second|minute|hour|night|day|week|month|year|decade)s?\b",
    re.IGNORECASE,
)
_WEEKDAY: Final = re.compile(r"\b(?:(?P<weekend>sat|sun)|mon|tue|wed|thu|fri)[a-z]*day\b", re.IGNORECASE)
_PARTS_OF_DAY: Final = (
    (5, "at night"),
    (12, "in the morning"),
    (18, "in the afternoon"),
    (23, "in the evening"),
    (24, "at night"),
)
_SEASONS: Final = ("winter", "spring", "summer", "autumn")
_PLURALS: Final = {
    "second": "seconds", "minute": "minutes", "hour": "hours", "night": "nights", "day": "days", "week": "weeks",
    "month": "months", "year": "years", "decade": "decades", "sec": "seconds", "min": "minutes", "hr": "hours",
    "yr": "years",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Date:
    """A date as far as a text states it: month from 1 and year, each 0 if not stated, and whether it states a day."""

    month: int
    year: int
    has_day: bool


def date(surface: str, detail: DateDetail) -> str | None:
    """Returns the abstraction of a point in time or a duration; None if nothing in it is recognized.

    >>> [date("March 5, 2021", detail) for detail in DateDetail]
    ['March 2021', 'spring 2021', '2021', 'the 2020s']
    >>> date("at 9:30 pm", DateDetail.MONTH), date("5 days", DateDetail.MONTH), date("Friday", DateDetail.MONTH)
    ('in the evening', 'several days', 'a weekday')
    """
    if found := _read(surface):
        return _less(found, detail)
    if duration := _DURATION.search(surface):
        is_one = duration["count"].lower() in ("1", "a", "an", "one")
        return "some time" if is_one else f"several {_PLURALS[duration['unit'].lower()]}"
    if weekday := _WEEKDAY.search(surface):
        return "a day of the weekend" if weekday["weekend"] else "a weekday"
    return _part_of_day(surface)


def _read(surface: str) -> _Date | None:
    for expression in _DATES:
        if match := expression.search(surface):
            said = match.groupdict()
            month = int(said.get("number") or 0) or _MONTHS.get((said.get("month") or "").casefold(), 0)
            year = int(said.get("year") or 0) or _in_full(said.get("short"))
            return _Date(month, year, bool(said.get("day")))
    return None


def _in_full(short: str | None) -> int:
    """Returns the year that two digits mean, as in POSIX: 69 and above are in the last century."""
    return (2000 if int(short) < 69 else 1900) + int(short) if short else 0


def _less(found: _Date, detail: DateDetail) -> str | None:
    """Returns the date in that detail, or in the next vaguer one if the text itself says no more."""
    vaguer = list(DateDetail)[list(DateDetail).index(detail) :]
    says_more = {DateDetail.MONTH: found.has_day, DateDetail.YEAR: found.has_day or found.month > 0}
    phrases = (_phrase(found, each) for each in vaguer if says_more.get(each, True))
    return next(filter(None, phrases), "some time of the year" if found.month else None)


def _phrase(found: _Date, detail: DateDetail) -> str:
    """Returns the date in that detail; "" if the text does not say that much."""
    match detail:
        case DateDetail.MONTH | DateDetail.SEASON if found.month:
            part = month_name[found.month] if detail is DateDetail.MONTH else _SEASONS[found.month % 12 // 3]
            return f"{part} {found.year}" if found.year else part
        case DateDetail.YEAR if found.year:
            return str(found.year)
        case DateDetail.DECADE if found.year:
            return f"the {found.year // 10 * 10}s"
        case _:
            return ""


def _part_of_day(surface: str) -> str | None:
    clock = _CLOCK.search(surface)
    if clock is None or not (clock["minute"] or clock["half"]):
        return None
    hour = int(clock["hour"]) % 12 if clock["half"] else int(clock["hour"])
    hour += 12 * ((clock["half"] or "").lower() == "p")
    return next(part for until, part in _PARTS_OF_DAY if hour < until)
